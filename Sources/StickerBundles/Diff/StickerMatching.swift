internal import Basics
internal import StickerManifest

/// Which sticker of a new pack was which of an old one, and what became of it.
enum StickerMatching {
  /// The stickers that differ, by the first kind of each and then by place.
  static func changes(
    from old: [Manifest.Sticker], to new: [Manifest.Sticker]
  ) -> [BundleDifference.StickerChange] {
    let origins = origins(of: new, in: old)
    let kept = origins.indices.filter { origins[$0] != nil }
    let moved = Set(Reordering.moved(kept.compactMap { origins[$0] }).map { kept[$0] })
    var changes: [BundleDifference.StickerChange] = []
    for (index, origin) in origins.enumerated() {
      var versions = Versions(
        new: BundleDifference.PlacedSticker(place: index + 1, sticker: new[index]))
      guard let origin else {
        changes.append(.init(kinds: [.added], versions: versions))
        continue
      }
      versions.old = .init(place: origin + 1, sticker: old[origin])
      let kinds = kinds(old[origin], new[index]) + (moved.contains(index) ? [.moved] : [])
      if !kinds.isEmpty { changes.append(.init(kinds: kinds, versions: versions)) }
    }
    let present = Set(origins.compactMap(\.self))
    for (index, sticker) in old.enumerated() where !present.contains(index) {
      changes.append(
        .init(kinds: [.removed], versions: .init(old: .init(place: index + 1, sticker: sticker))))
    }
    return BundleDifference.Kind.allCases.flatMap { kind in
      changes.filter { $0.kinds.first == kind }
    }
  }

  /// For each new sticker the index of what it was: that of its name, or a nameless one of its image.
  private static func origins(
    of new: [Manifest.Sticker], in old: [Manifest.Sticker]
  ) -> [Int?] {
    var byName: [FilePath: Int] = [:]
    for (index, sticker) in old.enumerated() { byName[FilePath(sticker.id)] = index }
    var origins = new.map { byName.removeValue(forKey: FilePath($0.id)) }
    // The last first, so that copies are taken from the end in the pack's order.
    var byArt: [String: [Int]] = [:]
    for index in byName.values.sorted(by: >) { byArt[old[index].art, default: []].append(index) }
    for index in origins.indices where origins[index] == nil {
      origins[index] = byArt[new[index].art]?.popLast()
    }
    return origins
  }

  private static func kinds(
    _ old: Manifest.Sticker, _ new: Manifest.Sticker
  ) -> [BundleDifference.Kind] {
    var kinds: [BundleDifference.Kind] = []
    if FilePath(old.id) != FilePath(new.id) { kinds.append(.renamed) }
    func content(_ sticker: Manifest.Sticker) -> Manifest.Sticker {
      var content = sticker
      (content.id, content.label, content.localizedLabels) = ("", "", nil)
      // The names of the files follow that of the sticker.
      for index in content.scales.indices { content.scales[index].file = "" }
      return content
    }
    if content(old) != content(new) { kinds.append(.changed) }
    if old.label != new.label || (old.localizedLabels ?? [:]) != (new.localizedLabels ?? [:]) {
      kinds.append(.relabeled)
    }
    return kinds
  }
}
