internal import Pixels

/// A font of 5 × 9 pixels for pictures, in `font.txt`: the printable characters of ASCII and a box for all
/// others, 16 in a block. Its capitals are 7 pixels high.
enum SheetFont {
  /// The distance between the left edges of two characters, in pixels.
  static let advance = 6
  /// The height of a line without the space between lines, in pixels.
  static let height = 9

  /// The rows of each character, from the space on: the lowest bit is the leftmost pixel.
  private static let glyphs: [[UInt8]] = {
    let lines = String(decoding: Resource.bytes("font.txt"), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: " ") }
    return stride(from: 0, to: lines.count, by: height).flatMap { top in
      lines[top].indices.map { column in
        lines[top..<top + height].map { line in
          line[column].utf8.enumerated().reduce(0) { bits, pixel in
            pixel.element == UInt8(ascii: "#") ? bits | 1 << UInt8(pixel.offset) : bits
          }
        }
      }
    }
  }()

  /// The rows of a character.
  static func rows(of character: Character) -> [UInt8] {
    let first = UInt8(ascii: " ")
    guard let code = character.asciiValue, code >= first, Int(code - first) < glyphs.count - 1
    else {
      return glyphs[glyphs.count - 1]
    }
    return glyphs[Int(code - first)]
  }
}

extension Bitmap {
  /// Fills an area inside the bitmap.
  mutating func fill(_ area: PixelRect, with color: Pixel) {
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width { self[x, y] = color }
    }
  }

  /// Writes a line of text. What does not fit is left out, with three dots in its place.
  ///
  /// - Parameters:
  ///   - scale: the side of a pixel of the font, in pixels.
  ///   - width: the width that the text may have, in pixels.
  mutating func write(
    _ text: String, x: Int, y: Int, scale: Int, width: Int, color: Pixel
  ) {
    let most = width / (SheetFont.advance * scale)
    let shown = text.count > most ? text.prefix(max(0, most - 3)) + "..." : text[...]
    for (index, character) in shown.prefix(most).enumerated() {
      for (row, bits) in SheetFont.rows(of: character).enumerated() {
        for column in 0..<SheetFont.advance - 1 where bits & 1 << UInt8(column) != 0 {
          fill(
            PixelRect(
              x: x + (index * SheetFont.advance + column) * scale, y: y + row * scale, width: scale,
              height: scale),
            with: color)
        }
      }
    }
  }
}
