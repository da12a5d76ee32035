package import Pixels
internal import StickerPacks

/// The typeface of pictures: a part of Noto Sans as a TrueType font, which `Tools/SheetFont` makes. It has Latin,
/// Greek and Cyrillic characters; each other one is drawn as a box with its code point.
///
/// The format is described in Apple's TrueType Reference Manual and in the OpenType specification. Reading it
/// relies on what the tool writes: no instructions, accented letters of parts that are only moved, a table
/// `cmap` in format 12 and a table `kern` in format 0.
package struct SheetFont: Sendable {
  package static let regular = SheetFont(Resource.bytes("NotoSans.ttf"))

  /// A size in which the lower-case letters and the capitals are whole pixels high, which makes their edges sharp.
  package struct Size {
    /// The size in pixels: Noto Sans has an x-height of 0.536 and capitals of 0.714 of it.
    let pixels: Double
    /// The distance between two baselines, in pixels.
    let lineHeight: Int

    /// - Parameter step: a third of the x-height and a quarter of the height of capitals, in pixels.
    package init(step: Int) { (pixels, lineHeight) = (5.6 * Double(step), 15 * step / 2) }
  }

  private let bytes: [UInt8]
  /// The offsets of the tables.
  private let tables: [String: Int]
  private let unitsPerEm: Double
  /// The lowest and the highest point of all glyphs, in font units.
  private let bottom: Int
  private let top: Int
  /// The glyphs of characters. A letter and a combining accent are equal to the accented letter.
  private let glyphs: [Character: Int]
  /// The distances between two glyphs, in font units, by the number of the left one × 65,536 and of the right one.
  private let kerning: [Int: Int]

  private init(_ bytes: [UInt8]) {
    func unsigned(_ offset: Int, _ length: Int = 2) -> Int {
      bytes[offset..<offset + length].reduce(0) { $0 << 8 | Int($1) }
    }
    func signed(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: unsigned(offset))) }
    var tables: [String: Int] = [:]
    for record in (0..<unsigned(4)).map({ 12 + $0 * 16 }) {
      tables[String(decoding: bytes[record..<record + 4], as: UTF8.self)] = unsigned(record + 8, 4)
    }
    let head = tables["head"] ?? 0
    (unitsPerEm, bottom, top) = (Double(unsigned(head + 18)), signed(head + 38), signed(head + 42))
    let characters = (tables["cmap"] ?? 0) + unsigned((tables["cmap"] ?? 0) + 8, 4)
    var glyphs: [Character: Int] = [:]
    for group in (0..<unsigned(characters + 12, 4)).map({ characters + 16 + $0 * 12 }) {
      let (first, last) = (unsigned(group, 4), unsigned(group + 4, 4))
      for code in first...last {
        guard let scalar = Unicode.Scalar(UInt32(code)) else { continue }
        // The Kelvin and Angstrom signs and the like are equal to letters.
        glyphs[Character(scalar)] = unsigned(group + 8, 4) + code - first
      }
    }
    let pairs = (tables["kern"] ?? 0) + 10
    var kerning: [Int: Int] = [:]
    for pair in (0..<unsigned(pairs)).map({ pairs + 8 + $0 * 6 }) {
      kerning[unsigned(pair, 4)] = signed(pair + 4)
    }
    (self.bytes, self.tables, self.glyphs, self.kerning) = (bytes, tables, glyphs, kerning)
  }

  private func unsigned(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
  private func signed(_ offset: Int) -> Int { Int(Int16(truncatingIfNeeded: unsigned(offset))) }

  // MARK: Lines of text

  /// One drawn part of a character.
  private enum Piece {
    case glyph(Int)
    /// The digits of a code point without a glyph, in two rows.
    case box([String])
  }

  /// The pieces of a text and the distances of their left edges from its own, in pixels.
  private func layout(_ text: String, _ size: Size) -> (pieces: [(Piece, Double)], width: Double) {
    let scale = size.pixels / unitsPerEm
    var placed: [(Piece, Double)] = []
    var (x, last) = (0.0, 0)
    for piece in text.flatMap(pieces) {
      switch piece {
      case .glyph(let glyph):
        x += Double(kerning[last << 16 | glyph] ?? 0) * scale
        placed.append((piece, x))
        x += Double(advance(of: glyph)) * scale
        last = glyph
      case .box(let rows):
        placed.append((piece, x))
        x += boxWidth(rows, size)
        last = 0
      }
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

  /// How much of each pixel a text covers, and the number of rows above its baseline.
  fileprivate func cover(_ text: String, _ size: Size) -> (Coverage, above: Int) {
    let (pieces, width) = layout(text, size)
    let scale = size.pixels / unitsPerEm
    let above = Int((Double(top) * scale).rounded(.up)) + 1
    let below = Int((Double(-bottom) * scale).rounded(.up)) + 1
    var coverage = Coverage(
      width: Int(width.rounded(.up)) + 2 * Coverage.margin, height: above + below)
    for (piece, x) in pieces {
      let origin = Coverage.Point(Double(Coverage.margin) + x, Double(above))
      switch piece {
      case .glyph(let glyph):
        outline(glyph) { coverage.add($0, scale: scale, at: origin) }
      case .box(let rows):
        draw(rows, at: origin, size, on: &coverage)
      }
    }
    return (coverage, above)
  }

  // MARK: Boxes

  /// The digits in a box have 0.4 of the size of the text around it.
  private static let digitShare = 0.4

  private func digitWidth(_ size: Size) -> Double {
    Double(advance(of: glyphs["0"] ?? 0)) * size.pixels * Self.digitShare / unitsPerEm
  }

  private func boxWidth(_ rows: [String], _ size: Size) -> Double {
    Double(rows[0].count) * digitWidth(size) + 0.36 * size.pixels
  }

  /// Draws a box from 0.8 of the size above the baseline to 0.14 below it, with two rows of digits.
  private func draw(
    _ rows: [String], at origin: Coverage.Point, _ size: Size, on coverage: inout Coverage
  ) {
    let (left, right) = (
      (origin.x + 0.06 * size.pixels).rounded(),
      (origin.x + boxWidth(rows, size) - 0.06 * size.pixels).rounded()
    )
    let (upper, lower) = (
      (origin.y - 0.8 * size.pixels).rounded(), (origin.y + 0.14 * size.pixels).rounded()
    )
    let line = max(1, (size.pixels / 20).rounded())
    coverage.add(rectangle: (left, upper, right, lower), isClockwise: true)
    coverage.add(
      rectangle: (left + line, upper + line, right - line, lower - line), isClockwise: false)
    let width = digitWidth(size)
    let scale = size.pixels * Self.digitShare / unitsPerEm
    let middle = (left + right) / 2 - width * Double(rows[0].count) / 2
    for (row, digits) in rows.enumerated() {
      let y = origin.y - (0.42 - 0.41 * Double(row)) * size.pixels
      for (column, digit) in digits.enumerated() {
        let place = Coverage.Point(middle + Double(column) * width, y)
        outline(glyphs[digit] ?? 0) { coverage.add($0, scale: scale, at: place) }
      }
    }
  }

  // MARK: Glyphs

  private func advance(of glyph: Int) -> Int {
    let count = unsigned((tables["hhea"] ?? 0) + 34)
    return unsigned((tables["hmtx"] ?? 0) + min(glyph, count - 1) * 4)
  }

  /// The offset of a glyph; nil if it has no outline.
  private func offset(of glyph: Int) -> Int? {
    let long = unsigned((tables["head"] ?? 0) + 50) == 1
    func entry(_ number: Int) -> Int {
      let loca = tables["loca"] ?? 0
      return long
        ? unsigned(loca + number * 4) << 16 | unsigned(loca + number * 4 + 2)
        : unsigned(loca + number * 2) * 2
    }
    return entry(glyph) < entry(glyph + 1) ? (tables["glyf"] ?? 0) + entry(glyph) : nil
  }

  /// A point of a contour, in font units with the y axis up.
  fileprivate struct ContourPoint {
    var x: Int
    var y: Int
    /// Whether the curve passes through it.
    var isOnCurve: Bool
  }

  /// Calls a function with each contour of a glyph.
  private func outline(
    _ glyph: Int, x: Int = 0, y: Int = 0, _ add: ([ContourPoint]) -> Void
  ) {
    guard let start = offset(of: glyph) else { return }
    let contours = signed(start)
    guard contours >= 0 else {
      return parts(at: start + 10, x: x, y: y, add)
    }
    let ends = (0..<contours).map { unsigned(start + 10 + $0 * 2) }
    let count = (ends.last ?? -1) + 1
    var next = start + 10 + contours * 2
    next += 2 + unsigned(next)
    var flags: [UInt8] = []
    while flags.count < count {
      let flag = bytes[next]
      let repeats = flag & 8 == 0 ? 0 : Int(bytes[next + 1])
      flags += Array(repeating: flag, count: repeats + 1)
      next += flag & 8 == 0 ? 1 : 2
    }
    /// The coordinates of one axis: the flag of a byte, and of a positive byte or an equal coordinate.
    func coordinates(_ short: UInt8, _ same: UInt8) -> [Int] {
      var value = 0
      return flags.map { flag in
        if flag & short != 0 {
          value += flag & same != 0 ? Int(bytes[next]) : -Int(bytes[next])
          next += 1
        } else if flag & same == 0 {
          value += signed(next)
          next += 2
        }
        return value
      }
    }
    let (across, up) = (coordinates(2, 16), coordinates(4, 32))
    var first = 0
    for end in ends {
      add(
        (first...end).map {
          ContourPoint(x: x + across[$0], y: y + up[$0], isOnCurve: flags[$0] & 1 != 0)
        })
      first = end + 1
    }
  }

  /// The parts of an accented letter: flags, a glyph, and its distance as words or bytes.
  private func parts(at start: Int, x: Int, y: Int, _ add: ([ContourPoint]) -> Void) {
    var next = start
    while true {
      let flags = unsigned(next)
      let isLong = flags & 1 != 0
      let (right, up) =
        isLong
        ? (signed(next + 4), signed(next + 6))
        : (Int(Int8(bitPattern: bytes[next + 4])), Int(Int8(bitPattern: bytes[next + 5])))
      outline(unsigned(next + 2), x: x + right, y: y + up, add)
      next += isLong ? 8 : 6
      if flags & 32 == 0 { return }
    }
  }
}

/// How much of each pixel outlines cover.
///
/// Each line adds the area to its right in its rows, with the sign of its direction, so the sum from the left is how
/// often the outlines go around a pixel (Levien, "Inside the fastest font renderer in the world").
private struct Coverage {
  /// The space on both sides for glyphs that reach over their edges, in pixels.
  static let margin = 20
  typealias Point = SIMD2<Double>

  let width: Int
  let height: Int
  private var areas: [Double]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    areas = Array(repeating: 0, count: width * height + 2)
  }

  /// The covered part of each pixel of a row, 0 to 1.
  func shares(inRow y: Int) -> [Double] {
    var sum = 0.0
    return areas[y * width..<(y + 1) * width].map {
      sum += $0
      return min(abs(sum), 1)
    }
  }

  /// Adds a contour of quadratic curves, whose points are in font units.
  mutating func add(_ contour: [SheetFont.ContourPoint], scale: Double, at origin: Point) {
    let points = contour.map { Point(Double($0.x), Double(-$0.y)) * scale + origin }
    guard let last = points.indices.last else { return }
    /// The point of the curve at or halfway before a point.
    func start(_ index: Int) -> Point {
      let before = index == 0 ? last : index - 1
      return contour[index].isOnCurve
        ? points[index]
        : contour[before].isOnCurve ? points[before] : (points[before] + points[index]) / 2
    }
    for index in points.indices {
      let next = index == last ? 0 : index + 1
      if contour[index].isOnCurve {
        if contour[next].isOnCurve { add(from: points[index], to: points[next]) }
        continue
      }
      let (from, control, to) = (
        start(index), points[index],
        contour[next].isOnCurve ? points[next] : (points[index] + points[next]) / 2
      )
      var previous = from
      // In the size of a heading, 8 lines are less than 0.02 px away from the longest curve.
      for step in 1...8 {
        let share = Double(step) / 8
        let point =
          from * ((1 - share) * (1 - share)) + control * (2 * share * (1 - share))
          + to * (share * share)
        add(from: previous, to: point)
        previous = point
      }
    }
  }

  mutating func add(
    rectangle: (left: Double, top: Double, right: Double, bottom: Double), isClockwise: Bool
  ) {
    let (left, right) = (rectangle.left, rectangle.right)
    let (upper, lower) =
      isClockwise ? (rectangle.top, rectangle.bottom) : (rectangle.bottom, rectangle.top)
    add(from: Point(right, upper), to: Point(right, lower))
    add(from: Point(left, lower), to: Point(left, upper))
  }

  /// Adds the area to the right of a line.
  private mutating func add(from start: Point, to end: Point) {
    guard start.y != end.y else { return }
    let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
    let sign = start.y < end.y ? 1.0 : -1.0
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    for row in max(0, Int(upper.y))..<min(height, Int(lower.y.rounded(.up))) {
      let (top, bottom) = (max(Double(row), upper.y), min(Double(row + 1), lower.y))
      let (one, other) = (
        upper.x + (top - upper.y) * slope, upper.x + (bottom - upper.y) * slope
      )
      let (left, right) = (min(one, other), max(one, other))
      let part = sign * (bottom - top)
      let first = Int(left)
      var covered = 0.0
      for column in first...max(first, Int(right)) where column >= 0 && column < width {
        // The mean of the part of this column that is to the right of the line.
        let share = Self.mean(from: left, to: right, in: Double(column))
        areas[row * width + column] += part * share - covered
        covered = part * share
      }
      let behind = max(0, max(first, Int(right)) + 1)
      if behind < width { areas[row * width + behind] += part - covered }
    }
  }

  /// The mean of how much of a column is to the right of a point that goes from one place to another.
  private static func mean(from left: Double, to right: Double, in column: Double) -> Double {
    /// The integral of the part to the right of a point, from far left to the point.
    func integral(_ x: Double) -> Double {
      let inside = min(max(x - column, 0), 1)
      return min(x - column, 0) + inside - inside * inside / 2
    }
    guard right - left > 1e-9 else { return 1 - min(max(left - column, 0), 1) }
    return (integral(right) - integral(left)) / (right - left)
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
    let (coverage, above) = SheetFont.regular.cover(text, size)
    for row in 0..<coverage.height where (0..<height).contains(baseline - above + row) {
      let y = baseline - above + row
      for (column, share) in coverage.shares(inRow: row).enumerated() where share > 0 {
        let x = x - Coverage.margin + column
        if (0..<width).contains(x) { self[x, y] = self[x, y].mixed(with: color, share: share) }
      }
    }
  }
}
