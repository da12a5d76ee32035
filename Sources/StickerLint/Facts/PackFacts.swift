internal import Basics
internal import ImageContainers
package import StickerManifest
package import StickerPacks

/// The facts about a pack and its files.
package struct PackFacts: Sendable {
  /// The pack as it was found.
  package let source: PackSource
  /// The facts about its stickers, in pack order.
  package let assets: [AssetFacts]
  /// The facts about the given images at smaller scales of each sticker in `assets`.
  package let smaller: [[AssetFacts]]
  /// The facts about its sequences, in pack order.
  package let sequences: [SequenceFacts]
  /// The facts about its icons, in the order of `source.icons`.
  package let icons: [AssetFacts]
  /// The facts about the image that other icons are made from, if the pack names one.
  package let iconArt: AssetFacts?
  /// The configured size class, or the one nearest to the median sticker.
  package let gridSize: GridSize

  /// Creates the facts about a pack.
  ///
  /// - Parameter assets: the facts about `source.files`, in any order. Files without facts count as not
  ///   read.
  package init(source: PackSource, assets: [AssetFacts]) {
    let known = Dictionary(
      assets.map { (FileID($0.source), $0) }, uniquingKeysWith: { first, _ in first })
    func facts(_ file: StickerSource) -> AssetFacts {
      known[FileID(file)] ?? AssetFacts(source: file)
    }
    self.source = source
    self.assets = source.stickers.map(facts)
    smaller = source.stickers.map { $0.smaller.map { facts($0.file) } }
    sequences = source.sequences.map {
      SequenceFacts(source: $0, files: $0.files.map(facts), assembled: known[FileID($0.sticker)])
    }
    icons = source.icons.map { facts($0.file) }
    iconArt = source.iconArt.map(facts)
    let sides = self.assets.compactMap { $0.image?.canvas }.map { max($0.width, $0.height) }
      .sorted()
    let median = sides.isEmpty ? nil : sides[sides.count / 2]
    gridSize = source.gridSize ?? median.map(GridSize.nearest(toPixels:)) ?? .regular
  }

  /// The facts about all files: stickers, frames, icons and the image that icons are made from.
  package var files: [AssetFacts] {
    assets + smaller.joined() + sequences.flatMap(\.files) + icons + (iconArt.map { [$0] } ?? [])
  }
}

/// The facts about a sticker sequence of a catalog.
package struct SequenceFacts: Sendable {
  /// The sequence as it was found.
  package let source: SequenceSource
  /// The facts about each of `source.files`.
  package let files: [AssetFacts]
  /// The facts about the assembled animation; nil if it was not assembled.
  package let assembled: AssetFacts?

  /// The frames in playback order.
  package var frames: [AssetFacts] {
    source.order.compactMap { files.indices.contains($0) ? files[$0] : nil }
  }
}

/// Identifies a file of a pack. One file may be both a sticker and an icon.
struct FileID: Hashable {
  private var role: StickerSource.Role
  private var displayPath: FilePath

  init(_ source: StickerSource) {
    role = source.role
    displayPath = source.location.displayPath
  }
}
