import Pixels
import TestSupport
import Testing

@Suite("Lost art")
struct LostArtTests {
  let red = Pixel(red: 200, green: 0, blue: 0)

  /// A square of 40 px on a transparent canvas of 60 px. A 22nd of it is 2.7 px.
  func square(_ color: (Int, Int) -> Pixel) -> Bitmap {
    Bitmap(width: 60, height: 60) { x, y in
      (10..<50).contains(x) && (10..<50).contains(y) ? color(x - 10, y - 10) : .clear
    }
  }

  func lost(_ bitmap: Bitmap, on background: Pixel) -> LostArt.Portion {
    LostArt.measured(in: bitmap, on: [background])[0].all.lost
  }

  @Test("a part in the color of the background is lost")
  func part() {
    let bitmap = square { x, _ in x < 20 ? .gray(0) : red }
    let black = lost(bitmap, on: .gray(0))
    #expect(black.share == 0.5)
    #expect(black.area == PixelRect(x: 10, y: 10, width: 20, height: 40))
    let white = lost(bitmap, on: .gray(255))
    #expect(white.share == 0)
    #expect(white.area == nil)
  }

  @Test("the share is that of all lost parts, the area that of the largest")
  func parts() {
    let bitmap = square { x, _ in x < 10 || x >= 36 ? .gray(0) : red }
    let found = lost(bitmap, on: .gray(0))
    #expect(found.share == 14.0 / 40)
    #expect(found.area == PixelRect(x: 10, y: 10, width: 10, height: 40))
  }

  @Test("a large canvas is reduced")
  func large() {
    let bitmap = Bitmap(width: 192, height: 192) { x, y in
      guard (32..<160).contains(x), (32..<160).contains(y) else { return .clear }
      return x < 96 ? .gray(0) : red
    }
    let found = lost(bitmap, on: .gray(0))
    #expect(found.share == 0.5)
    #expect(found.area == PixelRect(x: 32, y: 32, width: 64, height: 128))
  }

  @Test(
    "an even border around visible art is not lost at any width, a box around a dot is",
    // The last two are around 14 × 14 px, 0.14 of their area, and 12 × 12 px, 0.099.
    arguments: [(2, 0), (3, 0), (6, 0), (10, 0), (13, 0), (14, 1456.0 / 1600)])
  func border(_ width: Int, _ expected: Double) {
    let bitmap = square { x, y in min(x, y, 39 - x, 39 - y) < width ? .gray(255) : red }
    #expect(lost(bitmap, on: .gray(255)).share == expected)
  }

  @Test(
    "an uneven border is lost unless most of the art or a picture is inside",
    // Without a corner it is not a plate. 510 of 1,431 px with a border of 3 and 17 px, 680 of a rectangle, and 950 with a
    // border of 1 to 14 px.
    arguments: [
      (PixelRect(x: 3, y: 3, width: 20, height: 34), 13, 921.0 / 1431),
      (PixelRect(x: 3, y: 3, width: 20, height: 34), 40, 0),
      (PixelRect(x: 1, y: 14, width: 38, height: 25), 40, 0),
    ] as [(PixelRect, Int, Double)])
  func card(_ picture: PixelRect, _ notch: Int, _ expected: Double) {
    let bitmap = square { x, y in
      if x >= 27, y < 13 { return .clear }
      return picture.intersection(PixelRect(x: x, y: y, width: 1, height: 1)) == nil
        || x >= notch && y >= 20 ? .gray(255) : red
    }
    #expect(lost(bitmap, on: .gray(255)).share == expected)
  }

  @Test(
    "a plate with a sign of at least a tenth of its area is not lost, a ghost with eyes is",
    arguments: ["square", "disc", "small sign", "ghost"])
  func plate(_ name: String) {
    // The disc has about 1,257 px. 10 × 12 px are 0.106 of the rest, and 8 × 12 px are 0.083.
    let side = name == "small sign" ? 8 : name == "square" ? 14 : 10
    let canvas = square { x, y in
      let (right, down) = (2 * x - 39, 2 * y - 39)
      let isRound = right * right + down * down <= 1600
      // A ghost has a round head and two legs.
      let isInside =
        switch name {
        case "square": true
        case "ghost": (isRound || y >= 20) && (y < 28 || abs(right) > 14)
        default: isRound
        }
      guard isInside else { return .clear }
      return (12..<12 + side).contains(x) && (12..<24).contains(y) ? red : .gray(255)
    }
    #expect((lost(canvas, on: .gray(255)).share == 0) == (name == "square" || name == "disc"))
  }

  @Test("a border that the canvas cuts is a border, hair above a face is not")
  func open() {
    let cut = Bitmap(width: 60, height: 60) { x, y in
      guard (10..<50).contains(x), y >= 10 else { return .clear }
      return min(x - 10, y - 10, 49 - x) < 6 ? .gray(0) : red
    }
    #expect(lost(cut, on: .gray(0)).share == 0)
    // 12 px of hair above 28 px of a face, and 6 px beside it.
    let hair = square { x, y in y < 12 || min(x, 39 - x) < 6 && y < 34 ? .gray(0) : red }
    #expect(lost(hair, on: .gray(0)).share > 0.4)
  }

  @Test(
    "the inside of a drawn line is not lost unless the gap is wide",
    // 35 px open to the background along 119 px of line, and 36 along 118.
    arguments: [(35, 0), (36, 1480.0 / 1600)])
  func gap(_ width: Int, _ expected: Double) {
    let bitmap = square { x, y in
      let isLine = min(x, y, 39 - x, 39 - y) == 0
      return isLine && !(x == 0 && (1...width).contains(y)) ? .gray(0) : .gray(255)
    }
    #expect(lost(bitmap, on: .gray(255)).share == expected)
  }

  @Test(
    "a contrast of 1.4:1 or a channel that differs by 0.2 in linear light is visible",
    arguments: [
      // (0.01938 + 0.05) / 0.05 = 1.388, and 1.406 for code 39.
      (Pixel.gray(0), Pixel.gray(38), 1), (.gray(0), .gray(39), 0),
      // 1 - 0.80695 = 0.193, and 0.201 for code 231.
      (.gray(255), .gray(232), 1), (.gray(255), .gray(231), 0),
      // 0.198 and 0.2015, whose luminance is only 0.015.
      (.gray(0), Pixel(red: 0, green: 0, blue: 123), 1),
      (.gray(0), Pixel(red: 0, green: 0, blue: 124), 0),
    ] as [(Pixel, Pixel, Double)])
  func threshold(_ background: Pixel, _ color: Pixel, _ expected: Double) {
    #expect(lost(square { _, _ in color }, on: background).share == expected)
  }

  @Test(
    "the lower the contrast, the more is lost",
    arguments: [
      // (0.00478 + 0.05) / 0.05 = 1.096, and 1.104 for code 16.
      (15, [1, 1, 1]), (16, [0, 1, 1]),
      // 1.406, as above.
      (39, [0, 0, 1]),
      // (0.02956 + 0.05) / 0.05 = 1.591, and 1.613 for code 49.
      (48, [0, 0, 1]), (49, [0, 0, 0]),
    ] as [(UInt8, [Double])])
  func levels(_ code: UInt8, _ expected: [Double]) {
    let found = LostArt.measured(in: square { _, _ in .gray(code) }, on: [.gray(0)])[0]
    #expect([found.all.invisible.share, found.all.lost.share, found.all.faint.share] == expected)
  }

  @Test("another color of the same luminance is visible")
  func hue() {
    // Red and systemBlue differ by less than 1% in luminance.
    let bitmap = square { _, _ in Pixel(red: 255, green: 0, blue: 0) }
    #expect(lost(bitmap, on: Pixel(red: 0, green: 122, blue: 255)).share == 0)
  }

  @Test(
    "at the same lightness, a hue is visible that differs by 64 in red minus green, or by 0.82 of a gray toward red",
    arguments: [
      // 0.82 × 44 = 36.1, and contrasts of 1.15:1.
      (Pixel(red: 79, green: 44, blue: 46), Pixel(red: 44, green: 44, blue: 46), 1),
      (Pixel(red: 80, green: 44, blue: 46), Pixel(red: 44, green: 44, blue: 46), 0),
      // Brown hair and icing at 1.09:1 and 1.32:1.
      (Pixel(red: 70, green: 40, blue: 20), Pixel(red: 44, green: 44, blue: 46), 1),
      (Pixel(red: 94, green: 54, blue: 22), Pixel(red: 44, green: 44, blue: 46), 0),
      // Toward green at 1.16:1 and 1.18:1.
      (Pixel(red: 0, green: 63, blue: 46), Pixel(red: 44, green: 44, blue: 46), 1),
      (Pixel(red: 0, green: 64, blue: 46), Pixel(red: 44, green: 44, blue: 46), 0),
      // Navy, and dark red on black, where no hue is seen.
      (Pixel(red: 0, green: 0, blue: 112), Pixel(red: 44, green: 44, blue: 46), 1),
      (Pixel(red: 80, green: 0, blue: 0), Pixel.gray(0), 1),
    ] as [(Pixel, Pixel, Double)])
  func maroon(_ color: Pixel, _ background: Pixel, _ expected: Double) {
    #expect(lost(square { _, _ in color }, on: background).share == expected)
  }

  @Test(
    "another hue is faint on a colored bubble at a contrast below 1.25:1, with up to 100 codes less blue",
    arguments: [
      // All at 1.09:1; of the last two, one differs by 161 in red, the other by 127 in blue.
      (Pixel(red: 0, green: 0x81, blue: 0xB1), 1), (Pixel(red: 0x47, green: 0x7F, blue: 0x9B), 1),
      (Pixel(red: 0xA1, green: 0x56, blue: 0xD2), 0), (Pixel(red: 0, green: 0x87, blue: 0x80), 0),
      // 1.43:1.
      (Pixel(red: 0x40, green: 0x60, blue: 0xC0), 0),
    ] as [(Pixel, Double)])
  func teal(_ color: Pixel, _ expected: Double) {
    let blue = Pixel(red: 0, green: 122, blue: 255)
    let found = LostArt.measured(in: square { _, _ in color }, on: [blue])[0]
    #expect(found.all.faint.share == expected)
    // On gray, any hue is seen: teal at 1.03:1.
    let teal = square { _, _ in Pixel(red: 0, green: 0x81, blue: 0xB1) }
    #expect(LostArt.measured(in: teal, on: [.gray(120)])[0].all.faint.share == 0)
  }

  @Test(
    "another hue is lost on a colored bubble at a contrast below 1.12:1, with up to 80 codes less or more of each channel",
    arguments: [
      // 80 and 81 codes less blue, then 1.09:1 and 1.13:1.
      (Pixel(red: 0, green: 129, blue: 175), 1), (Pixel(red: 0, green: 128, blue: 174), 0),
      (Pixel(red: 60, green: 140, blue: 190), 1), (Pixel(red: 66, green: 142, blue: 195), 0),
    ] as [(Pixel, Double)])
  func steelBlue(_ color: Pixel, _ expected: Double) {
    let blue = Pixel(red: 0, green: 122, blue: 255)
    let found = LostArt.measured(in: square { _, _ in color }, on: [blue])[0].all
    #expect(found.faint.share == 1)
    #expect(found.lost.share == expected)
  }

  @Test(
    "a darker shade of a colored bubble is told apart by its contrast alone",
    arguments: [
      // 1.39:1, 1.51:1 and 1.63:1, and purple at 1.47:1.
      (Pixel(red: 0, green: 102, blue: 204), 1, 1), (Pixel(red: 0, green: 95, blue: 199), 0, 1),
      (Pixel(red: 0, green: 90, blue: 190), 0, 0), (Pixel(red: 40, green: 95, blue: 215), 0, 0),
    ] as [(Pixel, Double, Double)])
  func shade(_ color: Pixel, _ lost: Double, _ faint: Double) {
    let blue = Pixel(red: 0, green: 122, blue: 255)
    let found = LostArt.measured(in: square { _, _ in color }, on: [blue])[0]
    #expect([found.all.lost.share, found.all.faint.share] == [lost, faint])
  }

  @Test(
    "a part that touches visible art with at most a tenth of its outline is separate, too",
    // A bar of 1 px touches it with one of 2 * length + 2 pixels.
    arguments: [(4, 0), (5, 5.0 / 805)] as [(Int, Double)])
  func attached(_ length: Int, _ expected: Double) {
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      if (0..<20).contains(x), (10..<50).contains(y) { return red }
      return (20..<20 + length).contains(x) && y == 30 ? .gray(0) : .clear
    }
    #expect(LostArt.measured(in: bitmap, on: [.gray(0)])[0].separate.invisible.share == expected)
  }

  /// A red square of 30 px with a black border of 3 px and more black, on a transparent canvas of 96 px.
  private func bordered(by isBlack: (Int, Int) -> Bool) -> Bitmap {
    Bitmap(width: 96, height: 96) { x, y in
      if (33..<63).contains(x), (33..<63).contains(y) { return red }
      return (30..<66).contains(x) && (30..<66).contains(y) || isBlack(x, y) ? .gray(0) : .clear
    }
  }

  @Test(
    "what sticks out of a black border is separate from 6% of the canvas on, unlike the border",
    // A pole of 3 px above it: of the canvas's 96 px, 5.76 are 6%. Its last pixel belongs to the border.
    arguments: [0, 5, 6, 20])
  func limb(_ length: Int) {
    let canvas = bordered { x, y in (46..<49).contains(x) && (30 - length..<30).contains(y) }
    let found = LostArt.measured(in: canvas, on: [.gray(0), .gray(255)])
    #expect(found.allSatisfy { $0.all.invisible.share == 0 })
    let area = PixelRect(x: 46, y: 30 - length, width: 3, height: length - 1)
    #expect(found[0].separate.invisible.area == (length < 6 ? nil : area))
    let share = Double(3 * (length - 1)) / Double(36 * 36 + 3 * length)
    #expect(found[0].separate.invisible.share == (length < 6 ? 0 : share))
    #expect(found[1].separate.invisible.share == 0)
  }

  @Test("the pointed corner of a thick outline is not missed")
  func miter() {
    // A triangle of 20 px, with 12 px at the border.
    let canvas = bordered { x, y in y >= 10 && y < 30 && abs(x - 48) * 10 < (y - 9) * 3 }
    #expect(LostArt.measured(in: canvas, on: [.gray(0)])[0].separate.invisible.share == 0)
  }

  @Test("paper that sticks out of a white border is not missed on white")
  func paper() {
    let canvas = bordered { x, y in (46..<49).contains(x) && y < 30 }
    let white = Bitmap(width: 96, height: 96) { x, y in
      canvas[x, y] == .gray(0) ? .gray(255) : canvas[x, y]
    }
    #expect(LostArt.measured(in: white, on: [.gray(255)])[0].separate.invisible.share == 0)
  }

  @Test("a black patch that leans on visible art more than it sticks out is not a limb")
  func leaning() {
    // A half of 20 × 40 px between the red square and another part.
    let canvas = Bitmap(width: 96, height: 96) { x, y in
      guard (30..<66).contains(y) else { return .clear }
      return (10..<30).contains(x) || (50..<70).contains(x)
        ? red : (30..<50).contains(x) ? .gray(0) : .clear
    }
    #expect(LostArt.measured(in: canvas, on: [.gray(0)])[0].separate.invisible.share == 0)
  }

  /// A red square of 60 px with an upper third in another color, from which five lines of 2 px lead to its lower edge. Its
  /// border is 450 px long there, so 1,600 px of area are less than a 22nd of 96 px for each of them.
  private func lined(_ color: Pixel, hasFrame: Bool = false) -> Bitmap {
    Bitmap(width: 96, height: 96) { x, y in
      guard (18..<78).contains(x), (18..<78).contains(y) else { return .clear }
      let isFrame = hasFrame && min(x - 18, y - 18, 77 - x, 77 - y) < 2
      return y < 38 || (x - 18) % 12 / 2 == 2 || isFrame ? color : self.red
    }
  }

  @Test("black hair is lost on black although lines of the drawing lead on from it")
  func hair() {
    let found = LostArt.measured(in: lined(.gray(0)), on: [.gray(0)])[0]
    for portion in [found.all.invisible, found.all.lost, found.all.faint] {
      #expect(portion.share == 1.0 / 3)
      #expect(portion.area == PixelRect(x: 18, y: 18, width: 60, height: 20))
    }
    // What sticks out in white is paper, and a plate keeps what is on it.
    #expect(LostArt.measured(in: lined(.gray(255)), on: [.gray(255)])[0].all.faint.share == 0)
    let plate = lined(.gray(0), hasFrame: true)
    #expect(LostArt.measured(in: plate, on: [.gray(0)])[0].all.faint.share == 0)
  }

  @Test(
    "three quarters of the art in thin open lines are lost together",
    // Black bars of 3 × 40 px with a red line at their right; each has an open border of 46 px.
    arguments: [(1, 0.75), (2, 0)] as [(Int, Double)])
  func whole(_ red: Int, _ expected: Double) {
    let canvas = Bitmap(width: 96, height: 96) { x, y in
      guard (10..<74).contains(x), (20..<60).contains(y) else { return .clear }
      let place = (x - 10) % 8
      return place < 3 ? .gray(0) : place < 3 + red ? self.red : .clear
    }
    let found = LostArt.measured(in: canvas, on: [.gray(0)])[0].all.invisible
    #expect(found.share == expected)
    #expect(
      found.area == (expected == 0 ? nil : PixelRect(x: 10, y: 20, width: 59, height: 40)))
  }

  @Test("a body with an outline that the canvas cuts is not lost", arguments: [60, 50])
  func cut(_ bottom: Int) {
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      guard (10..<50).contains(x), (10..<bottom).contains(y) else { return .clear }
      return min(x - 10, y - 10, 49 - x) < 2 ? .gray(90) : .gray(255)
    }
    // Above the edge of the canvas, the same body is open for 36 of 112 px along its outline.
    #expect((lost(bitmap, on: .gray(255)).share == 0) == (bottom == 60))
  }

  @Test("the flat shadow on the ground below a figure is not a part of its own")
  func groundShadow() {
    // A figure of 24 × 30 px, and an ellipse that is 4 px high.
    func separate(top: Int, left: Int = 30, width: Int = 28, color: Pixel = .gray(8)) -> Double {
      let canvas = Bitmap(width: 80, height: 80) { x, y in
        let (right, down) = (Double(x - left) + 0.5, Double(y - top) - 1.5)
        let radius = Double(width) / 2
        if right * right / (radius * radius) + down * down / 4 <= 1 { return color }
        return (18..<42).contains(x) && (25..<55).contains(y) ? red : .clear
      }
      return LostArt.measured(in: canvas, on: [color])[0].separate.invisible.share
    }
    #expect(separate(top: 62) == 0)
    // Above the figure, beside it, less than four times as wide as high, and white.
    #expect(separate(top: 10) > 0 && separate(top: 62, left: 62) > 0)
    #expect(separate(top: 62, width: 14) > 0 && separate(top: 62, color: .gray(255)) > 0)
  }

  @Test(
    "a part that touches no visible art is separate",
    // 8 × 8 px beside 20 × 40 px.
    // Side by side, 8 of its 32 px are beside visible art.
    arguments: [(20, 0), (22, 64.0 / 864)] as [(Int, Double)])
  func separate(_ left: Int, _ expected: Double) {
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      if (0..<20).contains(x), (10..<50).contains(y) { return red }
      return (left..<left + 8).contains(x) && (10..<18).contains(y) ? .gray(255) : .clear
    }
    let found = LostArt.measured(in: bitmap, on: [.gray(255), .gray(0)])
    #expect(found[0].separate.invisible.share == expected)
    let area: PixelRect? = expected == 0 ? nil : PixelRect(x: left, y: 10, width: 8, height: 8)
    #expect(found[0].separate.invisible.area == area)
    #expect(found[1].separate.invisible.share == 0)
  }

  @Test(
    "a separate part is counted from its visibility on",
    // On black, (0.00478 + 0.05) / 0.05 = 1.10; (0.01938 + 0.05) / 0.05 = 1.39; (0.02519 + 0.05) / 0.05 = 1.50.
    arguments: [(15, 3), (38, 2), (44, 1), (60, 0)] as [(UInt8, Int)])
  func separateParts(_ code: UInt8, _ count: Int) {
    // Two squares of 8 px beside 20 × 40 px, one of which is pale.
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      if (0..<20).contains(x), (10..<50).contains(y) { return red }
      if (40..<48).contains(x), (40..<48).contains(y) { return .gray(230) }
      return (40..<48).contains(x) && (20..<28).contains(y) ? .gray(code) : .clear
    }
    let found = LostArt.measured(in: bitmap, on: [.gray(0)])[0]
    let portions = [found.separate.faint, found.separate.lost, found.separate.invisible]
    #expect(portions.map(\.share) == (0..<3).map { $0 < count ? 64.0 / 928 : 0 })
    #expect(LostArt.measured(in: bitmap, on: [.gray(245)])[0].separate.lost.share == 0)
  }

  @Test("mostly transparent parts do not count", arguments: [(127, false), (128, true)])
  func shadow(_ alpha: UInt8, _ isLost: Bool) {
    let glass = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
    let bitmap = square { _, y in y < 20 ? .gray(255) : glass }
    #expect((lost(bitmap, on: .gray(0)).area != nil) == isLost)
  }

  @Test("where all of the art is mostly transparent, it counts", arguments: [1, 127] as [UInt8])
  func faint(_ alpha: UInt8) {
    let glass = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
    #expect(lost(square { _, _ in glass }, on: .gray(0)).share == 1)
  }

  @Test("an empty canvas loses nothing")
  func empty() {
    #expect(lost(Bitmap(width: 9, height: 9), on: .gray(0)).share == 0)
  }

  @Test("the strips of an outline that touch at corners only are one border")
  func pixelOutline() {
    // Rows of pixels of 6 x 6 px: black strips around a red cross.
    let rows = [".####.", "#rrrr#", "#rrrr#", "#rrrr#", "#rrrr#", ".####."].map(Array.init)
    let outlined = Bitmap(width: 96, height: 96) { x, y in
      let (column, row) = (x / 6 - 4, y / 6 - 4)
      guard rows.indices.contains(row), rows[row].indices.contains(column) else { return .clear }
      return switch rows[row][column] {
      case "#": .gray(0)
      case "r": red
      default: .clear
      }
    }
    #expect(lost(outlined, on: .gray(0)).share == 0)
    // Without its lower strip, the outline is open.
    let open = Bitmap(width: 96, height: 96) { x, y in y < 54 ? outlined[x, y] : .clear }
    #expect(lost(open, on: .gray(0)).share > 0.3)
  }

  @Test("a plate is convex: a hexagon with a sign, but not an arrow")
  func convexPlate() {
    func share(_ contains: (Int, Int) -> Bool) -> Double {
      lost(
        Bitmap(width: 96, height: 96) { x, y in
          let (right, down) = (abs(2 * x - 95), abs(2 * y - 95))
          if right <= 24, down <= 24 { return red }
          return contains(right, down) ? .gray(0) : .clear
        }, on: .gray(0)
      ).share
    }
    // 160 px high, 140 px wide.
    #expect(share { right, down in right <= 69 && right * 4 + down * 7 <= 553 } == 0)
    // A plus sign.
    #expect(share { right, down in min(right, down) <= 30 && max(right, down) <= 79 } > 0.5)
  }
}
