package import Basics

/// A rectangle in pixels, with the origin at the top left.
package struct PixelRect: Sendable, Hashable {
  // Half as large as an Int, because lint keeps dozens of rectangles for each sticker. Sides of canvases fit
  // (`CanvasSize`).
  private var left: Int32
  private var top: Int32
  private var columns: Int32
  private var rows: Int32

  /// Creates a rectangle. Numbers that are out of the range of 32 bits become the nearest ones.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (left, top) = (Int32(clamping: x), Int32(clamping: y))
    (columns, rows) = (Int32(clamping: width), Int32(clamping: height))
  }

  package var x: Int {
    get { Int(left) }
    set { left = Int32(clamping: newValue) }
  }
  package var y: Int {
    get { Int(top) }
    set { top = Int32(clamping: newValue) }
  }
  package var width: Int {
    get { Int(columns) }
    set { columns = Int32(clamping: newValue) }
  }
  package var height: Int {
    get { Int(rows) }
    set { rows = Int32(clamping: newValue) }
  }

  /// Creates the bounds of the pixels of a canvas whose numbers, row by row, satisfy a predicate; nil
  /// if there is none.
  init?(inWidth width: Int, height: Int, where isIncluded: (Int) -> Bool) {
    var (left, right, top, bottom) = (width, -1, -1, -1)
    for y in 0..<height {
      let row = y * width
      guard let first = (0..<width).first(where: { isIncluded(row + $0) }) else { continue }
      let last = (0..<width).last(where: { isIncluded(row + $0) }) ?? first
      (left, right) = (min(left, first), max(right, last))
      if top < 0 { top = y }
      bottom = y
    }
    guard right >= 0 else { return nil }
    self.init(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Returns the intersection of both rectangles; nil if it is empty.
  package func intersection(_ other: PixelRect) -> PixelRect? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard left < right, top < bottom else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the gap between both in pixels, along the axis where it is wider; negative if they overlap.
  package func distance(from other: PixelRect) -> Int {
    max(
      other.x - (x + width), x - (other.x + other.width), other.y - (y + height),
      y - (other.y + other.height))
  }

  /// Returns the smallest rectangle that contains both.
  package func union(_ other: PixelRect) -> PixelRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns the pixels of a canvas that a rectangle of cells covers, of a grid over all of the canvas.
  func pixels(
    ofGrid grid: (columns: Int, rows: Int), onWidth canvasWidth: Int, height canvasHeight: Int
  ) -> PixelRect {
    let (left, top) = (x * canvasWidth / grid.columns, y * canvasHeight / grid.rows)
    return PixelRect(
      x: left, y: top, width: (x + width) * canvasWidth / grid.columns - left,
      height: (y + height) * canvasHeight / grid.rows - top)
  }

  /// Returns the numbers of the pixels along the edges of the rectangle on a canvas, each once.
  func edges(inWidth canvasWidth: Int) -> [Int] {
    let (right, bottom) = (x + width - 1, y + height - 1)
    var places: [Int] = []
    places.reserveCapacity(2 * (width + height))
    for row in y < bottom ? [y, bottom] : [y] {
      places += row * canvasWidth + x...row * canvasWidth + right
    }
    for column in x < right ? [x, right] : [x] {
      places += stride(
        from: (y + 1) * canvasWidth + column, to: bottom * canvasWidth, by: canvasWidth)
    }
    return places
  }
}

extension Sequence<Int> {
  /// Returns the bounds of one or more pixels of a canvas by their numbers, row by row.
  func bounds(inWidth width: Int) -> PixelRect {
    var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
    for place in self {
      let (y, x) = place.quotientAndRemainder(dividingBy: width)
      (left, right) = (Swift.min(left, x), Swift.max(right, x))
      (top, bottom) = (Swift.min(top, y), Swift.max(bottom, y))
    }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension PixelRect: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("height", height)
    json.add("width", width)
    json.add("x", x)
    json.add("y", y)
  }
}
