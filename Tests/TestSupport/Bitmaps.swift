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

  /// The pixels, row by row.
  package var pixels: [Pixel] {
    (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } }
  }
}

extension Pixel {
  /// An opaque gray.
  package static func gray(_ code: UInt8) -> Pixel { Pixel(red: code, green: code, blue: code) }
}
