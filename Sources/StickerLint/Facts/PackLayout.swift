internal import Basics
internal import Pixels
package import StickerFit
package import StickerManifest

/// The layout that the art of a pack has in common: its size class, and the line on which it stands.
package struct PackLayout: Sendable {
  package let sizeClass: SizeClass
  /// The lower end of the art that most stickers share, as a share of the height of the canvas; nil if there is none,
  /// or if there are fewer than three stickers.
  let baseline: Double?

  /// The largest distance from a common line, as a share of the height of the canvas.
  private static let tolerance = 0.02
  /// The smallest share of the stickers that stand on it.
  private static let leastShare = 0.6

  /// - Parameters:
  ///   - stated: the size class that the pack says it has.
  ///   - images: the stickers of the pack.
  ///   - areShownTogether: whether they are one pack, and not files that were named one by one.
  package init(
    stated: GridSize? = nil, of images: [ImageFacts] = [], areShownTogether: Bool = false
  ) {
    sizeClass = SizeClass(stated: stated, sides: images.compactMap { $0.longerSide })
    let ends = images.compactMap { $0.lowerEnd }.sorted()
    guard areShownTogether, ends.count >= 3 else {
      baseline = nil
      return
    }
    let middle = ends[ends.count / 2]
    let standing = ends.count { abs($0 - middle) <= Self.tolerance }
    baseline = Double(standing) >= Double(ends.count) * Self.leastShare ? middle : nil
  }

  /// Whether the lower end of the art is on the line.
  func hasOnBaseline(_ image: ImageFacts) -> Bool {
    guard let baseline, let end = image.lowerEnd else { return false }
    return abs(end - baseline) <= Self.tolerance
  }
}

extension ImageFacts {
  /// The longer side of the canvas, in pixels.
  var longerSide: Int? { canvas.map { max($0.width, $0.height) } }

  /// The lower end of the art as a share of the height of the canvas; nil without art, or if it fills the
  /// height.
  fileprivate var lowerEnd: Double? {
    guard let area = artArea, let canvas, area.height < canvas.height else { return nil }
    return Double(area.y + area.height) / Double(canvas.height)
  }
}
