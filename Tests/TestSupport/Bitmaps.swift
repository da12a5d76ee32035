import Pixels

extension Bitmap {
  /// Creates a bitmap from a function of the position.
  package init(width: Int, height: Int, painting paint: (_ x: Int, _ y: Int) -> Pixel) {
    self.init(width: width, height: height)
    for y in 0..<height { for x in 0..<width { self[x, y] = paint(x, y) } }
  }

  /// Creates a bitmap of one color.
  package init(width: Int, height: Int, filledWith pixel: Pixel) {
    self.init(width: width, height: height) { _, _ in pixel }
  }

  /// Creates a bitmap from its rows, which all have the same length.
  package init(rows: [[Pixel]]) {
    self.init(width: rows.first?.count ?? 0, height: rows.count) { x, y in rows[y][x] }
  }

  /// Creates art as in stickers: a grained gradient in a disc, which each step moves to the right by
  /// 3 pixels, on a transparent canvas.
  package static func disc(side: Int, step: Int = 0) -> Bitmap {
    var random = SplitMix(state: 1)
    return Bitmap(width: side, height: side) { x, y in
      let (dx, dy) = (x - side / 3 - 3 * step, y - side / 2)
      guard dx * dx + dy * dy < side * side / 9 else { return .clear }
      let grain = UInt8.random(in: 0...15, using: &random)
      return Pixel(red: UInt8(x * 200 / side) + grain, green: UInt8(y * 200 / side), blue: 90)
    }
  }

  /// The pixels, row by row.
  package var pixels: [Pixel] {
    (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } }
  }
}

extension Pixel {
  /// An opaque gray.
  package static func gray(_ code: UInt8) -> Pixel { Pixel(red: code, green: code, blue: code) }
}
