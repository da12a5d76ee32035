internal import ImageContainers
public import StickerManifest
public import StickerModel

/// One thing that can be wrong with a sticker or a pack: what it is, why it matters, how to mend it
/// and how to find it. Every rule has a file of its own in `Rules`.
public struct Rule: Sendable, Identifiable {
  /// What a rule looks at.
  public enum Category: String, Sendable, Codable, CaseIterable {
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
  }

  /// How a rule finds violations. Checks are pure: facts in, violations out.
  public enum Check: Sendable {
    /// Looks at one file that may be anything.
    case asset(@Sendable (AssetFacts) -> [Violation])
    /// Looks at one image of a sticker format.
    case image(@Sendable (ImageFacts, PackFacts) -> [Violation])
    /// Looks at a whole pack.
    case pack(@Sendable (PackFacts) -> [Violation])
  }

  /// The name of the problem, in lower case with hyphens.
  public let id: String
  /// The problem in a few words.
  public let title: String
  /// What the rule looks at.
  public let category: Category
  /// How bad it is unless configured.
  public let severity: Severity
  /// Why it matters.
  public let rationale: String
  /// How to mend it, in one sentence.
  public let fix: String
  /// Where the rule's knowledge comes from.
  public let source: String
  /// How it is found.
  public let check: Check
}

/// What rules may know about a pack.
public struct PackFacts: Sendable {
  /// The pack as it was found.
  public let source: PackSource
  /// The facts of its files, in pack order.
  public let assets: [AssetFacts]
  /// The most bytes that an animation may take decoded.
  public let animationBudget: Int
  /// The size class that was written down, or else the one nearest to most of the art.
  public let gridSize: GridSize

  /// Creates facts about a pack.
  public init(source: PackSource, assets: [AssetFacts], animationBudget: Int) {
    self.source = source
    self.assets = assets
    self.animationBudget = animationBudget
    let sides = assets.compactMap { $0.image?.canvas }.map { max($0.width, $0.height) }.sorted()
    let middle = sides.isEmpty ? nil : sides[sides.count / 2]
    gridSize = source.gridSize ?? middle.map(GridSize.nearest(toPixels:)) ?? .regular
  }
}
