internal import Basics
internal import StickerManifest

/// Matches the packs of a new bundle with those of an old one.
enum PackMatching {
  /// Returns the packs of `new` in their order, each with its old version, then the removed packs.
  static func pairs(
    _ old: [BundledPacks.Pack], _ new: [BundledPacks.Pack]
  ) -> [Versions<Manifest>] {
    var pairs = new.map { Versions(new: $0.manifest) }
    var unmatched: [FilePath: Int] = [:]
    for (index, pack) in old.enumerated() { unmatched[pack.folder] = index }
    for (index, pack) in new.enumerated() {
      guard let origin = unmatched.removeValue(forKey: pack.folder) else { continue }
      pairs[index].old = old[origin].manifest
    }
    var removed = Set(unmatched.values)
    // The removed pack that has an image.
    var owners: [String: Int] = [:]
    for index in removed.sorted() {
      for sticker in old[index].manifest.stickers where owners[sticker.art] == nil {
        owners[sticker.art] = index
      }
    }
    for index in pairs.indices where pairs[index].old == nil {
      // The number of images that each removed pack shares with this one.
      var shared: [Int: Int] = [:]
      for sticker in new[index].manifest.stickers {
        if let owner = owners[sticker.art], removed.contains(owner) {
          shared[owner, default: 0] += 1
        }
      }
      let most = shared.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
      guard let origin = most?.key else { continue }
      removed.remove(origin)
      pairs[index].old = old[origin].manifest
    }
    return pairs + removed.sorted().map { Versions(old: old[$0].manifest) }
  }
}
