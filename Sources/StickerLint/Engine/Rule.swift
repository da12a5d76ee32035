internal import ImageContainers
package import StickerManifest
package import StickerPacks

/// One thing that can be wrong with a sticker or a pack: what it is, why it matters, how to mend it
/// and how to find it. Every rule has a file of its own in `Rules`.
package struct Rule: Sendable, Identifiable {
  /// What a rule looks at.
  package enum Category: String, Sendable, Codable, CaseIterable {
    /// The file as bytes and by its format.
    case file
    /// The size of the canvas.
    case canvas
    /// What can be seen through.
    case transparency
    /// How it moves.
    case animation
    /// Names, labels and lists.
    case pack
    /// An asset catalog's JSON, sequences and icons.
    case catalog
  }

  /// How a rule finds violations. Checks are pure: facts in, violations out.
  package enum Check: Sendable {
    /// Looks at one file that may be anything: a sticker, a sequence's frame or an icon.
    case asset(@Sendable (AssetFacts, Options) -> [Violation])
    /// Looks at one sticker that is an image of a sticker format.
    case image(@Sendable (ImageFacts, PackFacts, Options) -> [Violation])
    /// Looks at a whole pack.
    case pack(@Sendable (PackFacts, Options) -> [Violation])
    /// Looks at an exception that no finding needs.
    case unusedSuppression(@Sendable (Suppression) -> [Violation])

    /// Looks at one file that may be anything, with no numbers to change.
    package static func asset(_ check: @escaping @Sendable (AssetFacts) -> [Violation]) -> Check {
      .asset { asset, _ in check(asset) }
    }

    /// Looks at one image of a sticker format, with no numbers to change.
    package static func image(
      _ check: @escaping @Sendable (ImageFacts, PackFacts) -> [Violation]
    ) -> Check {
      .image { image, pack, _ in check(image, pack) }
    }

    /// Looks at a whole pack, with no numbers to change.
    package static func pack(_ check: @escaping @Sendable (PackFacts) -> [Violation]) -> Check {
      .pack { pack, _ in check(pack) }
    }
  }

  /// The name of the problem, in lower case with hyphens.
  package let id: String
  /// The problem in a few words.
  package let title: String
  /// What the rule looks at.
  package let category: Category
  /// How bad it is unless configured.
  package let severity: Severity
  /// Why it matters.
  package let rationale: String
  /// How to mend it, in one sentence.
  package let fix: String
  /// Where the rule's knowledge comes from.
  package let source: String
  /// The numbers that a configuration may change.
  package let options: [Option]
  /// Packs that show it at work: some in which it finds something, and some in which it does not.
  package let examples: [Example]
  /// How it is found.
  package let check: Check

  init(
    id: String, title: String, category: Category, severity: Severity, rationale: String,
    fix: String, source: String, options: [Option] = [], examples: [Example], check: Check
  ) {
    self.id = id
    self.title = title
    self.category = category
    self.severity = severity
    self.rationale = rationale
    self.fix = fix
    self.source = source
    self.options = options
    self.examples = examples
    self.check = check
  }
}

/// What rules may know about a pack.
package struct PackFacts: Sendable {
  /// The pack as it was found.
  package let source: PackSource
  /// The facts of its stickers, in pack order.
  package let assets: [AssetFacts]
  /// The facts of its sequences, in pack order.
  package let sequences: [SequenceFacts]
  /// The facts of its icons, in the order of `source.icons`.
  package let icons: [AssetFacts]
  /// The facts of what its other icons are made of, where that is no sticker.
  package let iconArt: AssetFacts?
  /// The size class that was written down, or else the one nearest to most of the art.
  package let gridSize: GridSize

  /// Creates facts about a pack.
  ///
  /// - Parameter assets: the facts of each of `source.files`, which in a folder are its stickers.
  package init(source: PackSource, assets: [AssetFacts]) {
    self.source = source
    var rest = assets[...]
    func next(_ count: Int) -> [AssetFacts] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    let stickers = next(source.stickers.count)
    self.assets = stickers
    sequences = source.sequences.map { SequenceFacts(source: $0, files: next($0.files.count)) }
    icons = next(source.icons.count)
    iconArt = source.iconArt.flatMap { _ in next(1).first }
    let sides = stickers.compactMap { $0.image?.canvas }.map { max($0.width, $0.height) }.sorted()
    let middle = sides.isEmpty ? nil : sides[sides.count / 2]
    gridSize = source.gridSize ?? middle.map(GridSize.nearest(toPixels:)) ?? .regular
  }

  /// The facts of all files: stickers, frames, icons and what icons are made of.
  package var files: [AssetFacts] {
    assets + sequences.flatMap(\.files) + icons + (iconArt.map { [$0] } ?? [])
  }
}

/// What is known about a sticker sequence.
package struct SequenceFacts: Sendable {
  /// The sequence as it was found.
  package let source: SequenceSource
  /// The facts of each of `source.files`.
  package let files: [AssetFacts]

  /// The frames in the order in which they are shown.
  package var frames: [AssetFacts] {
    source.order.compactMap { files.indices.contains($0) ? files[$0] : nil }
  }
}
