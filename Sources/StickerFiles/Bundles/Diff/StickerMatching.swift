internal import Basics
internal import StickerManifest

/// Matches the stickers of a new pack with those of an old one.
enum StickerMatching {
  /// Returns the changed stickers, sorted by their first kind and then by position.
  static func changes(
    from old: [Manifest.Sticker], to new: [Manifest.Sticker]
  ) -> [BundleDifference.ChangedSticker] {
    let origins = origins(of: new, in: old)
    let kept = origins.indices.filter { origins[$0] != nil }
    let moved = Set(MinimalMoves.indices(of: kept.compactMap { origins[$0] }).map { kept[$0] })
    var changes: [BundleDifference.ChangedSticker] = []
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

  /// Returns the index of each new sticker's old version: the one with its name, or else an unmatched
  /// one with its image.
  private static func origins(
    of new: [Manifest.Sticker], in old: [Manifest.Sticker]
  ) -> [Int?] {
    var byName: [FilePath: Int] = [:]
    for (index, sticker) in old.enumerated() { byName[FilePath(sticker.id)] = index }
    var origins = new.map { byName.removeValue(forKey: FilePath($0.id)) }
    // In reverse, so `popLast` takes copies of an image in pack order.
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
      (content.id, content.label, content.localizedLabels, content.emoji) = ("", nil, nil, nil)
      // How the art was made. The same art may have been fitted before or by the build.
      content.fit = nil
      // File names are derived from the sticker's name.
      for index in content.scales.indices { content.scales[index].file = "" }
      return content
    }
    if content(old) != content(new) { kinds.append(.changed) }
    if old.label != new.label || old.emoji != new.emoji
      || (old.localizedLabels ?? [:]) != (new.localizedLabels ?? [:])
    {
      kinds.append(.relabeled)
    }
    return kinds
  }
}
