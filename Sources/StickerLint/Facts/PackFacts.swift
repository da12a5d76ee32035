internal import Basics
package import StickerFit
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
  /// The facts about its icons, in the order of `source.icons.given`.
  package let icons: [AssetFacts]
  /// The facts about the image that other icons are made from, if the pack names one.
  package let iconArt: AssetFacts?
  /// The results of a build for the destination, which are judged in place of the stickers' files.
  package var planned: [FileID: MeasuredSticker] = [:]
  /// The destination whose requirements apply.
  package let destination: Destination
  /// The layout that its stickers have in common.
  package let layout: PackLayout
  package var gridSize: GridSize { layout.sizeClass.gridSize }

  /// - Parameters:
  ///   - assets: the facts about `source.files`, in any order. Files without facts count as not read.
  ///   - layout: the layout that the stickers have in common, if only some of them are read.
  package init(
    source: PackSource, assets: some Collection<AssetFacts>, destination: Destination = .messages,
    layout: PackLayout? = nil
  ) {
    let known = FactIndex(assets)
    func facts(_ file: StickerSource) -> AssetFacts {
      known[FileID(file)] ?? AssetFacts(source: file)
    }
    self.source = source
    self.destination = destination
    self.assets = source.stickers.map(facts)
    smaller = source.stickers.map { $0.smaller.map { facts($0.file) } }
    sequences = source.sequences.map {
      SequenceFacts(
        source: $0, files: $0.files.map(facts),
        assembled: known[FileID($0.sticker)])
    }
    icons = source.icons.given.map { facts($0.file) }
    iconArt = source.icons.art.map(facts)
    self.layout =
      layout
      ?? PackLayout(
        stated: source.settings.gridSize, of: self.assets.compactMap { $0.image },
        areShownTogether: source.kind != .files)
  }

  /// The size class that a sticker gets if it is scaled: that of the pack, unless it is one of single files.
  package func sizeClass(of image: ImageFacts?) -> SizeClass {
    guard source.kind == .files, source.settings.gridSize == nil, let side = image?.longerSide
    else {
      return layout.sizeClass
    }
    return SizeClass(stated: nil, sides: [side])
  }

  /// The facts about the stickers, then about the assembled sequences.
  package var stickers: [AssetFacts] { assets + sequences.compactMap { $0.assembled } }

  /// The facts about all files: stickers, frames, icons and the image that icons are made from.
  package var files: [AssetFacts] {
    let others =
      smaller.joined() + sequences.flatMap { $0.files } + icons + (iconArt.map { [$0] } ?? [])
    // A copy would be large.
    return others.isEmpty ? assets : assets + others
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

  /// The first violation that a check finds in a frame, with the other frames in which it finds one;
  /// nil if there is none.
  func firstViolation(
    _ check: (ImageFacts, StickerSource) -> [Violation]
  ) -> Violation? {
    let found = files.compactMap { frame in
      frame.image.flatMap { check($0, frame.source).first }.map { (frame.source.shownPath, $0) }
    }
    guard case (let file, var violation)? = found.first else { return nil }
    violation.file = file
    violation.related = found.dropFirst().map { $0.0 }
    if found.count > 1 {
      violation.message += " \(found.count) of \(Text.count(files.count, "frame")) are affected."
    }
    return violation
  }

  /// The frames in playback order.
  package var frames: [AssetFacts] {
    source.order.compactMap { files.indices.contains($0) ? files[$0] : nil }
  }
}
