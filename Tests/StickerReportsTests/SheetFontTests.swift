import Pixels
import StickerLint
import StickerReports
import Testing

@Suite("Typeface of contact sheets")
struct SheetFontTests {
  /// A size of 22.4 px.
  let size = SheetFont.Size.text
  let font = SheetFont.regular

  /// Black text on white, with its baseline at row 60.
  func drawing(_ text: String) -> Bitmap {
    var bitmap = Bitmap(width: 400, height: 100, filledWith: .gray(255))
    bitmap.write(text, x: 100, baseline: 60, size, color: .gray(0))
    return bitmap
  }

  @Test(
    "glyphs have the area that fontTools calculates, and the center that FreeType draws without hinting",
    arguments: [
      // An outline, curves, parts, parts of parts, and one of two letters.
      ("W", 116.14, 10.38, -8.28), ("g", 85.54, 7.20, -3.67), ("@", 115.09, 9.89, -7.22),
      ("é", 68.38, 6.22, -7.20), ("Ж", 102.42, 9.57, -7.95), ("ω", 71.57, 8.75, -4.96),
      ("ệ", 78.32, 6.19, -7.13), ("ẵ", 80.17, 6.53, -8.38), ("§", 69.50, 5.72, -8.46),
      ("ĳ", 70.90, 6.15, -5.42),
    ])
  func glyphs(_ character: String, _ area: Double, _ x: Double, _ y: Double) {
    let bitmap = drawing(character)
    var (sum, across, down) = (0.0, 0.0, 0.0)
    for row in 0..<bitmap.height {
      for column in 0..<bitmap.width {
        let ink = 1 - Double(bitmap[column, row].red) / 255
        sum += ink
        across += ink * (Double(column) - 99.5)
        down += ink * (Double(row) - 59.5)
      }
    }
    // The picture of the letters has 16 shades.
    #expect(abs(sum - area) < 0.3)
    #expect(abs(across / sum - x) < 0.03 && abs(down / sum - y) < 0.03)
  }

  @Test("widths are those of FreeType, with kerning")
  func widths() {
    // An em has 1,000 units. Each letter has a whole number of half pixels.
    #expect(abs(font.width(of: "hello.png", size) - 4419 * 0.0224) < 1.5)
    #expect(abs(font.width(of: "AVATAR To Wave", size) - 7629 * 0.0224) < 1.5)
    #expect(
      font.width(of: "AVATAR To Wave", .heading) == 2 * font.width(of: "AVATAR To Wave", size))
  }

  @Test("a letter and a combining accent are the accented letter")
  func combining() {
    #expect(drawing("e\u{301}a\u{308}") == drawing("éä"))
  }

  @Test("capitals and the letter x have sharp edges")
  func sharpness() {
    let letter = drawing("x")
    let rows = (0..<100).map { row in
      (0..<400).reduce(0.0) { $0 + 1 - Double(letter[$1, row].red) / 255 }
    }
    // 12 px high: nothing above and below, and full strokes in the first and last row.
    #expect(rows[47] < 0.2 && rows[60] < 0.2)
    #expect(rows[48] > 4 && rows[59] > 4)
  }

  @Test(
    "other characters are boxes with their code points, and invisible ones are nothing",
    arguments: [("你", 2), ("😀", 3), ("\u{7}", 2), ("\u{10FFFF}", 3)])
  func boxes(_ text: String, digits: Double) {
    // Zero has 572 units, digits 0.4 of the size of the text.
    let expected = 22.4 * (digits * 0.572 * 0.4 + 0.36)
    #expect(abs(font.width(of: text, size) - expected) < 0.5)
    #expect(font.width(of: text + "\u{FE0F}\u{200D}", size) == font.width(of: text, size))
    // The box and digits of another character differ.
    let box = drawing(text)
    #expect(box != drawing("ש"))
    // The left side of the box, from 0.8 of the size above the baseline to 0.14 below.
    #expect((42..<63).allSatisfy { box[101, $0] == .gray(0) })
  }

  @Test("long text loses its middle and fits, and nothing fits into nothing")
  func fitted() {
    #expect(font.fitted("hello.png", size, width: 200) == "hello.png")
    let name = String(repeating: "wave ", count: 800) + "01.png"
    let text = font.fitted(name, size, width: 360)
    #expect(text.hasPrefix("wave wave") && text.contains("…") && text.hasSuffix("01.png"))
    #expect((330...360).contains(font.width(of: text, size)))
    #expect(font.fitted(name, size, width: 0) == "…")
  }

  @Test("each rule fits into the width of a sticker on a sheet")
  func rules() {
    for rule in Rule.all {
      #expect(font.fitted(rule.id + ",", size, width: 360) == rule.id + ",")
    }
  }
}
