internal import Basics
package import StickerManifest

/// A value before and after; nil where there was or is none.
package struct Versions<Value: Sendable>: Sendable {
  /// What it was.
  package var old: Value?
  /// What it is.
  package var new: Value?

  /// Creates a pair.
  package init(old: Value? = nil, new: Value? = nil) {
    self.old = old
    self.new = new
  }

  /// The same of another value.
  package func map<Other>(_ transform: (Value) -> Other) -> Versions<Other> {
    Versions<Other>(old: old.map(transform), new: new.map(transform))
  }
}

extension Versions: Encodable where Value: Encodable {}

extension Versions where Value: Equatable {
  /// Whether both are the same.
  package var areSame: Bool { old == new }
}

/// What differs between two bundles, or collections of them, by their manifests.
package struct BundleDifference: Sendable {
  /// What became of a sticker.
  package enum Kind: String, Sendable, CaseIterable, Encodable {
    /// There was none with its name or its image.
    case added
    /// There is none with its name or its image any more.
    case removed
    /// It has the same image at @3x and another name.
    case renamed
    /// It has another image at some scale, or plays in another way.
    case changed
    /// It has another label in some language.
    case relabeled
    /// It comes before or after others than it did.
    case moved
  }

  /// A sticker and its place in the pack.
  package struct PlacedSticker: Sendable, Encodable {
    /// From 1.
    package var place: Int
    /// The sticker.
    package var sticker: Manifest.Sticker
  }

  /// A sticker that differs.
  package struct StickerChange: Sendable {
    /// What became of it, in the order of the kinds; at least one.
    package var kinds: [Kind]
    /// The sticker before and after.
    package var versions: Versions<PlacedSticker>
  }

  /// A pack of either bundle, whether it differs or not.
  package struct Pack: Sendable {
    /// Its name.
    package var names: Versions<String>
    /// Its size class.
    package var gridSizes: Versions<GridSize>
    /// How many stickers it has.
    package var stickerCounts: Versions<Int>
    /// The bytes of its stickers' images at @3x.
    package var artBytes: Versions<Int>
    /// The stickers that differ, by the first kind of each and then by place.
    package var stickers: [StickerChange]
    /// The files that differ and of which ``stickers`` says nothing, by the bytes of their names.
    package var files: [Versions<Manifest.File>]

    /// Whether nothing differs.
    package var isSame: Bool {
      names.areSame && gridSizes.areSame && stickers.isEmpty && files.isEmpty
    }
  }

  /// The packs of the new bundle in its order, then those that are gone.
  package let packs: [Pack]
  /// The files that differ and lie beside the packs' folders, by the bytes of their names.
  package let files: [Versions<Manifest.File>]
  /// The bytes of all files but the outermost manifest; nil where a manifest lists no files.
  package let fileBytes: Versions<Int>

  /// Whether nothing differs.
  package var isSame: Bool { packs.allSatisfy(\.isSame) && files.isEmpty }

  /// Compares two bundles. Packs are matched by their folders, those left over by the number of
  /// images that they share; stickers by name, those left over by their images at @3x.
  package init(from old: BundledPacks, to new: BundledPacks) {
    packs = PackMatching.pairs(old.packs, new.packs).map { Self.compare($0) }
    let folders = Set((old.packs + new.packs).map { FilePath($0.folder) })
    // A bundle's own files are its pack's.
    func beside(_ bundle: BundledPacks) -> [Manifest.File] {
      guard !bundle.packs.contains(where: \.folder.isEmpty) else { return [] }
      return (bundle.files ?? []).filter { file in
        !sequence(first: FilePath(file.file)) { $0.components.count > 1 ? $0.parent : nil }
          .contains { folders.contains($0) }
      }
    }
    files = Self.differing(beside(old), beside(new))
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

  /// Files that differ for another reason than that their sticker or their pack does.
  private static func unexplainedFiles(
    of packs: Versions<Manifest>, _ stickers: [StickerChange]
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
    return differing(before, after).filter { file in
      let path = FilePath((file.new ?? file.old)?.file ?? "")
      if images.contains(path) { return false }
      let parts = path.components.map { FilePath(bytes: $0) }
      if parts.first?.fileExtension == "lproj" { return !differs }
      guard parts.count > 2, parts[1].fileExtension == "stickerpack" else { return true }
      if isRenamed { return false }
      return parts.count == 3 ? !differs : !named.contains(parts[2])
    }
  }

  private static func differing(
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
  /// The digest of its image at @3x.
  var art: String { scales[0].sha256 }
}
