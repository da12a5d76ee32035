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

extension Rule.Example.File.Content {
  /// A WebM of 512 × 512 px without a frame, up to the end of its only track.
  static func webM(codec: String) -> Rule.Example.File.Content {
    func element(_ id: [UInt8], _ data: [UInt8]) -> [UInt8] {
      id + [0x80 | UInt8(data.count)] + data
    }
    let video = element([0xE0], element([0xB0], [2, 0]) + element([0xBA], [2, 0]))
    let track = element(
      [0xAE],
      element([0xD7], [1]) + element([0x83], [1]) + element([0x86], Array(codec.utf8)) + video)
    return .bytes(
      element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
        + element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xAE, 0x6B], track)))
  }
}
