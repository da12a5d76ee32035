internal import Basics
internal import ImageCodecs
package import Pixels
internal import StickerPacks

/// The typeface of pictures: a part of Noto Sans, which `Tools/SheetFont` draws into a picture and describes. It has
/// Latin, Greek and Cyrillic characters; each other one is drawn as a box with its code point.
package struct SheetFont: Sendable {
  package static let regular = SheetFont()

  /// A size in which the letters of the picture are made smaller by a whole number.
  package struct Size: Sendable {
    /// 44.8 px: capitals are 32 px high.
    package static let heading = Size(divisor: 1, digitDivisor: 2, lineHeight: 60)
    /// 22.4 px: capitals are 16 px high.
    package static let text = Size(divisor: 2, digitDivisor: 5, lineHeight: 30)

    fileprivate let divisor: Int
    /// The divisor of the digits of a box.
    fileprivate let digitDivisor: Int
    /// The distance between two baselines, in pixels.
    let lineHeight: Int

    fileprivate var pixels: Double { 44.8 / Double(divisor) }
  }

  // What the tool draws: a cell for each character, with the origin of its glyph in it.
  private static let (cellWidth, cellHeight, cellsInRow) = (72, 64, 24)
  private static let (originX, originY) = (10, 49)

  private let picture: Bitmap?
  /// The numbers of the cells. A letter and a combining accent are equal to the accented letter.
  private let glyphs: [Character: Int]
  /// The widths of characters in pixels of the picture.
  private let advances: [Int]
  /// The distances between two characters in pixels of the picture.
  private let kerning: [String: Int]

  private init() {
    let lines = String(decoding: Resource.bytes("NotoSans.txt"), as: UTF8.self).split(
      separator: "\n")
    // The Kelvin and Angstrom signs and the like are equal to letters.
    glyphs = Dictionary(firstOf: lines[0].unicodeScalars.enumerated().map { (Character($1), $0) })
    advances = lines[1].split(separator: " ").compactMap { Int($0) }
    kerning = Dictionary(
      uniqueKeysWithValues: lines.dropFirst(2).map {
        (String($0.prefix(2)), Int($0.dropFirst(2)) ?? 0)
      })
    var decoder = try? ImageDecoder(Resource.bytes("NotoSans.png"))
    picture = try? decoder?.nextFrame()?.canvas
  }

  // MARK: Lines of text

  /// One drawn part of a character.
  private enum Piece {
    case glyph(Int)
    /// The digits of a code point without a glyph, in two rows.
    case box([String])
  }

  /// The pieces of a text and the distances of their left edges from its own, in pixels.
  private func layout(_ text: String, _ size: Size) -> (pieces: [(Piece, Double)], width: Double) {
    var placed: [(Piece, Double)] = []
    var (x, last) = (0.0, "")
    for character in text {
      for piece in pieces(of: character) {
        switch piece {
        case .glyph(let glyph):
          x += Double(kerning[last + String(character)] ?? 0) / Double(size.divisor)
          placed.append((piece, x))
          x += Double(advances[glyph]) / Double(size.divisor)
        case .box(let rows):
          placed.append((piece, x))
          x += boxWidth(rows, size)
        }
      }
      last = String(character)
    }
    return (placed, x)
  }

  private func pieces(of character: Character) -> [Piece] {
    if let glyph = glyphs[character] { return [.glyph(glyph)] }
    // Variation selectors, joiners and the like are invisible.
    return character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map {
      if let glyph = glyphs[Character($0)] { return .glyph(glyph) }
      let digits = String($0.value, radix: 16, uppercase: true)
      let half = max(2, (digits.count + 1) / 2)
      let padded = String(repeating: "0", count: max(0, 2 * half - digits.count)) + digits
      return .box([String(padded.prefix(half)), String(padded.suffix(half))])
    }
  }

  /// The width of a text in pixels.
  package func width(of text: String, _ size: Size) -> Double { layout(text, size).width }

  /// Returns a text without as many characters in its middle as are needed for a width, in pixels.
  package func fitted(_ text: String, _ size: Size, width: Int) -> String {
    guard self.width(of: text, size) > Double(width) else { return text }
    func shortened(to count: Int) -> String {
      "\(text.prefix((count + 1) / 2))…\(text.suffix(count / 2))"
    }
    var (kept, cut) = (0, text.count)
    while cut - kept > 1 {
      let middle = (kept + cut) / 2
      if self.width(of: shortened(to: middle), size) <= Double(width) {
        kept = middle
      } else {
        cut = middle
      }
    }
    return shortened(to: kept)
  }

  // MARK: Drawing

  /// Calls a function with each pixel of a text and the share of it that the text covers. The coordinates are
  /// relative to the left end of the baseline. A pixel may be covered several times.
  fileprivate func draw(_ text: String, _ size: Size, _ cover: (Int, Int, Double) -> Void) {
    for (piece, x) in layout(text, size).pieces {
      switch piece {
      case .glyph(let glyph): draw(glyph, dividedBy: size.divisor, x: x, y: 0, cover)
      case .box(let rows): draw(rows, x: x, size, cover)
      }
    }
  }

  /// Draws a glyph, each of whose pixels has a part of one pixel of the text.
  private func draw(
    _ glyph: Int, dividedBy divisor: Int, x: Double, y: Int, _ cover: (Int, Int, Double) -> Void
  ) {
    guard let picture else { return }
    let (left, top) = (
      glyph % Self.cellsInRow * Self.cellWidth, glyph / Self.cellsInRow * Self.cellHeight
    )
    let startX = Int(clamping: (x * Double(divisor)).rounded()) - Self.originX
    let startY = y * divisor - Self.originY
    let whole = 255 * Double(divisor * divisor)
    for row in 0..<Self.cellHeight {
      for column in 0..<min(Self.cellWidth, advances[glyph] + 2 * Self.originX) {
        let value = picture[left + column, top + row].red
        guard value > 0 else { continue }
        let place = SIMD2(Double(startX + column), Double(startY + row)) / Double(divisor)
        let pixel = place.rounded(.down)
        cover(Int(clamping: pixel.x), Int(clamping: pixel.y), Double(value) / whole)
      }
    }
  }

  private func digitWidth(_ size: Size) -> Double {
    Double(advances[glyphs["0"] ?? 0]) / Double(size.digitDivisor)
  }

  private func boxWidth(_ rows: [String], _ size: Size) -> Double {
    Double(rows[0].count) * digitWidth(size) + 0.36 * size.pixels
  }

  /// Draws a box from 0.8 of the size above the baseline to 0.14 below it, with two rows of digits.
  private func draw(
    _ rows: [String], x: Double, _ size: Size, _ cover: (Int, Int, Double) -> Void
  ) {
    func pixels(_ share: Double, from start: Double = 0) -> Int {
      Int(clamping: (start + share * size.pixels).rounded())
    }
    let (left, right) = (pixels(0.06, from: x), pixels(-0.06, from: x + boxWidth(rows, size)))
    let (top, bottom, line) = (pixels(-0.8), pixels(0.14), pixels(0.05))
    for y in top..<bottom {
      for x in left..<right
      where y < top + line || y >= bottom - line || x < left + line || x >= right - line {
        cover(x, y, 1)
      }
    }
    let width = digitWidth(size)
    let middle = Double(left + right) / 2 - width * Double(rows[0].count) / 2
    for (row, digits) in rows.enumerated() {
      for (column, digit) in digits.enumerated() {
        draw(
          glyphs[digit] ?? 0, dividedBy: size.digitDivisor, x: middle + Double(column) * width,
          y: pixels(-0.42 + 0.41 * Double(row)), cover)
      }
    }
  }
}

extension Bitmap {
  /// Fills an area inside the bitmap.
  mutating func fill(_ area: PixelRect, with color: Pixel) {
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width { self[x, y] = color }
    }
  }

  /// Writes a line of text on an opaque background.
  ///
  /// - Parameters:
  ///   - x: the left edge of the text.
  ///   - baseline: the upper edge of the row below its baseline.
  package mutating func write(
    _ text: String, x: Int, baseline: Int, _ size: SheetFont.Size, color: Pixel
  ) {
    var shares: [SIMD2<Int>: Double] = [:]
    SheetFont.regular.draw(text, size) { shares[SIMD2(x + $0, baseline + $1), default: 0] += $2 }
    for (place, share) in shares
    where place.x >= 0 && place.x < width && place.y >= 0 && place.y < height {
      self[place.x, place.y] = self[place.x, place.y].mixed(with: color, share: min(share, 1))
    }
  }
}

extension Pixel {
  /// Returns an opaque mixture of two opaque colors.
  ///
  /// - Parameter share: the part of the other color, 0 to 1.
  fileprivate func mixed(with other: Pixel, share: Double) -> Pixel {
    func code(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8(clamping: (Double(own) + (Double(other) - Double(own)) * share).rounded())
    }
    return Pixel(
      red: code(red, other.red), green: code(green, other.green), blue: code(blue, other.blue))
  }
}
