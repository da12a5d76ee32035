internal import Basics

/// A transparent hole inside the art around a part of the drawing, such as an eye whose white was erased
/// around its pupil.
///
/// Most holes are meant: those of letters, rings, handles and bent arms. In none of them does a part of the
/// drawing float, and thin art is around most. Where pupils hang from lids, two such holes are beside each other.
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
  ///
  /// - Parameter cells: the cells of the canvas.
  package static func all(in cells: ArtCells, of bitmap: Bitmap) -> [PixelRect] {
    let pixels = cells.pixels
    let isClear = pixels.map { $0.alpha <= maximumAlpha }
    guard hasEnclosed(isClear, inWidth: cells.width + 2) else { return [] }
    var isFound = cells.outside(neighbors: cells.allNeighbors) { _, next in isClear[next] }
    let least = minimumArea * Double(cells.width * cells.height)
    var holes: [PixelRect] = []
    var others: [PixelRect] = []
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
      } else {
        others.append(cells.bounds(of: [start]))
      }
    }
    return holes + ErasedEye.pairs(at: others, of: bitmap)
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

/// A hole between a lid and a pupil that hangs from it, or around a pupil: the white of an eye that was erased. Cells
/// are too coarse for its shape.
private struct ErasedEye {
  /// The largest alpha of a pixel of a hole.
  private static let maximumAlpha: UInt8 = 64
  /// The smallest alpha of a pixel of the art around it.
  private static let minimumAlpha: UInt8 = 200
  /// The areas of such a hole as fractions of the canvas: up to a quarter of its side.
  private static let areas = 0.0005...0.05
  /// The smallest area of what is between pixels of a hole in its rows, as a fraction of it. Measured: 0.36 or more in
  /// eyes; letters and gaps have up to 0.28, or are not in pairs.
  private static let minimumContent = 0.3
  /// The smallest opaque fraction of what is around its bounds, up to the radius of a disc of its area away.
  private static let minimumSurroundings = 0.8
  /// The largest ratio of the areas of two eyes.
  private static let largestRatio = 2.5
  /// The largest distance of two eyes across and down, as a fraction of the width and height of the larger one.
  private static let (across, down) = (3.5, 0.5)

  let area: PixelRect
  let pixels: Int

  /// Returns the bounds of each eye beside which there is another one.
  ///
  /// - Parameter places: areas with a transparent pixel that art may enclose.
  static func pairs(at places: [PixelRect], of bitmap: Bitmap) -> [PixelRect] {
    guard places.count > 1 else { return [] }
    var isFound = [Bool](repeating: false, count: bitmap.width * bitmap.height)
    let eyes = places.compactMap { ErasedEye(at: $0, of: bitmap, &isFound) }
    return eyes.indices.filter { eye in
      eyes.indices.contains { $0 != eye && eyes[$0].isBeside(eyes[eye]) }
    }.map { eyes[$0].area }
  }

  /// Finds the hole at a place; nil if there is none that was not found, or if it is not that of an eye.
  private init?(at place: PixelRect, of bitmap: Bitmap, _ isFound: inout [Bool]) {
    let (width, height) = (bitmap.width, bitmap.height)
    func isClear(_ x: Int, _ y: Int) -> Bool { bitmap[x, y].alpha <= Self.maximumAlpha }
    let pixels = (place.y..<place.y + place.height).lazy.flatMap { y in
      (place.x..<place.x + place.width).lazy.map { ($0, y) }
    }
    guard let (x, y) = pixels.first(where: { isClear($0.0, $0.1) }), !isFound[y * width + x] else {
      return nil
    }
    isFound[y * width + x] = true
    var hole = [(x: x, y: y)]
    // The columns of the hole in each of its rows.
    var rows: [Int: ClosedRange<Int>] = [:]
    var next = 0
    let largest = Self.areas.upperBound * Double(isFound.count)
    while next < hole.count {
      let (x, y) = hole[next]
      // What is left of a hole that is too large is not found as another one: it is beside transparent pixels.
      guard x > 0, y > 0, x < width - 1, y < height - 1, Double(hole.count) <= largest else {
        return nil
      }
      let columns = rows[y] ?? x...x
      rows[y] = min(columns.lowerBound, x)...max(columns.upperBound, x)
      for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where !isFound[y * width + x] && isClear(x, y) {
        isFound[y * width + x] = true
        hole.append((x, y))
      }
      next += 1
    }
    guard Double(hole.count) >= Self.areas.lowerBound * Double(isFound.count),
      let left = rows.values.map({ $0.lowerBound }).min(),
      let right = rows.values.map({ $0.upperBound }).max(),
      let top = rows.keys.min(), right - left >= rows.count
    else { return nil }
    let content = rows.values.reduce(0) { $0 + $1.count } - hole.count
    guard Double(content) >= Self.minimumContent * Double(hole.count) else { return nil }
    self.pixels = hole.count
    area = PixelRect(x: left, y: top, width: right - left + 1, height: rows.count)
    guard isSurrounded(in: bitmap) else { return nil }
  }

  /// Whether opaque art is around it.
  private func isSurrounded(in bitmap: Bitmap) -> Bool {
    let margin = Int(clamping: (Double(pixels) / .pi).squareRoot())
    var (opaque, count) = (0, 0)
    for y in area.y - margin..<area.y + area.height + margin {
      for x in area.x - margin..<area.x + area.width + margin
      where !(area.y..<area.y + area.height ~= y && area.x..<area.x + area.width ~= x) {
        count += 1
        guard 0..<bitmap.width ~= x, 0..<bitmap.height ~= y else { continue }
        if bitmap[x, y].alpha >= Self.minimumAlpha { opaque += 1 }
      }
    }
    return Double(opaque) >= Self.minimumSurroundings * Double(count)
  }

  /// Whether another eye of about its size is beside it.
  private func isBeside(_ other: Self) -> Bool {
    let (width, height) = (max(area.width, other.area.width), max(area.height, other.area.height))
    // Twice the distances of the centers.
    let right = abs(2 * area.x + area.width - 2 * other.area.x - other.area.width)
    let below = abs(2 * area.y + area.height - 2 * other.area.y - other.area.height)
    return Double(max(pixels, other.pixels)) <= Self.largestRatio
      * Double(min(pixels, other.pixels))
      && right >= 2 * width && Double(right) <= Self.across * 2 * Double(width)
      && Double(below) <= Self.down * 2 * Double(height)
  }
}
