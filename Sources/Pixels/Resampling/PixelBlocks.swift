/// The blocks of pixel art: squares of one color in a grid that begins at the corner of the art.
///
/// Such art is scaled by whole factors, because blocks of different sizes or with soft edges look broken.
package struct PixelBlocks: Sendable, Equatable {
  /// The side of a block in pixels, 2 or more.
  package let side: Int
  /// The bounds of the art, in pixels of the canvas. Their sides are multiples of a block.
  package let area: PixelRect

  /// The smallest and the largest number of blocks along each side of the art.
  private static let counts = 8...256
  /// The smallest share of the columns and rows of the grid at which colors change. A card has few.
  private static let minimumShare = 0.5

  /// Looks for blocks that canvases of one size have in common; nil if there are none.
  package init?(of canvases: some Sequence<Bitmap>) {
    var search = PixelBlockSearch()
    for canvas in canvases where search.isOpen { search.add(canvas) }
    guard let blocks = search.blocks else { return nil }
    self = blocks
  }

  /// Creates blocks, unless the art has too few or too many, or few colors change between them.
  ///
  /// - Parameters:
  ///   - columns: the number of columns of the canvas whose left neighbor has another color.
  ///   - rows: the number of rows whose upper neighbor has another color.
  fileprivate init?(side: Int, in area: PixelRect, columns: Int, rows: Int) {
    guard side > 1 else { return nil }
    let (across, down) = (area.width / side, area.height / side)
    guard Self.counts.contains(across), Self.counts.contains(down),
      Double(columns) >= Double(across) * Self.minimumShare,
      Double(rows) >= Double(down) * Self.minimumShare
    else { return nil }
    (self.side, self.area) = (side, area)
  }

  /// Returns the side of the blocks on a canvas whose longer side is scaled by a factor; nil if whole blocks
  /// would make the art much smaller than asked for.
  func side(scaledBy scale: Double) -> Int? {
    let exact = Double(side) * scale
    // Rounding errors must not cost a whole factor.
    let whole = (exact + 1e-9).rounded(.down)
    return whole >= 1 && whole >= exact * Self.minimumScale ? Int(whole) : nil
  }

  /// The smallest size of art in whole blocks, as a share of the size that was asked for.
  private static let minimumScale = 0.74

  /// Returns a canvas of another size with the art in blocks of a side, at about the same place.
  func drawn(_ canvas: Bitmap, inWidth width: Int, height: Int, side: Int) -> Bitmap {
    var result = Bitmap(width: width, height: height)
    let (across, down) = (area.width / self.side, area.height / self.side)
    /// Where the art begins on a side of the result, as far from its center as it was.
    func start(_ place: Int, _ length: Int, _ old: Int, _ new: Int, _ drawn: Int) -> Int {
      let center = (place * 2 + length) * new / old
      return min(max(0, (center - drawn) / 2), max(0, new - drawn))
    }
    let left = start(area.x, area.width, canvas.width, width, across * side)
    let top = start(area.y, area.height, canvas.height, height, down * side)
    for y in 0..<min(down * side, height - top) {
      for x in 0..<min(across * side, width - left) {
        result[left + x, top + y] =
          canvas[area.x + x / side * self.side, area.y + y / side * self.side]
      }
    }
    return result
  }
}

package struct PixelBlockSearch {
  /// The places along an axis at which colors change, and their common divisor from the first of them.
  private struct Axis {
    var isChange: [Bool] = []
    var first: Int?
    var divisor = 0

    mutating func note(_ place: Int) {
      guard !isChange[place] else { return }
      isChange[place] = true
      if let first { divisor = greatestDivisor(divisor, abs(place - first)) } else { first = place }
    }

    /// The common divisor with the ends of the art, where colors may not change.
    func divisor(from start: Int, length: Int) -> Int {
      greatestDivisor(greatestDivisor(divisor, length), abs(start - (first ?? start)))
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
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let place = y * canvas.width + x
        let own = color(place)
        if x > 0, own != color(place - 1) { columns.note(x) }
        if y > 0, own != color(place - canvas.width) { rows.note(y) }
      }
      // Most art is rejected in its first rows.
      if columns.divisor == 1 || rows.divisor == 1 {
        isOpen = false
        return
      }
    }
  }

  /// The blocks that the canvases have in common; nil if there are none.
  package var blocks: PixelBlocks? {
    guard isOpen, let area else { return nil }
    return PixelBlocks(
      side: greatestDivisor(
        columns.divisor(from: area.x, length: area.width),
        rows.divisor(from: area.y, length: area.height)),
      in: area, columns: columns.isChange.count { $0 }, rows: rows.isChange.count { $0 })
  }
}

private func greatestDivisor(_ one: Int, _ other: Int) -> Int {
  var (one, other) = (one, other)
  while other != 0 { (one, other) = (other, one % other) }
  return one
}
