package import Basics
package import StickerManifest

/// The differences between two bundles or collections, found by comparing their manifests.
package struct BundleDifference: Sendable {
  /// The kind of a change to a sticker.
  package enum Kind: String, Sendable, CaseIterable {
    /// No old sticker has its name or its image.
    case added
    /// No new sticker has its name or its image.
    case removed
    /// The name differs; the image at @3x is the same.
    case renamed
    /// An image or the animation's timing differs.
    case changed
    /// The label differs in at least one language, or the emoji differ.
    case relabeled
    /// The order differs.
    case moved
  }

  /// A sticker and its position in the pack.
  package struct PlacedSticker: Sendable, JSONObject {
    /// The position, from 1.
    package var place: Int
    package var sticker: Manifest.Sticker

    package func addMembers(to json: inout JSONStream) {
      json.add("place", place)
      json.add("sticker", sticker)
    }
  }

  /// A sticker that differs.
  package struct ChangedSticker: Sendable {
    /// The kinds of the change, in the order of ``Kind``; at least one.
    package var kinds: [Kind]
    /// The old and the new sticker.
    package var versions: Versions<PlacedSticker>
  }

  /// A pack of either bundle, changed or not.
  package struct Pack: Sendable {
    package var names: Versions<String>
    package var gridSizes: Versions<GridSize>
    /// The changed facts about the pack, by key of the manifest: its identifier, version, author, license
    /// and cover.
    package var facts: [String: Versions<String>]
    package var stickerCounts: Versions<Int>
    /// The sizes of all images at @3x, in bytes.
    package var artBytes: Versions<Int>
    /// The changed stickers, sorted by their first kind and then by position.
    package var stickers: [ChangedSticker]
    /// The changed files that ``stickers`` does not explain, sorted by path.
    package var files: [Versions<Manifest.File>]

    package var isSame: Bool {
      names.areSame && gridSizes.areSame && facts.isEmpty && stickers.isEmpty && files.isEmpty
    }
  }

  /// The packs of the new bundle in its order, then the removed ones.
  package let packs: [Pack]
  /// The changed files outside of the packs' folders, sorted by path.
  package let files: [Versions<Manifest.File>]
  /// The sizes of all files except the outermost manifest, in bytes; nil if a manifest has no list.
  package let fileBytes: Versions<Int>

  package var isSame: Bool { packs.allSatisfy(\.isSame) && files.isEmpty }

  /// Compares two bundles. Packs are matched by folder, and the rest by the number of images that
  /// they share. Stickers are matched by name, and the rest by their images at @3x. Without an old bundle,
  /// everything is new.
  package init(from old: BundledPacks?, to new: BundledPacks) {
    let oldPacks = old?.packs ?? []
    packs = PackMatching.pairs(oldPacks, new.packs).map { Self.compare($0) }
    let folders = Set((oldPacks + new.packs).map(\.folder))
    // In a bundle all files belong to its pack.
    func filesOutsidePacks(_ bundle: BundledPacks?) -> [Manifest.File] {
      guard let bundle, !bundle.packs.contains(where: { $0.folder == .currentFolder }) else {
        return []
      }
      return (bundle.files ?? []).filter { file in
        !sequence(first: FilePath(file.file)) { $0.components.count > 1 ? $0.parent : nil }
          .contains { folders.contains($0) }
      }
    }
    files = Self.changed(filesOutsidePacks(old), filesOutsidePacks(new))
    func sum(_ files: [Manifest.File]?) -> Int? { files?.reduce(0) { $0 + $1.bytes } }
    fileBytes = Versions(old: sum(old?.files), new: sum(new.files))
  }

  private static func compare(_ packs: Versions<Manifest>) -> Pack {
    let stickers = StickerMatching.changes(
      from: packs.old?.stickers ?? [], to: packs.new?.stickers ?? [])
    return Pack(
      names: packs.map(\.name), gridSizes: packs.map(\.gridSize), facts: changedFacts(of: packs),
      stickerCounts: packs.map(\.stickers.count),
      artBytes: packs.map { $0.stickers.reduce(0) { $0 + $1.scales[0].bytes } },
      stickers: stickers, files: unexplainedFiles(of: packs, stickers))
  }

  /// The facts that differ in two manifests.
  private static func changedFacts(of packs: Versions<Manifest>) -> [String: Versions<String>] {
    guard let old = packs.old, let new = packs.new else { return [:] }
    let facts: [(key: String, value: (Manifest) -> String?)] = [
      ("id", \.id), ("version", \.version), ("author", \.author), ("license", \.license),
      ("cover", \.cover),
    ]
    var changed: [String: Versions<String>] = [:]
    for fact in facts {
      let values = Versions(old: fact.value(old), new: fact.value(new))
      if !values.areSame { changed[fact.key] = values }
    }
    return changed
  }

  /// The changed files whose sticker or pack has not changed.
  private static func unexplainedFiles(
    of packs: Versions<Manifest>, _ stickers: [ChangedSticker]
  ) -> [Versions<Manifest.File>] {
    guard let old = packs.old, let new = packs.new, let before = old.files, let after = new.files
    else { return [] }
    let images = Set(
      (old.stickers + new.stickers).flatMap(\.scales).map { FilePath($0.file) })
    let named = Set(
      stickers.filter { $0.kinds != [.moved] }
        .flatMap { [$0.versions.old, $0.versions.new].compactMap(\.self) }
        .flatMap { [$0.sticker.id + ".sticker", $0.sticker.id + ".stickersequence"] }
        .map { FilePath($0) })
    let isRenamed = old.name != new.name
    let differs = isRenamed || old.gridSize != new.gridSize || !stickers.isEmpty
    return changed(before, after).filter { file in
      let path = FilePath((file.new ?? file.old)?.file ?? "")
      if images.contains(path) { return false }
      let parts = path.components.map { FilePath(bytes: $0) }
      if parts.first?.fileExtension == "lproj" { return !differs }
      guard parts.count > 2, parts[1].fileExtension == "stickerpack" else { return true }
      if isRenamed { return false }
      return parts.count == 3 ? !differs : !named.contains(parts[2])
    }
  }

  private static func changed(
    _ old: [Manifest.File], _ new: [Manifest.File]
  ) -> [Versions<Manifest.File>] {
    var versions: [FilePath: Versions<Manifest.File>] = [:]
    for file in old { versions[FilePath(file.file)] = Versions(old: file) }
    for file in new { versions[FilePath(file.file), default: Versions()].new = file }
    return versions.filter { !$0.value.areSame }
      .sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Manifest.Sticker {
  /// The digest of the image at @3x.
  var art: String { scales[0].sha256 }
}
