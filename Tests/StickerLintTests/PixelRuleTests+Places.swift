import ImageContainers
import Pixels
import StickerLint
import TestSupport
import Testing

/// The rules about the place of the art in its canvas, over all frames of an animation.
extension PixelRuleTests {
  private func findings(_ rule: String, _ frames: [Bitmap]) -> [Finding] {
    let file = frames.count == 1 ? PNGBytes.file(frames[0]) : animation(frames)
    return findings([file]).filter { $0.rule == rule }
  }

  /// A box of 30 px at half the height.
  private func box(_ x: Int) -> Bitmap {
    filled(PixelRect(x: x, y: 35, width: 30, height: 30))
  }

  // MARK: Extent

  @Test("art that moves through its canvas is as large as its way")
  func way() {
    for rule in ["mostly-empty", "off-center"] {
      #expect(!findings(rule, [box(5)]).isEmpty)
      #expect(findings(rule, [box(5), box(35), box(65)]) == [])
    }
    // All of the way is on the left.
    #expect(findings("off-center", [box(5), box(20)]).count == 1)
    #expect(findings("mostly-empty", [box(30), box(40)]).count == 1)
  }

  @Test("pixels with an alpha of less than 8 do not make art larger", arguments: [(7, 1), (8, 0)])
  func invisible(_ alpha: UInt8, _ count: Int) {
    var bitmap = box(35)
    for (x, y) in [(5, 5), (94, 94)] {
      bitmap[x, y] = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
    }
    #expect(findings("mostly-empty", [bitmap]).count == count)
  }

  @Test("a sticker that starts small is as large as the rest of its pack")
  func grows() {
    let whole = filled(PixelRect(x: 10, y: 10, width: 80, height: 80))
    let files = (0..<4).map { _ in PNGBytes.file(whole) } + [animation([box(35), whole])]
    #expect(findings(files).filter { $0.rule == "uneven-margins" } == [])
  }

  @Test("a sticker whose pixels all have an alpha of less than 8 is blank", arguments: [7, 8])
  func blank(_ alpha: UInt8) {
    let veil = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
    #expect(findings("blank-sticker", [disc(radius: 40, of: veil)]).isEmpty == (alpha == 8))
  }

  @Test(
    "art that touches an edge is off center with 30% of the canvas free beside it, even if it is cut off",
    // Discs that end at the lower edge, below 30 and 28 free rows, and two that the edge cuts off, below 50 and 29.
    arguments: [(35, 65, 15), (36, 64, 0), (30, 80, 25), (50, 79, 0)])
  func offCenterAtEdge(_ radius: Int, _ y: Int, _ distance: Int) {
    let found = findings(
      "off-center", [disc(radius: Double(radius), of: brown, y: Double(y))])
    #expect(
      found.map(\.message)
        == (distance == 0 ? [] : ["The art sits \(distance) px below the center of its canvas."]))
  }

  // MARK: Edges

  /// Art at the right edge with a contact of some pixels, whose last column has an alpha.
  @Test(
    "art that continues straight out of 5% of an edge is reported",
    arguments: [(4, 255, 0), (5, 255, 1), (40, 200, 1), (40, 191, 0)])
  func clipped(_ height: Int, _ alpha: UInt8, _ count: Int) throws {
    var bitmap = filled(PixelRect(x: 30, y: 50 - height / 2, width: 70, height: height))
    for y in 0..<100 where bitmap[99, y].alpha > 0 { bitmap[99, y].alpha = alpha }
    let found = findings("clipped-art", [bitmap])
    #expect(found.count == count)
    for finding in found {
      #expect(finding.message == "The art is cut straight at the right edge.")
      #expect(finding.measured == Quantity(Double(height), .percent))
    }
  }

  @Test(
    "round art is reported when 2% of the canvas is missing",
    arguments: [(60.5, 0), (61, 0), (64, 1), (70, 1), (90, 0)])
  func round(_ x: Double, _ count: Int) {
    #expect(findings("clipped-art", [disc(radius: 40, of: brown, x: x)]).count == count)
  }

  /// Art of 30 × 40 px at places where it ends on purpose, and one pixel beside them.
  @Test(
    "art at the bottom, in its corners, along half of an edge and at all four edges is not reported",
    arguments: [
      (PixelRect(x: 40, y: 60, width: 30, height: 40), 0),
      (PixelRect(x: 70, y: 60, width: 30, height: 40), 0),
      (PixelRect(x: 70, y: 59, width: 30, height: 40), 1),
      (PixelRect(x: 0, y: 59, width: 30, height: 40), 1),
      (PixelRect(x: 40, y: 0, width: 30, height: 40), 1),
      (PixelRect(x: 70, y: 0, width: 30, height: 40), 1),
      (PixelRect(x: 60, y: 20, width: 40, height: 50), 0),
      (PixelRect(x: 60, y: 20, width: 40, height: 49), 1),
      (PixelRect(x: 20, y: 0, width: 50, height: 40), 0),
      (PixelRect(x: 20, y: 0, width: 49, height: 40), 1),
    ])
  func intended(_ art: PixelRect, _ count: Int) {
    #expect(findings("clipped-art", [filled(art)]).count == count)
    // A cross that touches all four edges.
    var framed = filled(PixelRect(x: 0, y: 30, width: 100, height: 40))
    framed.replace(with: Bitmap(width: 40, height: 100, filledWith: brown), x: 30, y: 0)
    #expect(findings("clipped-art", [framed]) == [])
  }

  @Test(
    "art that leaves the canvas in more than half of the frames is reported with the frames",
    arguments: [
      ([false, true, true, true], " in frames 2 to 4 of 4"),
      ([true, false, true], " in 2 of 3 frames (1 to 3)"),
      ([true, true, true], ""), ([true, false, true, false], nil), ([false, false, true], nil),
    ])
  func leaves(_ isOutside: [Bool], _ frames: String?) throws {
    let found = findings(
      "clipped-art", isOutside.enumerated().map { box($1 ? 80 + $0 % 2 : 35) })
    #expect(
      found.map(\.message)
        == (frames.map { ["The art is cut straight at the right edge\($0)."] } ?? []))
    let first = try #require(isOutside.firstIndex(of: true))
    for finding in found { #expect(finding.place?.part == "frame \(first + 1)") }
  }

  @Test("art that is cut off in every frame that shows it is cut off in all frames")
  func staysCut() {
    let frames = [box(80), Bitmap(width: 100, height: 100), box(75)]
    #expect(
      findings("clipped-art", frames).map(\.message) == [
        "The art is cut straight at the right edge."
      ])
  }

  // MARK: Specks

  private func specked(_ x: Int, _ width: Int = 1, alpha: UInt8 = 255) -> Bitmap {
    var bitmap = disc(radius: 38, of: brown)
    var color = brown
    color.alpha = alpha
    bitmap.replace(with: Bitmap(width: width, height: 1, filledWith: color), x: x, y: 50)
    return bitmap
  }

  @Test("a small speck far from the art is reported, a large, near or faint one or a pixel is not")
  func specks() {
    // The disc starts at 12; 1.8% of the side is 1 px, and 0.03% of the canvas is 3 pixels.
    #expect(
      findings("stray-pixels", [specked(7, 3)]).map(\.message) == [
        "A speck of 3 pixels is beside the art, on the left."
      ])
    #expect(findings("stray-pixels", [specked(8, 3)]) == [])
    #expect(findings("stray-pixels", [specked(4)]) == [])
    #expect(findings("stray-pixels", [specked(4, 2)]) == [])
    #expect(findings("stray-pixels", [specked(1, 4)]) == [])
    #expect(findings("stray-pixels", [specked(4, 3, alpha: 32)]).count == 1)
    #expect(findings("stray-pixels", [specked(4, 3, alpha: 31)]) == [])
  }

  @Test("the border around a leftover speck is reported beside art with such a border")
  func borderedSpeck() {
    func bordered(_ width: Double) -> Bitmap {
      Bitmap(width: 240, height: 240) { x, y in
        let edge = max(abs(Double(x) - 119.5), abs(Double(y) - 119.5))
        let (right, down) = (Double(x) - 19.5, Double(y) - 119.5)
        if edge < 60 { return .gray(40) }
        return edge < 60 + width || right * right + down * down < 81 ? .gray(255) : .clear
      }
    }
    // Centers of pixels in a circle with a radius of 9 px.
    let pixels = (-9..<9).reduce(0) { sum, y in
      sum + (-9..<9).count { x in (x * x + x) + (y * y + y) < 81 }
    }
    #expect(
      findings("stray-pixels", [bordered(8)]).map(\.message) == [
        "A piece of \(pixels) pixels is beside the art, on the left."
      ])
    #expect(findings("stray-pixels", [bordered(0)]) == [])
  }

  @Test("several specks are reported with the largest")
  func severalSpecks() {
    var bitmap = specked(2, 3)
    bitmap.replace(
      with: specked(4, 3).cropped(to: PixelRect(x: 4, y: 50, width: 3, height: 1)), x: 2, y: 3)
    #expect(
      findings("stray-pixels", [bitmap]).map(\.message) == [
        "2 specks are beside the art; the largest, of 3 pixels, is at the top on the left."
      ])
  }

  /// A disc of 300 px and specks in the corner of a canvas of 400 px, whose largest speck has 48 pixels and dust 16.
  private func marked(_ specks: (area: PixelRect, color: Pixel)...) -> Bitmap { marked(specks) }

  private func marked(_ specks: [(area: PixelRect, color: Pixel)]) -> Bitmap {
    var bitmap = Bitmap(width: 400, height: 400) { x, y in
      (x - 200) * (x - 200) + (y - 200) * (y - 200) < 150 * 150 ? brown : .clear
    }
    for (area, color) in specks {
      bitmap.replace(
        with: Bitmap(width: area.width, height: area.height, filledWith: color), x: area.x,
        y: area.y)
    }
    return bitmap
  }

  @Test("a line, and a speck with a line or a larger spot of its color and size, are drawn")
  func drawnSpecks() {
    func count(_ canvas: Bitmap) -> Int { findings("stray-pixels", [canvas]).count }
    func rect(_ x: Int, _ width: Int, _ height: Int) -> PixelRect {
      PixelRect(x: x, y: 2, width: width, height: height)
    }
    let yellow = Pixel(red: 250, green: 200, blue: 0)
    let speck = (rect(2, 4, 4), yellow)
    #expect(count(marked(speck)) == 1)
    #expect(count(marked((rect(2, 4, 12), yellow))) == 1)
    #expect(count(marked((rect(2, 3, 12), yellow))) == 0)
    // The dot of an exclamation mark, with a line of its color, of another one, and of more than 8 times its size.
    #expect(count(marked(speck, (rect(12, 3, 16), yellow))) == 0)
    #expect(count(marked(speck, (rect(12, 3, 16), brown))) == 1)
    #expect(count(marked(speck, (rect(20, 3, 42), yellow))) == 0)
    #expect(count(marked(speck, (rect(20, 3, 43), yellow))) == 1)
    // Two spots of 20 pixels are confetti, and two of 16 are dust.
    #expect(count(marked((rect(2, 5, 4), yellow), (rect(12, 5, 4), yellow))) == 0)
    #expect(count(marked(speck, (rect(12, 4, 4), yellow))) == 1)
  }

  @Test(
    "beside one drawing, a piece that an edge cuts off, and a thin piece of paper, are left over")
  func leftovers() throws {
    func found(_ pieces: PixelRect..., color: Pixel = .gray(250)) -> [String] {
      findings("stray-pixels", [marked(pieces.map { ($0, color) })]).map(\.message)
    }
    let yellow = Pixel(red: 250, green: 200, blue: 0)
    func cut(_ y: Int, x: Int = 390, width: Int = 10) -> PixelRect {
      PixelRect(x: x, y: y, width: width, height: 40)
    }
    let piece = "A piece of 400 pixels is beside the art, on the right."
    #expect(found(cut(180), color: yellow) == [piece])
    #expect(found(cut(180, x: 389), color: yellow) == [])
    // An edge cuts 0.6 of its longer side, or less.
    #expect(found(cut(0, x: 360, width: 40), color: yellow).count == 1)
    #expect(found(PixelRect(x: 360, y: 180, width: 40, height: 23), color: yellow) == [])
    // Three that look alike are drawn.
    #expect(found(cut(120), cut(180), color: yellow).count == 1)
    #expect(found(cut(60), cut(120), cut(180), color: yellow) == [])
    // The disc begins at 50; 1.8% of the side is 7 px, and six times the largest speck 288 pixels.
    func thin(x: Int = 20, _ width: Int) -> PixelRect {
      PixelRect(x: x, y: 180, width: width, height: 72)
    }
    #expect(found(thin(4)).count == 1)
    #expect(found(thin(5)) == [])
    #expect(found(thin(x: 38, 4)).count == 1)
    #expect(found(thin(x: 40, 4)) == [])
    #expect(found(thin(4), color: yellow) == [])
    #expect(found(thin(4), color: brown) == [])
  }

  @Test(
    "a piece of a neighbor does not count for the center of the art, a part of the drawing does")
  func centerWithoutLeftovers() {
    func drawn(_ piece: PixelRect) -> [String] {
      var bitmap = Bitmap(width: 200, height: 200, filledWith: .clear)
      for area in [PixelRect(x: 10, y: 60, width: 80, height: 80), piece] {
        bitmap.replace(
          with: Bitmap(width: area.width, height: area.height, filledWith: brown), x: area.x,
          y: area.y)
      }
      return findings("off-center", [bitmap]).map(\.message)
    }
    let message = "The art sits 50 px left of the center of its canvas."
    #expect(drawn(PixelRect(x: 194, y: 90, width: 6, height: 30)) == [message])
    #expect(drawn(PixelRect(x: 193, y: 90, width: 6, height: 30)) == [])
  }

  @Test(
    "art whose middle is at the center is not off center, although an arm sticks out",
    // The body is 40 × 60 px at the center. Arms of 24 × 23 and 24 px move the middle of the pixels by 5.98 and 6.19 px; the
    // limit is three quarters of 8 px.
    arguments: [(23, 0), (24, 1)])
  func body(_ height: Int, _ count: Int) {
    var bitmap = filled(PixelRect(x: 30, y: 20, width: 40, height: 60))
    bitmap.replace(
      with: Bitmap(width: 24, height: height, filledWith: brown), x: 70, y: 30)
    #expect(findings("off-center", [bitmap]).count == count)
  }

  @Test("a speck that moves with an animation is drawn, one that stays is not")
  func movingSpecks() {
    #expect(findings("stray-pixels", [0, 3, 6, 0].map { specked($0, 3) }) == [])
    #expect(findings("stray-pixels", [4, 4, 4, 1].map { specked($0, 3) }).count == 1)
    #expect(findings("stray-pixels", [4, 4, 0, 1].map { specked($0, 3) }) == [])
  }
}
