internal import StickerPacks

extension StoreProfile? {
  /// A store with one or two limits.
  static func example(
    formats: [StoreProfile.Format]? = nil, canvas: StoreProfile.Canvas? = nil,
    bytes: StoreProfile.Bytes? = nil, animation: StoreProfile.Animation? = nil,
    alpha: StoreProfile.Alpha? = nil, palette: Bool? = nil, count: StoreProfile.Count? = nil,
    emoji: [Int]? = nil
  ) -> StoreProfile? {
    var profile = StoreProfile(id: "example", name: "the store")
    (profile.formats, profile.canvas, profile.bytes) = (formats, canvas, bytes)
    (profile.animation, profile.alpha, profile.palette) = (animation, alpha, palette)
    (profile.count, profile.emoji) = (count, emoji)
    return profile
  }
}
