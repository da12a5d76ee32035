extension ArtExtent {
  /// The smallest share of all pixels that are one drawing, and the largest number of other components beside it: where
  /// there are more, they are drawn.
  private static let (minimumArt, maximumOthers) = (0.85, 3)
  /// The largest number of components that resemble each other. Three are motion lines, steam or letters.
  private static let maximumLike = 2
  /// The distance from the drawing above which a piece does not belong to it, as a fraction of the longer side.
  private static let distance = 0.018
  /// The largest area of a piece of a border, which is long and thin, as a fraction of the canvas.
  private static let largestBorder = 0.0018
  /// The smallest side of a canvas on which a piece is not a part of the drawing, in pixels.
  private static let smallestSide = 64

  /// Returns what is left of a neighbor on a sheet or of an erased border beside a single drawing: a piece that an edge of
  /// the canvas cuts off, or a thin white or gray one.
  package func leftoverPieces(in canvas: PixelRect) -> [Island] {
    guard let islands, let art = islands.first else { return [] }
    let side = max(canvas.width, canvas.height)
    let others = islands.dropFirst().filter { $0.pixels >= Island.seenPixels }
    let all = islands.reduce(0) { $0 + $1.pixels }
    guard side >= Self.smallestSide, others.count <= Self.maximumOthers,
      Double(art.pixels) >= Double(all) * Self.minimumArt
    else { return [] }
    return others.filter { other in
      Double(other.area.distance(from: art.area)) > Double(side) * Self.distance
        && others.count { $0.resembles(other) } <= Self.maximumLike
        && (other.isCutOff
          || !other.isCompact && other.isPaper && !other.hasColor(of: art)
            && Double(other.pixels) <= Double(canvas.width * canvas.height) * Self.largestBorder)
    }
  }
}

extension ArtExtent.Island {
  /// The smallest number of pixels that are seen: one or two are not, a square of 2 × 2 px is
  /// (Tests/Measurements/RuleQuality.md).
  package static let seenPixels = 3

  /// Whether an edge of the canvas cuts it along most of its length.
  package var isCutOff: Bool { edgePixels * 5 >= max(area.width, area.height) * 3 }

  /// Whether it has the color of paper or of its shadow.
  fileprivate var isPaper: Bool {
    let (least, most) = (
      min(color.red, color.green, color.blue), max(color.red, color.green, color.blue)
    )
    return least >= 150 && most - least <= 24
  }
}
