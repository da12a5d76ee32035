internal import Basics

/// A transparent hole inside the art around a part of the drawing, such as an eye whose white was erased
/// around its pupil.
///
/// Most holes are meant: those of letters, rings, handles and bent arms. In none of them does a part of the
/// drawing float, and thin art is around most.
package enum ArtHole {
  /// The largest mean alpha of a cell of a hole.
  private static let maximumAlpha: UInt8 = 64
  /// The smallest mean alpha of a cell of the art around it.
  private static let minimumAlpha: UInt8 = 200
  /// The smallest area of a hole as a fraction of the canvas: 12 × 12 px of 408 × 408 px.
  private static let minimumArea = 0.0009
  /// The smallest area of what floats in a hole as a fraction of it.
  private static let minimumContent = 0.05
  /// The smallest opaque fraction of what is around a hole, up to its radius away. Lattices, wheels and logos
  /// have less.
  private static let minimumSurroundings = 0.97

  /// Returns the bounds of the holes of a canvas, in pixels.
  package static func all(in cells: ArtCells) -> [PixelRect] {
    let pixels = cells.pixels
    let isClear = pixels.map { $0.alpha <= maximumAlpha }
    guard hasEnclosed(isClear, inWidth: cells.width + 2) else { return [] }
    var isFound = cells.outside(neighbors: cells.allNeighbors) { _, next in isClear[next] }
    let least = minimumArea * Double(cells.width * cells.height)
    var holes: [PixelRect] = []
    for start in pixels.indices where isClear[start] && !isFound[start] {
      isFound[start] = true
      var hole = [start]
      var next = 0
      while next < hole.count {
        for neighbor in cells.allNeighbors.map({ hole[next] + $0 })
        where isClear[neighbor] && !isFound[neighbor] {
          isFound[neighbor] = true
          hole.append(neighbor)
        }
        next += 1
      }
      if Double(hole.count) >= least, isAround(hole, of: cells) {
        holes.append(cells.bounds(of: hole))
      }
    }
    return holes
  }

  /// Whether clear cells are enclosed by others: most art has none, and rows of bits tell it in few steps.
  ///
  /// - Parameters:
  ///   - isClear: the cells row by row; those of the border are clear.
  ///   - width: at most 128.
  private static func hasEnclosed(_ isClear: [Bool], inWidth width: Int) -> Bool {
    var open: [UInt128] = []
    for row in stride(from: 0, to: isClear.count, by: width) {
      var bits: UInt128 = 0
      for cell in isClear[row..<row + width].reversed() { bits = bits << 1 | (cell ? 1 : 0) }
      open.append(bits)
    }
    var reached = [UInt128](repeating: 0, count: open.count)
    reached[0] = open[0]
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      let rows = Array(1..<open.count)
      for (row, other) in rows.map({ ($0, $0 - 1) }) + rows.reversed().map({ ($0 - 1, $0) }) {
        let beside = reached[other] | reached[other] << 1 | reached[other] >> 1
        let spread = spread((reached[row] | beside) & open[row], in: open[row])
        if spread != reached[row] { (reached[row], hasChanged) = (spread, true) }
      }
    }
    return reached != open
  }

  /// The bits that are connected to some by bits of a row.
  private static func spread(_ start: UInt128, in open: UInt128) -> UInt128 {
    var (bits, up, down) = (start, open, open)
    for distance in [1, 2, 4, 8, 16, 32, 64] as [UInt128] {
      bits |= up & bits << distance | down & bits >> distance
      up &= up << distance
      down &= down >> distance
    }
    return bits
  }

  /// Whether a hole is around a part of the drawing and inside of opaque art.
  private static func isAround(_ hole: [Int], of cells: ArtCells) -> Bool {
    var isHole = [Bool](repeating: false, count: cells.pixels.count)
    for cell in hole { isHole[cell] = true }
    let isOutside = cells.outside(neighbors: cells.neighbors) { _, next in !isHole[next] }
    let content = isOutside.count { !$0 } - hole.count
    guard Double(content) >= minimumContent * Double(hole.count), content > 0 else { return false }
    let distances = cells.distances(from: isOutside.map { !$0 })
    // The cell next to a hole is partly transparent.
    let radius = (Double(hole.count + content) / .pi).squareRoot()
    let around =
      ArtCells.step + 1...max(2 * ArtCells.step, Int(clamping: radius * Double(ArtCells.step)))
    let surroundings = cells.pixels.indices.filter { around.contains(distances[$0]) }
    let opaque = surroundings.count { cells.pixels[$0].alpha >= minimumAlpha }
    return Double(opaque) >= minimumSurroundings * Double(surroundings.count)
  }
}
