package import StickerManifest

/// The differences between two bundles or collections, found by comparing their manifests.
package struct BundleDifference: Sendable {
  /// The kind of a change to a sticker.
  package enum Kind: String, Sendable, CaseIterable, Encodable {
    /// No old sticker has its name or its image.
    case added
    /// No new sticker has its name or its image.
    case removed
    /// The name differs; the image at @3x is the same.
    case renamed
    /// An image or the animation's timing differs.
    case changed
    /// The label differs in at least one language.
    case relabeled
    /// The order differs.
    case moved
  }

  /// A sticker and its position in the pack.
  package struct PlacedSticker: Sendable, Encodable {
    /// The position, from 1.
    package var place: Int
    /// The sticker.
    package var sticker: Manifest.Sticker
  }

  /// A sticker that has changed.
  package struct StickerChange: Sendable {
    /// The kinds of the change, in the order of ``Kind``; at least one.
    package var kinds: [Kind]
    /// The old and the new sticker.
    package var versions: Versions<PlacedSticker>
  }

  /// A pack of either bundle, changed or not.
  package struct Pack: Sendable {
    /// The names.
    package var names: Versions<String>
    /// The size classes.
    package var gridSizes: Versions<GridSize>
    /// The numbers of stickers.
    package var stickerCounts: Versions<Int>
    /// The sizes of all images at @3x, in bytes.
    package var artBytes: Versions<Int>
    /// The changed stickers, sorted by their first kind and then by position.
    package var stickers: [StickerChange]
    /// The changed files that ``stickers`` does not explain, sorted by the bytes of their names.
    package var files: [Versions<Manifest.File>]

    /// Whether nothing has changed.
    package var isSame: Bool {
      names.areSame && gridSizes.areSame && stickers.isEmpty && files.isEmpty
    }
  }

  /// The packs of the new bundle in its order, then the removed ones.
  package let packs: [Pack]
  /// The changed files outside of the packs' folders, sorted by the bytes of their names.
  package let files: [Versions<Manifest.File>]
  /// The sizes of all files except the outermost manifest, in bytes; nil if a manifest has no list.
  package let fileBytes: Versions<Int>

  /// Whether nothing has changed.
  package var isSame: Bool { packs.allSatisfy(\.isSame) && files.isEmpty }

  /// Compares two bundles. Packs are matched by folder, and the rest by the number of images that
  /// they share. Stickers are matched by name, and the rest by their images at @3x.
  package init(from old: BundledPacks, to new: BundledPacks) {
    packs = PackMatching.pairs(old.packs, new.packs).map { Self.compare($0) }
    let folders = Set((old.packs + new.packs).map { Array($0.folder.utf8) })
    // In a bundle all files belong to its pack.
    func filesOutsidePacks(_ bundle: BundledPacks) -> [Manifest.File] {
      guard !bundle.packs.contains(where: \.folder.isEmpty) else { return [] }
      return (bundle.files ?? []).filter { file in
        let name = Array(file.file.utf8)
        return !name.indices.contains { index in
          name[index] == UInt8(ascii: "/") && folders.contains(Array(name[...index]))
        }
      }
    }
    files = Self.changed(filesOutsidePacks(old), filesOutsidePacks(new))
    func sum(_ files: [Manifest.File]?) -> Int? { files?.reduce(0) { $0 + $1.bytes } }
    fileBytes = Versions(old: sum(old.files), new: sum(new.files))
  }

  private static func compare(_ packs: Versions<Manifest>) -> Pack {
    let stickers = StickerMatching.changes(
      from: packs.old?.stickers ?? [], to: packs.new?.stickers ?? [])
    return Pack(
      names: packs.map(\.name), gridSizes: packs.map(\.gridSize),
      stickerCounts: packs.map(\.stickers.count),
      artBytes: packs.map { $0.stickers.reduce(0) { $0 + $1.scales[0].bytes } },
      stickers: stickers, files: unexplainedFiles(of: packs, stickers))
  }

  /// The changed files whose sticker or pack has not changed.
  private static func unexplainedFiles(
    of packs: Versions<Manifest>, _ stickers: [StickerChange]
  ) -> [Versions<Manifest.File>] {
    guard let old = packs.old, let new = packs.new, let before = old.files, let after = new.files
    else { return [] }
    let images = Set(
      (old.stickers + new.stickers).flatMap(\.scales).map { Array($0.file.utf8) })
    let named = Set(
      stickers.filter { $0.kinds != [.moved] }
        .flatMap { [$0.versions.old, $0.versions.new].compactMap(\.self) }
        .flatMap { [$0.sticker.id + ".sticker", $0.sticker.id + ".stickersequence"] }
        .map { Array($0.utf8) })
    let isRenamed = old.name != new.name
    let differs = isRenamed || old.gridSize != new.gridSize || !stickers.isEmpty
    return changed(before, after).filter { file in
      let name = Array((file.new ?? file.old)?.file.utf8 ?? "".utf8)
      if images.contains(name) { return false }
      let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      func ends(_ part: ArraySlice<UInt8>?, in ending: String) -> Bool {
        part?.reversed().starts(with: ending.utf8.reversed()) == true
      }
      if ends(parts.first, in: ".lproj") { return !differs }
      guard parts.count > 2, ends(parts[1], in: ".stickerpack") else { return true }
      if isRenamed { return false }
      return parts.count == 3 ? !differs : !named.contains(Array(parts[2]))
    }
  }

  private static func changed(
    _ old: [Manifest.File], _ new: [Manifest.File]
  ) -> [Versions<Manifest.File>] {
    var versions: [[UInt8]: Versions<Manifest.File>] = [:]
    for file in old { versions[Array(file.file.utf8)] = Versions(old: file) }
    for file in new { versions[Array(file.file.utf8), default: Versions()].new = file }
    return versions.filter { !$0.value.areSame }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}

extension Manifest.Sticker {
  /// The digest of the image at @3x.
  var art: String { scales[0].sha256 }
}
