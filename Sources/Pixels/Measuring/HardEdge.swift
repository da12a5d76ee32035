/// Counts how much of the slanted and round outline of art has stairs instead of partly transparent pixels.
///
/// Straight edges along rows and columns need no such pixels, and neither do those of the canvas.
package struct HardEdge: Sendable, Equatable {
  /// The number of sampled points of the outline at which it is not straight.
  package private(set) var places = 0
  /// The number of these points whose outermost visible pixel is opaque.
  package private(set) var hard = 0

  /// The smallest share of these points that are hard in art without soft edges. Soft edges have up to 0.6, where
  /// parts of the outline are cut.
  package static let minimumShare = 0.95

  /// Whether nearly the whole outline is hard.
  package var isHard: Bool { places > 0 && Double(hard) >= Self.minimumShare * Double(places) }

  /// Whether the steps of a hard outline are whole blocks, as in enlarged pixel art.
  package private(set) var isInBlocks = false

  /// The sides of blocks that are told from the pixels of a drawing, the smallest share of the steps that are at their edges,
  /// and the smallest number of places of steps both ways.
  private static let (blockSides, minimumAtEdges, minimumSteps) = (3...32, 0.95, 4)

  /// The distance along the outline at which it has moved where it is not straight, in pixels.
  private static let distance = 3

  /// Measures a canvas along its outline.
  package init(of bitmap: Bitmap, along outline: Outline) {
    let samples = bitmap.samples.span
    let (width, height) = (bitmap.width, bitmap.height)
    var (columns, rows): ([Int], [Int]) = ([], [])
    for crossing in outline.crossings {
      let isRow = abs(crossing.step) == 4
      guard crossing.length < (isRow ? width : height) else { continue }
      let (y, x) = (crossing.index / 4).quotientAndRemainder(dividingBy: width)
      let (place, side) = isRow ? (y, height) : (x, width)
      // The outline is straight if both ends of a stretch of it are visible, and transparent one pixel further out.
      let along = isRow ? width * 4 : 4
      let isSlanted = [-Self.distance, Self.distance].contains {
        guard 0..<side ~= place + $0 else { return false }
        let end = crossing.index + $0 * along
        return samples[end + 3] == 0 || samples[end - crossing.step + 3] > 0
      }
      guard isSlanted else { continue }
      places += 1
      guard samples[crossing.index + 3] == 255 else { continue }
      hard += 1
      // The edge of a block goes straight on for its side.
      let blockSide = Self.blockSides.lowerBound
      let isStraight = (1 - blockSide...0).contains { first in
        (first..<first + blockSide).allSatisfy {
          guard 0..<side ~= place + $0 else { return false }
          let end = crossing.index + $0 * along
          return samples[end + 3] > 0 && samples[end - crossing.step + 3] == 0
        }
      }
      guard isStraight else { continue }
      let edge = (isRow ? x : y) + (crossing.step < 0 ? 1 : 0)
      if isRow { columns.append(edge) } else { rows.append(edge) }
    }
    isInBlocks =
      isHard && Double(columns.count + rows.count) >= Self.minimumAtEdges * Double(places)
      && Self.blockSides.contains {
        Self.areEdges(columns, ofBlocks: $0) && Self.areEdges(rows, ofBlocks: $0)
      }
  }

  /// Whether nearly all numbers of columns or rows are edges of blocks with a side.
  private static func areEdges(_ numbers: [Int], ofBlocks side: Int) -> Bool {
    var counts = [Int](repeating: 0, count: side)
    for number in numbers { counts[number % side] += 1 }
    return Double(counts.max() ?? 0) >= minimumAtEdges * Double(numbers.count)
      && Set(numbers).count >= minimumSteps
  }
}
