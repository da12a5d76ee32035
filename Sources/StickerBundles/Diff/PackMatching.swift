internal import Basics
internal import StickerManifest

/// Which pack of a new bundle was which of an old one.
enum PackMatching {
  /// The packs of `new` in their order, each with what it was, then those of `old` that are gone.
  static func pairs(
    _ old: [BundledPacks.Pack], _ new: [BundledPacks.Pack]
  ) -> [Versions<Manifest>] {
    var pairs = new.map { Versions(new: $0.manifest) }
    var left: [FilePath: Int] = [:]
    for (index, pack) in old.enumerated() { left[FilePath(pack.folder)] = index }
    for (index, pack) in new.enumerated() {
      guard let origin = left.removeValue(forKey: FilePath(pack.folder)) else { continue }
      pairs[index].old = old[origin].manifest
    }
    var gone = Set(left.values)
    // By image: the pack that has it.
    var owners: [String: Int] = [:]
    for index in gone.sorted() {
      for sticker in old[index].manifest.stickers where owners[sticker.art] == nil {
        owners[sticker.art] = index
      }
    }
    for index in pairs.indices where pairs[index].old == nil {
      var shared: [Int: Int] = [:]
      for sticker in new[index].manifest.stickers {
        if let owner = owners[sticker.art], gone.contains(owner) { shared[owner, default: 0] += 1 }
      }
      let most = shared.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
      guard let origin = most?.key else { continue }
      gone.remove(origin)
      pairs[index].old = old[origin].manifest
    }
    return pairs + gone.sorted().map { Versions(old: old[$0].manifest) }
  }
}
