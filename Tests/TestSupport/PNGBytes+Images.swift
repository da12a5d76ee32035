import Pixels

extension PNGBytes {
  /// The zlib stream of RGBA rows, none of them filtered.
  package static func rows(_ rows: [[Pixel]]) -> [UInt8] {
    zlib(rows.flatMap { [0] + $0.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] } })
  }

  /// A still RGBA PNG of a bitmap.
  package static func file(_ bitmap: Bitmap) -> [UInt8] {
    let width = bitmap.width * 4
    return still(
      bitmap.width, bitmap.height, depth: 8, color: 6,
      rows: (0..<bitmap.height).flatMap { y in
        [0] + bitmap.samples[y * width..<(y + 1) * width]
      })
  }

  /// A still PNG around chunks that stand between IHDR and IDAT, with raw rows (filter bytes
  /// included) of any depth and color type.
  package static func still(
    _ width: Int, _ height: Int, depth: Int, color: Int, interlace: Int = 0,
    _ chunks: [UInt8] = [], rows: [UInt8]
  ) -> [UInt8] {
    signature + header(width, height, depth: depth, color: color, interlace: interlace) + chunks
      + chunk("IDAT", zlib(rows)) + chunk("IEND")
  }

  /// Where the first chunk of a type begins: the offset of its length.
  package static func offset(of type: String, in file: [UInt8], after start: Int = 0) -> Int? {
    let letters = Array(type.utf8)
    return (start..<file.count - 8).first { file[$0 + 4..<$0 + 8].elementsEqual(letters) }
  }
}
