internal import Basics

/// The blocks of pixel art: areas of one color in a grid that begins at the corner of the art.
///
/// Such art is scaled by whole factors, because blocks of different sizes or with soft edges look broken. In art
/// that was scaled by another factor, such as 6.25, blocks have two sizes.
package struct PixelBlocks: Sendable, Equatable {
  /// The mean side of a block in pixels, 2 or more.
  package let side: Double
  /// The smallest and the largest side of a block, in pixels.
  package let sides: ClosedRange<Int>
  /// The bounds of the art, in pixels of the canvas.
  package let area: PixelRect
  /// The first column and the first row of each block, in pixels of the canvas.
  private let columns: [Int]
  private let rows: [Int]

  /// Whether all blocks have one size.
  package var isEven: Bool { sides.count == 1 }

  /// The numbers of blocks along the sides of the art.
  package var count: (across: Int, down: Int) { (columns.count, rows.count) }

  /// The smallest and the largest number of blocks along each side of the art.
  fileprivate static let counts = 8...256
  /// The smallest share of the columns and rows of the grid at which colors change. A card has few.
  private static let minimumShare = 0.5

  /// Looks for blocks that canvases of one size have in common; nil if there are none.
  package init?(of canvases: some Sequence<Bitmap>) {
    var search = PixelBlockSearch()
    for canvas in canvases where search.isOpen { search.add(canvas) }
    guard let blocks = search.blocks else { return nil }
    self = blocks
  }

  /// Looks for the blocks of a canvas whose visible pixels have these bounds.
  package init?(of canvas: Bitmap, in area: PixelRect) {
    var search = PixelBlockSearch()
    search.add(canvas, in: area)
    guard let blocks = search.blocks else { return nil }
    self = blocks
  }

  /// Creates blocks, unless the art has too few or too many, or few colors change between them.
  ///
  /// - Parameters:
  ///   - columns: the columns at which colors change, and those at which the art begins and ends, ascending.
  ///   - rows: the same of rows.
  fileprivate init?(columns: [Int], rows: [Int], in area: PixelRect) {
    let gaps = [columns, rows].flatMap { zip($0.dropFirst(), $0).map { $0 - $1 } }
    let divisor = gaps.reduce(0, greatestDivisor)
    func starts(_ edges: [Int]) -> [Int]? {
      guard let first = edges.first, let last = edges.last else { return nil }
      let all =
        divisor > 1
        ? Array(stride(from: first, to: last, by: divisor)) : Self.starts(between: edges)
      guard let all, Self.counts.contains(all.count),
        Double(edges.count - 1) >= Double(all.count) * Self.minimumShare
      else { return nil }
      return all
    }
    guard let across = starts(columns), let down = starts(rows) else { return nil }
    let ends = [across + [area.x + area.width], down + [area.y + area.height]]
    let lengths = ends.flatMap { zip($0.dropFirst(), $0).map { $0 - $1 } }
    guard let smallest = lengths.min(), let largest = lengths.max(), smallest > 1 else {
      return nil
    }
    sides = smallest...largest
    side = Double(area.width + area.height) / Double(across.count + down.count)
    (self.columns, self.rows, self.area) = (across, down, area)
  }

  /// The largest difference of the distances of edges from an exact grid, in pixels: each is rounded to a pixel.
  private static let maximumRounding = 1.2

  /// Returns the start of each block in a row of blocks of about one size; nil if the edges, of which some
  /// may be missing, are not in a grid.
  private static func starts(between edges: [Int]) -> [Int]? {
    guard let first = edges.first, let end = edges.last,
      let smallest = zip(edges.dropFirst(), edges).map({ $0 - $1 }).min(), smallest > 1
    else { return nil }
    let length = end - first
    // Bounds the time of the search, too.
    guard length / (smallest + 1) <= counts.upperBound else { return nil }
    var best: (size: Double, rounding: Double)?
    // The last edge moves by a quarter of a pixel with each step.
    let step = Double(smallest) / Double(length * 4)
    for size in stride(from: Double(smallest), through: Double(smallest + 1), by: step) {
      var (least, most) = (0.0, 0.0)
      for edge in edges {
        let place = Double(edge - first)
        let miss = place - (place / size).rounded() * size
        (least, most) = (min(least, miss), max(most, miss))
        guard most - least <= maximumRounding else { break }
      }
      let rounding = most - least
      if rounding <= maximumRounding, rounding < best?.rounding ?? .infinity {
        best = (size, rounding)
      }
    }
    guard let (size, _) = best else { return nil }
    var starts = (0..<max(1, Int(clamping: (Double(length) / size).rounded()))).map {
      first + Int(clamping: (Double($0) * size).rounded())
    }
    var last = (edge: first, number: 0)
    for edge in edges {
      let number = Int(clamping: (Double(edge - first) / size).rounded())
      // Sizes differ by a pixel.
      guard number != last.number + 1 || edge - last.edge <= smallest + 1 else { return nil }
      if starts.indices.contains(number) { starts[number] = edge }
      last = (edge, number)
    }
    return starts
  }

  /// Returns the side of the blocks on a canvas whose longer side is scaled by a factor; nil if whole blocks
  /// would make the art much smaller than asked for.
  func side(scaledBy scale: Double) -> Int? {
    let exact = side * scale
    // Rounding errors must not cost a whole factor.
    let whole = (exact + 1e-9).rounded(.down)
    return whole >= 1 && whole >= exact * Self.minimumScale ? Int(clamping: whole) : nil
  }

  /// The smallest size of art in whole blocks, as a share of the size that was asked for.
  private static let minimumScale = 0.74

  /// Returns a canvas of the same size on which all blocks have the largest whole side that is not larger than
  /// the mean one.
  package func evened(_ canvas: Bitmap) -> Bitmap {
    drawn(canvas, inWidth: canvas.width, height: canvas.height, side: Int(clamping: side))
  }

  /// Returns the art with one pixel for each block.
  package func reduced(_ canvas: Bitmap) -> Bitmap {
    var result = Bitmap(width: columns.count, height: rows.count)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() { result[x, y] = canvas[column, row] }
    }
    return result
  }

  /// Returns the pixels of the canvas that blocks cover.
  ///
  /// - Parameter blocks: an area of the result of `reduced`, which is not empty.
  package func pixels(of blocks: PixelRect) -> PixelRect {
    func range(_ starts: [Int], _ first: Int, _ count: Int, _ end: Int) -> (Int, Int) {
      let next = first + count < starts.count ? starts[first + count] : end
      return (starts[first], next - starts[first])
    }
    let (x, width) = range(columns, blocks.x, blocks.width, area.x + area.width)
    let (y, height) = range(rows, blocks.y, blocks.height, area.y + area.height)
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  /// Returns a canvas of another size with the art in blocks of a side, at about the same place.
  func drawn(_ canvas: Bitmap, inWidth width: Int, height: Int, side: Int) -> Bitmap {
    var result = Bitmap(width: width, height: height)
    let (across, down) = count
    /// Returns the place where the art begins on a side of the result, as far from its center as it was.
    func start(_ place: Int, _ length: Int, _ old: Int, _ new: Int, _ drawn: Int) -> Int {
      let center = (place * 2 + length) * new / old
      return min(max(0, (center - drawn) / 2), max(0, new - drawn))
    }
    let left = start(area.x, area.width, canvas.width, width, across * side)
    let top = start(area.y, area.height, canvas.height, height, down * side)
    for y in 0..<min(down * side, height - top) {
      for x in 0..<min(across * side, width - left) {
        result[left + x, top + y] =
          canvas[columns[x / side], rows[y / side]]
      }
    }
    return result
  }
}

package struct PixelBlockSearch {
  /// The places along an axis at which colors change.
  private struct Axis {
    var isChange: [Bool] = []
    /// Whether colors change at two neighbors, between which no block fits.
    var isDense = false

    mutating func note(_ place: Int) {
      guard !isChange[place] else { return }
      isChange[place] = true
      if isChange[place - 1] || place + 1 < isChange.count && isChange[place + 1] { isDense = true }
    }

    /// The changes between two places and these, where colors may not change.
    func edges(from start: Int, length: Int) -> [Int] {
      [start] + (start + 1..<start + length).filter { isChange[$0] } + [start + length]
    }
  }

  private var area: PixelRect?
  private var columns = Axis()
  private var rows = Axis()
  /// Whether the canvases so far may have blocks in common.
  package private(set) var isOpen = true

  package init() {}

  /// Adds a canvas, which has the size of those before it.
  package mutating func add(_ canvas: Bitmap) {
    guard isOpen, let shown = canvas.bounds(ofAlpha: 0xFF, in: canvas.bounds) else { return }
    add(canvas, in: shown)
  }

  /// Adds a canvas, which has the size of those before it, and whose visible pixels have these bounds.
  mutating func add(_ canvas: Bitmap, in shown: PixelRect) {
    guard isOpen else { return }
    if area == nil {
      columns.isChange = [Bool](repeating: false, count: canvas.width)
      rows.isChange = [Bool](repeating: false, count: canvas.height)
    }
    area = area?.union(shown) ?? shown
    let samples = canvas.samples.span
    func color(_ place: Int) -> UInt32 {
      let word = samples.pixelWord(at: place * 4)
      return word >> 24 == 0 ? 0 : word
    }
    // With the neighbors on all sides, which are transparent.
    for y in shown.y..<min(shown.y + shown.height + 1, canvas.height) {
      for x in shown.x..<min(shown.x + shown.width + 1, canvas.width) {
        let place = y * canvas.width + x
        let own = color(place)
        if x > 0, own != color(place - 1) { columns.note(x) }
        if y > 0, own != color(place - canvas.width) { rows.note(y) }
        // Most art is rejected in its first rows.
        if columns.isDense || rows.isDense {
          isOpen = false
          return
        }
      }
    }
  }

  /// The blocks that the canvases have in common; nil if there are none.
  package var blocks: PixelBlocks? {
    guard isOpen, let area else { return nil }
    return PixelBlocks(
      columns: columns.edges(from: area.x, length: area.width),
      rows: rows.edges(from: area.y, length: area.height), in: area)
  }
}

private func greatestDivisor(_ one: Int, _ other: Int) -> Int {
  var (one, other) = (one, other)
  while other != 0 { (one, other) = (other, one % other) }
  return one
}
