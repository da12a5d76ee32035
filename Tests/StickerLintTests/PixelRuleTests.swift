import Basics
import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// The rules about pixels, at their limits, on generated bitmaps.
@Suite("Pixel rules")
struct PixelRuleTests {
  let brown = Pixel(red: 150, green: 90, blue: 50)

  func animation(_ canvases: [Bitmap], milliseconds: Int = 100, plays: Int = 0) -> [UInt8] {
    PNGBytes.file(
      canvases[0].width, canvases[0].height,
      frames: canvases.map { (PNGBytes.rows($0), (milliseconds, 1000)) }, plays: plays)
  }

  /// The findings for a pack of files, without those about canvas sizes and compression: canvases here are small, and
  /// their data is stored.
  func findings(_ files: [[UInt8]]) -> [Finding] {
    let assets = files.enumerated().map { index, bytes in
      AssetFacts(bytes, name: "\(index).png", label: "No. \(index) of them")
    }
    return Linter(jobs: 1).check(PackFacts(assets)).findings.filter {
      !$0.rule.hasPrefix("canvas-")
        && !["grid-size-mismatch", "loose-compression"].contains($0.rule)
    }
  }

  func ids(_ bitmap: Bitmap) -> [String] { findings([PNGBytes.file(bitmap)]).map(\.rule) }

  /// A disc on a canvas of 100 px, centered by default.
  func disc(
    radius: Double, of color: Pixel, on background: Pixel = .clear, x: Double = 50, y: Double = 50
  ) -> Bitmap {
    Bitmap(width: 100, height: 100) { column, row in
      let (right, down) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
      return right * right + down * down < radius * radius ? color : background
    }
  }

  func filled(_ area: PixelRect, on background: Pixel = .clear) -> Bitmap {
    Bitmap(width: 100, height: 100) { x, y in
      PixelRect(x: x, y: y, width: 1, height: 1).intersection(area) == nil ? background : brown
    }
  }

  @Test("a centered disc has no findings")
  func nothing() { #expect(ids(disc(radius: 40, of: brown)) == []) }

  // MARK: Backgrounds

  @Test("round art on a single color is reported as a box, a full canvas is not")
  func background() throws {
    let boxed = findings([
      PNGBytes.file(disc(radius: 40, of: brown, on: Pixel(red: 250, green: 128, blue: 1)))
    ])
    #expect(boxed.map(\.rule) == ["background-box"])
    #expect(try #require(boxed.first).message.hasPrefix("An orange box covers"))
    var photo = disc(radius: 40, of: brown, on: .gray(255))
    for x in 0..<100 { photo[x, 0] = .gray(UInt8(x)) }
    #expect(ids(photo) == ["no-transparency"])
  }

  @Test("art that fills at least 92% of its bounding box is a card, not a box")
  func card() {
    let frame = filled(PixelRect(x: 10, y: 10, width: 80, height: 80), on: .gray(255))
    #expect(ids(frame) == ["no-transparency"])
    // 6,400 pixels; without 511 they fill 92.02%, without 512 exactly 92%, without 513 less.
    for (cut, expected) in [(512, "no-transparency"), (513, "background-box")] {
      var card = frame
      for place in 0..<cut { card[10 + place % 32, 10 + place / 32] = .gray(255) }
      #expect(ids(card) == [expected])
    }
  }

  @Test("a translucent box inside the canvas is reported with its opacity and size")
  func inset() throws {
    let tint = Pixel(red: 200, green: 240, blue: 200, alpha: 51)
    var canvas = disc(radius: 20, of: brown)
    for y in 20..<80 {
      for x in 20..<80 where canvas[x, y] == .clear { canvas[x, y] = tint }
    }
    let found = findings([PNGBytes.file(canvas)]).filter { $0.rule == "background-box" }
    #expect(found.count == 1)
    // 60 × 60 pixels, without a ring of 1 px and the disc of about 1,260, of 10,000.
    #expect(
      try #require(found.first).message.hasPrefix(
        "A light green translucent box covers 21% of the canvas"))
  }

  // MARK: Edges

  @Test("a halo is reported with its color from 60% of the edge on")
  func halo() throws {
    func edged(_ isFringed: (Int, Int) -> Bool) -> Bitmap {
      Bitmap(width: 100, height: 100) { x, y in
        switch min(x, y, 99 - x, 99 - y) {
        case 0..<10: .clear
        case 10:
          isFringed(x, y)
            ? Pixel(red: 202, green: 172, blue: 152, alpha: 128)
            : Pixel(red: 150, green: 90, blue: 50, alpha: 128)
        default: brown
        }
      }
    }
    let all = findings([PNGBytes.file(edged { _, _ in true })])
    #expect(all.map(\.rule) == ["edge-halo"])
    #expect(try #require(all.first).message.hasPrefix("A thin light line is left in the soft edge"))
    #expect(all.first?.measured == Quantity(100, .percent))
    // 19 lines each way cross the edge: 38 of 76 ends are 50%, 57 are 75%.
    #expect(ids(edged { _, _ in false }) == [])
    // As a light rim it is reported from 15% of the outline on: the first row has no opaque art, so these
    // are 38 of 80 ends.
    let half = findings([PNGBytes.file(edged { x, y in x == 10 || x == 89 })])
    #expect(half.map(\.rule) == ["edge-halo"])
    #expect(
      try #require(half.first).message
        == "A light rim runs along the edge, as from an old background, most visible on the left."
    )
    #expect(ids(edged { x, y in x == 10 && y < 52 }) == [])
    #expect(ids(edged { x, y in x == 10 || x == 89 || y == 10 }) == ["edge-halo"])
  }

  @Test(
    "white in the edge of pale art is not seen, in darker art it is a halo",
    // White at half the opacity differs by half of the distance from white: by 82 and by 57.
    arguments: [(90, 173, ["edge-halo"]), (140, 198, [])] as [(UInt8, UInt8, [String])])
  func paleHalo(_ art: UInt8, _ edge: UInt8, _ expected: [String]) {
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      switch min(x, y, 99 - x, 99 - y) {
      case 0..<10: .clear
      case 10: Pixel(red: edge, green: edge, blue: edge, alpha: 128)
      default: .gray(art)
      }
    }
    #expect(ids(canvas) == expected)
  }

  @Test(
    "a halo on three quarters of the edge is reported where it differs from the art by 120 codes and more",
    // Black at half the opacity differs by half of the art: by 122 and 113 codes on average.
    arguments: [(255, 3, true), (255, 2, false), (230, 3, false), (230, 4, true)]
      as [(UInt8, Int, Bool)])
  func strongHalo(_ yellow: UInt8, _ sides: Int, _ isReported: Bool) {
    let art = Pixel(red: yellow, green: yellow, blue: 220)
    let edge = Pixel(red: yellow / 2, green: yellow / 2, blue: 110, alpha: 128)
    let soft = Pixel(red: yellow, green: yellow, blue: 220, alpha: 128)
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      let distances = [x, 99 - x, y, 99 - y]
      return switch distances.min() ?? 0 {
      case 0..<10: .clear
      case 10: distances.prefix(sides).contains(10) ? edge : soft
      default: art
      }
    }
    #expect(ids(canvas).contains("edge-halo") == isReported)
  }

  @Test(
    "black in the edge of white paper separates it from white, in darker art it is a halo",
    arguments: [(225, false), (224, true)] as [(UInt8, Bool)])
  func outlinedPaper(_ art: UInt8, _ isReported: Bool) {
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      switch min(x, y, 99 - x, 99 - y) {
      case 0..<10: .clear
      case 10: Pixel(red: art / 2, green: art / 2, blue: art / 2, alpha: 128)
      default: .gray(art)
      }
    }
    #expect(ids(canvas).contains("edge-halo") == isReported)
  }

  @Test(
    "a light rim is reported from 15% of the outline on, a white outline is not",
    arguments: [(40, []), (44, ["edge-halo"])])
  func lightRim(_ height: Int, _ expected: [String]) {
    // 20 lines each way cross the edge, four pixels apart: twelve of 80 ends are 15%.
    func rimmed(_ rim: Pixel) -> Bitmap {
      Bitmap(width: 100, height: 100) { x, y in
        switch min(x, y, 99 - x, 99 - y) {
        case 0..<10: .clear
        case 10 where x == 10 && y < height + 12: rim
        default: brown
        }
      }
    }
    #expect(ids(rimmed(Pixel(red: 202, green: 172, blue: 152))) == expected)
    // A mean difference of 63 from the brown inside is seen, one of 61 is not.
    #expect(ids(rimmed(Pixel(red: 192, green: 156, blue: 132))) == expected)
    #expect(ids(rimmed(Pixel(red: 191, green: 154, blue: 130))) == [])
    // One of 79 is seen at 100 px, but not among the smaller pixels of 420, where the limit is 81.
    let large = Bitmap(width: 420, height: 420) { x, y in
      switch min(x, y, 419 - x, 419 - y) {
      case 0..<10: .clear
      case 10: Pixel(red: 202, green: 172, blue: 152)
      default: brown
      }
    }
    #expect(!ids(large).contains("edge-halo"))
    #expect(ids(rimmed(.gray(255))) == [])
  }

  @Test(
    "a thin frame around a card with round corners is a part of it, a square behind a disc is a box",
    // The frame and its corners are 15.5% of the canvas, what is outside of the disc 22.3%.
    arguments: [(4, 60, false), (1, 99, true)])
  func framedCard(_ inset: Int, _ radius: Int, _ isReported: Bool) {
    let canvas = Bitmap(width: 200, height: 200) { x, y in
      func beyond(_ place: Int) -> Int {
        let (low, high) = (inset + radius, 199 - inset - radius)
        return place < low ? low - place : max(0, place - high)
      }
      let (right, down) = (beyond(x), beyond(y))
      let isCard = right * right + down * down <= radius * radius
      return isCard ? .gray(UInt8(100 + (x + y) / 3 % 80)) : Pixel(red: 255, green: 140, blue: 0)
    }
    #expect(ids(canvas).contains("background-box") == isReported)
  }

  @Test(
    "a soft rim that is pale all around is a thin white border, one on three sides or with hard edges is a rest",
    arguments: [(4, true, []), (3, true, ["edge-halo"]), (4, false, ["edge-halo"])])
  func paleBorder(_ sides: Int, isSoft: Bool, _ expected: [String]) {
    let pales = [
      Pixel(red: 230, green: 215, blue: 206), Pixel(red: 237, green: 227, blue: 220),
      Pixel(red: 245, green: 239, blue: 235),
    ]
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      let distances = [x, 99 - x, y, 99 - y]
      // In one color it would be a drawn line.
      let rim = pales[(x + y) / 4 % 3]
      return switch distances.min() ?? 0 {
      case 0..<10: .clear
      case 10:
        isSoft ? Pixel(red: rim.red, green: rim.green, blue: rim.blue, alpha: 90) : rim
      case 11: distances.prefix(sides).contains(11) ? rim : brown
      default: brown
      }
    }
    #expect(ids(canvas) == expected)
  }

  @Test(
    "in pixel art a gray outline is drawn, a light one is the rest of a background",
    arguments: [(155, []), (211, ["edge-halo"])] as [(UInt8, [String])])
  func blockOutline(_ gray: UInt8, _ expected: [String]) {
    let canvas = Bitmap(width: 320, height: 320) { x, y in
      let (column, row) = (x / 10, y / 10)
      return switch abs(column - 16) + abs(row - 16) {
      case 0..<11: .gray((column + row) % 2 == 0 ? 20 : 40)
      case 11: .gray(gray)
      default: .clear
      }
    }
    #expect(ids(canvas).filter { $0 == "edge-halo" } == expected)
  }

  @Test(
    "white dots along a tenth of a hard edge are reported, fewer or gray ones and white dashes are not",
    // In 9, 25 and 80 places along the edge, so many are white or gray.
    arguments: [
      (9, 1, UInt8(255), true), (25, 1, 255, false), (9, 1, 130, false), (80, 12, 255, false),
    ])
  func raggedRim(_ distance: Int, _ length: Int, _ gray: UInt8, _ isReported: Bool) {
    // A diamond, whose outline is sampled everywhere.
    let canvas = Bitmap(width: 200, height: 200) { x, y in
      switch abs(x - 100) + abs(y - 100) {
      case ..<90: .gray(70)
      case 90: (x + y / 3) % distance < length ? .gray(gray) : .clear
      default: .clear
      }
    }
    #expect(ids(canvas).contains("edge-halo") == isReported)
  }

  @Test("white dots around a black line are reported, a white line around half of it is not")
  func dottedRim() throws {
    func lined(_ isWhite: (Int, Int) -> Bool) -> Bitmap {
      Bitmap(width: 120, height: 120) { x, y in
        switch min(x, y, 119 - x, 119 - y) {
        case 0..<11: .clear
        case 11: isWhite(x, y) ? .gray(255) : .clear
        case 12..<18: .gray(0)
        default: .gray(255)
        }
      }
    }
    let dotted = findings([PNGBytes.file(lined { x, y in [0, 2].contains((x + y) % 5) })])
    #expect(dotted.map(\.rule) == ["edge-halo"])
    #expect(try #require(dotted.first).message.hasPrefix("A light rim runs along the edge"))
    #expect(ids(lined { x, _ in x == 11 || x == 108 }) == [])
  }

  @Test(
    "a black cord of a figure with a black outline is reported, a sharp corner of the outline is not"
  )
  func cord() throws {
    func figure(_ isCord: (Int, Int) -> Bool) -> [Finding] {
      findings([
        PNGBytes.file(
          Bitmap(width: 192, height: 192) { x, y in
            switch max(abs(x - 96), abs(y - 96)) {
            case 0..<50: brown
            case 50..<56: .gray(0)
            default: isCord(x, y) ? .gray(0) : .clear
            }
          })
      ])
    }
    let found = figure { x, y in (93..<99).contains(x) && (10..<41).contains(y) }
    #expect(found.map(\.rule) == ["low-contrast"])
    #expect(
      try #require(found.first).message
        == "A small part of the drawing disappears on black, at the top.")
    #expect(figure { x, y in (10..<41).contains(y) && abs(x - 96) * 3 < y - 10 }.isEmpty)
  }

  @Test("a dotted dark rim around light art is reported, an even line of the same grays is not")
  func dottedDarkRim() throws {
    func rimmed(_ isDark: (Int, Int) -> Bool) -> [Finding] {
      findings([
        PNGBytes.file(
          Bitmap(width: 120, height: 120) { x, y in
            switch min(x, y, 119 - x, 119 - y) {
            case 0..<10: .clear
            case 10 where isDark(x, y): .gray(110 + UInt8((x + y) / 10 % 4 * 18))
            case 10..<22: .gray(190)
            default: brown
            }
          })
      ])
    }
    let dotted = rimmed { x, y in (x + y) / 5 % 2 == 0 }
    #expect(dotted.map(\.rule) == ["edge-halo"])
    #expect(
      try #require(dotted.first).message.hasPrefix("A dotted dark rim runs along the edge"))
    // One of ten, and all.
    #expect(rimmed { x, y in (x + y) / 5 % 10 == 0 }.isEmpty && rimmed { _, _ in true }.isEmpty)
  }

  @Test("gray dots around a black line are reported, a gray line around it is not")
  func grayDots() {
    func lined(_ gray: UInt8, _ isDot: (Int, Int) -> Bool) -> [String] {
      ids(
        Bitmap(width: 120, height: 120) { x, y in
          switch min(x, y, 119 - x, 119 - y) {
          case 0..<11: .clear
          case 11: isDot(x, y) ? .gray(gray) : .clear
          case 12..<18: .gray(0)
          default: .gray(255)
          }
        })
    }
    #expect(lined(170) { x, y in [0, 2].contains((x + y) % 5) } == ["edge-halo"])
    #expect(lined(170) { _, _ in true } == [])
  }

  /// A brown square of 96 px with a green rim, whose width in pixels depends on the row or column.
  func leftover(_ width: (Int) -> Int, lines: Bool = false) -> Bitmap {
    let green = Pixel(red: 0, green: 200, blue: 0)
    return Bitmap(width: 120, height: 120) { x, y in
      let (right, down) = (min(x - 12, 107 - x), min(y - 12, 107 - y))
      guard right >= 0, down >= 0 else { return .clear }
      if right < down ? right < width(y / 16) : down < width(x / 16) { return green }
      return lines && (x + y) % 16 < 4 ? green : brown
    }
  }

  @Test("a rim of any color is reported if it is uneven or broken")
  func leftoverRim() throws {
    let uneven = findings([PNGBytes.file(leftover { $0 % 2 == 0 ? 1 : 5 })])
    #expect(uneven.map(\.rule) == ["edge-halo"])
    let message = try #require(uneven.first).message
    #expect(message.hasPrefix("An uneven green rim runs along the edge, as from an old background"))
    // Single pixels on about half of the outline.
    #expect(ids(leftover { [0, 1, 2, 5].contains($0) ? 1 : 0 }) == ["edge-halo"])
    // An even outline, as wide or of single pixels.
    #expect(ids(leftover { _ in 3 }) == [])
    #expect(ids(leftover { _ in 1 }) == [])
    // Parts of the art: bands of 2 and 10 px, and narrow ones with a few that are as wide as half of the rest together.
    #expect(ids(leftover { $0 % 4 == 0 ? 7 : 1 }) == [])
    #expect(!ids(leftover { $0 % 2 == 0 ? 2 : 10 }).contains("edge-halo"))
    // The same rim around art with lines of its color.
    #expect(ids(leftover({ $0 % 2 == 0 ? 1 : 5 }, lines: true)) == [])
  }

  @Test("art as dark as dark mode or as light as the page is reported")
  func contrast() throws {
    let dark = findings([PNGBytes.file(disc(radius: 40, of: .gray(20)))])
    #expect(dark.map(\.rule) == ["low-contrast"])
    #expect(
      try #require(dark.first).message.hasPrefix(
        "All of the art almost disappears on black and on a dark gray bubble."))
    let light = findings([PNGBytes.file(disc(radius: 40, of: .gray(250)))])
    #expect(light.map(\.rule) == ["low-contrast"])
    #expect(
      light.map(\.message) == [
        "All of the art disappears on white; on a light gray bubble, all of it almost disappears."
      ])
    #expect(light.first?.regions.count == 2)
    // A white outline of 2 px on dark art.
    var rimmed = disc(radius: 40, of: .gray(255))
    rimmed.blend(disc(radius: 38, of: .gray(20)), x: 0, y: 0)
    #expect(ids(rimmed) == [])
    // An opaque sticker has no outline of its own.
    #expect(ids(disc(radius: 40, of: .gray(250), on: .gray(20))) == ["background-box"])
  }

  @Test("a drawn line outlines black letters, and the rest of a white background does not")
  func rimmedLetters() {
    /// The share of a pixel inside of two slanted bars that are wider by some pixels, or of a disc.
    func cover(_ x: Int, _ y: Int, ofBars isOfBars: Bool, wider: Double = 0) -> Double {
      let inside = (0..<16).count {
        let (x, y) = (Double(x) + Double($0 % 4) / 4, Double(y) + Double($0 / 4) / 4)
        guard isOfBars else { return (x - 130) * (x - 130) + (y - 130) * (y - 130) < 2500 }
        return y > 20 - wider && y < 70 + wider
          && [20, 60].contains { abs(x - $0 - y * 0.3) < 7 + wider }
      }
      return Double(inside) / 16
    }
    func ids(outline: Double) -> [String] {
      // Drawn smoothly on white; each pixel that is not white became opaque.
      let canvas = Bitmap(width: 200, height: 200) { x, y in
        let (bars, disc) = (cover(x, y, ofBars: true), cover(x, y, ofBars: false))
        if disc > 0 {
          return Pixel(
            red: UInt8(255 - 99 * disc), green: UInt8(255 - 160 * disc),
            blue: UInt8(255 - 205 * disc))
        }
        if bars > 0 { return .gray(UInt8(255 * (1 - bars))) }
        return outline > 0 && cover(x, y, ofBars: true, wider: outline) > 0 ? .gray(255) : .clear
      }
      return findings([PNGBytes.file(canvas)]).map(\.rule)
    }
    #expect(ids(outline: 0).contains("low-contrast"))
    #expect(!ids(outline: 4).contains("low-contrast"))
  }

  @Test("an invisible part is reported from 10% of the art on, with its place", arguments: [7, 8])
  func lostPart(_ width: Int) throws {
    let bitmap = Bitmap(width: 96, height: 96) { x, y in
      guard (8..<88).contains(x), (8..<88).contains(y) else { return .clear }
      return x < 8 + width ? .gray(0) : brown
    }
    let found = findings([PNGBytes.file(bitmap)])
    #expect(found.map(\.rule) == (width == 8 ? ["low-contrast"] : []))
    #expect(
      found.map(\.message).allSatisfy {
        $0 == "A part of the art disappears on black, mainly on the left."
      })
    #expect(found.first?.measured == (width == 8 ? Quantity(10, .percent) : nil))
  }

  @Test(
    "the higher the contrast, the larger the part that is reported",
    arguments: [
      // The contrast is 1.29:1 on black and 1.17:1 on dark gray; 28.8% and 30% of the art.
      (Pixel.gray(32), 23, nil),
      (.gray(32), 24, "A large part of the art almost disappears on a dark gray bubble"),
      // 48.75% and 50%.
      (.gray(32), 39, "A large part of the art almost disappears on a dark gray bubble"),
      (.gray(32), 40, "Most of the art almost disappears on black and on a dark gray bubble"),
      // The contrast is 1.49:1 on blue; 63.8% and 65% of the art.
      (Pixel(red: 60, green: 162, blue: 255), 51, nil),
      (
        Pixel(red: 60, green: 162, blue: 255), 52,
        "Most of the art is hard to see on a blue bubble"
      ),
    ] as [(Pixel, Int, String?)])
  func contrastLevels(_ color: Pixel, _ width: Int, _ expected: String?) {
    let bitmap = Bitmap(width: 96, height: 96) { x, y in
      guard (8..<88).contains(x), (8..<88).contains(y) else { return .clear }
      return x < 8 + width ? color : brown
    }
    let found = findings([PNGBytes.file(bitmap)]).filter { $0.rule == "low-contrast" }
    #expect(
      found.first.map { String($0.message.prefix { $0 != "," && $0 != "." }) } == expected)
  }

  @Test("art in the color of SMS bubbles, systemGreen, is lost on green only")
  func greenBubble() {
    let green = Pixel(red: 52, green: 199, blue: 89)
    let found = findings([PNGBytes.file(disc(radius: 40, of: green))]).map(\.message)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("All of the art disappears on a green bubble.") == true
    )
  }

  @Test(
    "small pieces beside a figure are missed where they span a tenth of the canvas, but not white ones on white",
    arguments: [(2, .gray(0), true), (1, .gray(0), false), (2, .gray(255), false)]
      as [(Int, Pixel, Bool)])
  func smallPieces(_ step: Int, _ color: Pixel, _ areMissed: Bool) {
    var bitmap = Bitmap(width: 96, height: 96) { x, y in
      (32..<64).contains(x) && (32..<64).contains(y) ? brown : .clear
    }
    for piece in 0..<5 {
      for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        bitmap[8 + step * piece + x, 8 + 4 * piece + y] = color
      }
    }
    let found = findings([PNGBytes.file(bitmap)]).filter { $0.rule == "low-contrast" }
    #expect(
      found.map(\.message)
        == (areMissed ? ["A small part of the drawing disappears on black."] : []))
  }

  @Test("an animation is judged by most of the canvases that show its art")
  func typicalCanvases() {
    let (light, dark) = (disc(radius: 40, of: brown), disc(radius: 40, of: .gray(0)))
    let faint = disc(radius: 10, of: .gray(0))
    func found(_ frames: [Bitmap]) -> Bool {
      findings([animation(frames)]).contains { $0.rule == "low-contrast" }
    }
    #expect(!found([light, light, dark]))
    #expect(found([light, dark, dark]))
    // These fade in.
    #expect(!found([faint, faint, faint, light]))
  }

  @Test("an opaque canvas with up to 0.1% other pixels is a box", arguments: [10, 11])
  func almostOpaque(_ count: Int) {
    var photo = disc(radius: 40, of: brown, on: .gray(255))
    for x in 0..<100 { photo[x, 0] = .gray(UInt8(x)) }
    for x in 0..<count { photo[x, 99] = .clear }
    let found = findings([PNGBytes.file(photo)]).filter { $0.rule == "no-transparency" }
    #expect(found.map(\.rule) == (count == 10 ? ["no-transparency"] : []))
    #expect(
      found.map(\.message).allSatisfy {
        $0 == "The sticker is a rectangle (100 × 100 px) with almost no transparency."
      })
  }

  @Test("legibility is the share of visible art, and the worst background is named")
  func legibility() throws {
    let source = StickerSource(id: "a", at: Location("a.png", displayPath: "a.png"), label: "A")
    func score(_ color: Pixel, on background: Pixel = .clear) -> Legibility? {
      AssetFacts(
        source: source, bytes: PNGBytes.file(disc(radius: 40, of: color, on: background)),
        limits: .init()
      ).image?.legibility
    }
    // One of six backgrounds is white.
    let white = try #require(score(.gray(255)))
    #expect(white.mean == 83 && white.worst == 0 && white.worstBackdrop == "white")
    #expect(try #require(score(brown)).worst == 100)
    #expect(score(brown, on: .gray(255)) == nil)
  }

  // MARK: Packs

  @Test(
    "art that differs from the median of four or more stickers by more than 23% is reported",
    // 70 × 0.77 = 53.9, and 70 / 0.77 = 90.9.
    arguments: [(54, 4, false), (53, 4, true), (53, 3, false), (90, 4, false), (92, 4, true)])
  func margins(_ odd: Int, _ count: Int, _ expected: Bool) throws {
    func sticker(_ side: Int) -> [UInt8] {
      PNGBytes.file(filled(PixelRect(x: (100 - side) / 2, y: 30, width: side, height: 40)))
    }
    let found = findings((1..<count).map { _ in sticker(70) } + [sticker(odd)])
      .filter { $0.rule == "uneven-margins" }
    #expect(found.map(\.file) == (expected ? ["\(count - 1).png"] : []))
    if expected {
      #expect(try #require(found.first).message.contains("fills \(odd)%"))
      #expect(found.first?.limit == Quantity(70, .percent))
    }
  }

  @Test("a pack with many art sizes has no outlier")
  func manyMargins() {
    let files = [30, 50, 70, 90, 100].map { side in
      PNGBytes.file(filled(PixelRect(x: (100 - side) / 2, y: 40, width: side, height: 20)))
    }
    #expect(findings(files).filter { $0.rule == "uneven-margins" } == [])
  }

  @Test(
    "small stickers among sizes from 78 to 100% are reported up to a third of the pack",
    arguments: [
      ([100, 94, 88, 83, 78, 45], 1), ([100, 94, 88, 83, 45, 44], 2),
      ([100, 94, 88, 83, 45, 44, 43], 0),
    ])
  func smallAmongVaried(_ sides: [Int], _ count: Int) {
    let files = sides.map { side in
      PNGBytes.file(filled(PixelRect(x: (100 - side) / 2, y: 40, width: side, height: 20)))
    }
    #expect(findings(files).count { $0.rule == "uneven-margins" } == count)
  }

  @Test("a copy with the same visible pixels is a duplicate, one changed pixel a near duplicate")
  func duplicates() throws {
    let one = disc(radius: 40, of: brown)
    var copy = one
    copy[0, 0] = Pixel(red: 9, green: 9, blue: 9, alpha: 0)
    let found = findings([PNGBytes.file(one), PNGBytes.file(copy)])
    #expect(found.map(\.rule) == ["duplicate-sticker"])
    #expect(found.first?.file == "1.png")
    copy[50, 50].red += 1
    #expect(findings([PNGBytes.file(one), PNGBytes.file(copy)]).map(\.rule) == ["near-duplicate"])
    #expect(
      findings([PNGBytes.file(one), PNGBytes.file(disc(radius: 40, of: .gray(128)))]).map(\.rule)
        == [])
  }

  @Test(
    "a copy that is moved or smaller is a near duplicate, a drawing on the same template is not")
  func copies() {
    func face(_ radius: Double, x: Double, eyes: Double) -> [UInt8] {
      let head = disc(radius: radius, of: brown, x: x)
      return PNGBytes.file(
        Bitmap(width: 100, height: 100) { column, row in
          let (across, down) = (
            (Double(column) + 0.5 - x) / radius, (Double(row) + 0.5 - 50) / radius
          )
          let isEye = abs(abs(across) - 0.4) < eyes / 2 && abs(down + 0.2) < 0.2
          return isEye ? Pixel.gray(255) : head[column, row]
        })
    }
    func near(_ other: [UInt8]) -> Bool {
      findings([face(36, x: 50, eyes: 0.2), other]).contains { $0.rule == "near-duplicate" }
    }
    #expect(near(face(36, x: 60, eyes: 0.2)))
    #expect(near(face(27, x: 50, eyes: 0.2)))
    #expect(!near(face(36, x: 50, eyes: 0.4)))
  }

  @Test(
    "a part of a copy changes by up to 16 of 255 if its edges do not change",
    arguments: [(16, true), (17, false)])
  func changedPart(_ change: UInt8, _ expected: Bool) {
    let one = disc(radius: 40, of: brown)
    var other = one
    for y in 40..<60 { for x in 40..<60 { other[x, y].green += change } }
    let found = findings([PNGBytes.file(one), PNGBytes.file(other)])
    #expect(found.map(\.rule) == (expected ? ["near-duplicate"] : []))
  }

  @Test(
    "a part changes by 2.5 times as much more than 16 as the edges do",
    // Stripes of 8 px over 60 of 96 rows have all of the edges.
    arguments: [(31, true), (32, false)])
  func template(_ part: UInt8, _ expected: Bool) {
    let one = Bitmap(width: 96, height: 96) { x, y in
      y < 60 && x / 8 % 2 == 0 ? Pixel.gray(200) : brown
    }
    var other = one
    for y in 0..<60 { for x in 0..<96 { other[x, y].green += 6 } }
    for y in 70..<90 { for x in 40..<60 { other[x, y].green += part } }
    let found = findings([PNGBytes.file(one), PNGBytes.file(other)])
    #expect(found.contains { $0.rule == "near-duplicate" } == expected)
  }

  @Test("animations are near duplicates only if several frames are alike")
  func animatedCopies() {
    func fading(to last: Bitmap) -> [UInt8] {
      let faint = disc(radius: 30, of: Pixel(red: 156, green: 95, blue: 50, alpha: 2))
      return animation([faint, faint, last, last, last, last])
    }
    let box = filled(PixelRect(x: 20, y: 20, width: 60, height: 60))
    func near(_ other: [UInt8]) -> Bool {
      findings([fading(to: box), other]).contains { $0.rule == "near-duplicate" }
    }
    #expect(near(fading(to: filled(PixelRect(x: 24, y: 26, width: 54, height: 54)))))
    #expect(!near(fading(to: disc(radius: 30, of: brown))))
    #expect(!near(PNGBytes.file(box)))
  }

  @Test("the earliest of several similar stickers is named")
  func earliest() {
    let files = [40.0, 30, 35].map { PNGBytes.file(disc(radius: $0, of: brown)) }
    let found = findings(files).filter { $0.rule == "near-duplicate" }
    #expect(found.map(\.file) == ["1.png", "2.png"])
    #expect(found.map(\.related) == [["0.png"], ["0.png"]])
  }

  @Test("duplicate animations must also have equal delays")
  func duplicateAnimations() {
    let frames = [disc(radius: 40, of: brown), disc(radius: 38, of: brown)]
    let files = [animation(frames), animation(frames), animation(frames, milliseconds: 90)]
    #expect(findings(files).map(\.rule) == ["duplicate-sticker", "near-duplicate"])
  }

  // MARK: Animations

  @Test("repeated frames are reported with their bytes")
  func duplicateFrames() throws {
    let (first, second) = (disc(radius: 40, of: brown), disc(radius: 38, of: brown))
    let found = findings([animation([first, first, second, first, first, first])])
    #expect(found.map(\.rule) == ["duplicate-frames"])
    #expect(found.first?.measured == Quantity(3, .frames))
    #expect(found.first?.place?.part == "frame 2")
    // Stored, 100 rows of 401 bytes take 40,100 and a zlib stream of one block 11 more.
    #expect(try #require(found.first).message.contains("120,333 bytes"))
    #expect(findings([animation([first, second, first])]) == [])
  }

  @Test(
    "repeated frames of a GIF are reported from 4,096 bytes on",
    // An index takes 4.5 bits, so 70 rows of 100 take 3,938 bytes and 76 rows 4,275.
    arguments: [(70, false), (76, true)])
  func duplicateGIFFrames(_ rows: Int, _ isReported: Bool) {
    let frames = [(100, 1), (rows, 1), (100, 2)].map { height, index in
      GIFBytes.Frame(width: 100, height: height, index: index)
    }
    let found = findings([GIFBytes.file(100, 100, frames)]).map(\.rule)
    #expect(found.contains("duplicate-frames") == isReported)
  }

  @Test(
    "a first frame with less than 25% of what a quarter of the frames show is reported",
    arguments: [(68, false), (67, true)])
  func faintStart(_ width: Int, _ expected: Bool) {
    // 67.5 × 30 px is 25% of 90 × 90 px.
    let whole = filled(PixelRect(x: 5, y: 5, width: 90, height: 90))
    let start = filled(PixelRect(x: 10, y: 10, width: width, height: 30))
    let found = findings([animation([start, whole, whole], milliseconds: 1000)]).map(\.rule)
    #expect(found.contains("faint-first-frame") == expected)
    let grows = [start, start, start, whole, whole]
    let growing = findings([animation(grows, milliseconds: 1000)]).map(\.rule)
    #expect(growing.contains("faint-first-frame") == expected)
    // A single large frame of five is not a quarter.
    let burst = [start, start, start, start, whole]
    let bursting = findings([animation(burst, milliseconds: 1000)]).map(\.rule)
    #expect(!bursting.contains("faint-first-frame"))
  }

  @Test("a faint first frame or static image is reported by its alpha")
  func faintImage() {
    let whole = disc(radius: 40, of: brown)
    for (alpha, expected) in [(63, true), (64, false)] as [(UInt8, Bool)] {
      var glass = brown
      glass.alpha = alpha
      let faint = disc(radius: 40, of: glass)
      let found = findings([animation([faint, whole, whole], milliseconds: 1000)]).map(\.rule)
      #expect(found.contains("faint-first-frame") == expected)
      var file = PNGBytes.signature + PNGBytes.header(100, 100)
      file += PNGBytes.animationControl(frames: 2) + PNGBytes.chunk("IDAT", PNGBytes.rows(faint))
      for frame in 0..<2 {
        file += PNGBytes.frameControl(frame * 2, 100, 100, delay: (1, 1))
        file += PNGBytes.frameData(frame * 2 + 1, PNGBytes.rows(whole))
      }
      let hidden = findings([file + PNGBytes.chunk("IEND")])
      let faints = hidden.filter { $0.rule == "faint-first-frame" }
      #expect(faints.count == (expected ? 1 : 0))
      #expect(faints.allSatisfy { $0.message.contains("static image") })
    }
  }

  @Test("a loop jump is more than 1.5 times the largest other step")
  func loopJump() {
    func moves(_ places: [Int], plays: Int = 0) -> [String] {
      findings([
        animation(
          places.map { filled(PixelRect(x: $0, y: 30, width: 40, height: 40)) }, plays: plays)
      ]).map(\.rule).filter { $0 == "loop-jump" }
    }
    // One cell is 6.25 px.
    #expect(moves([10, 16, 22, 28]) == ["loop-jump"])
    #expect(moves([10, 16, 10, 18]) == [])
    #expect(moves([10, 20, 30, 20]) == [])
    #expect(moves([10, 16, 22, 28, 34], plays: 1) == [])
    // Three frames are too few, and a jump of one pixel is too small.
    #expect(moves([10, 10, 40]) == [])
    #expect(moves([10, 10, 10, 10, 11]) == [])
  }

  @Test("a cut between two shots does not hide the jump of a clip, but that of drawn art")
  func loopJumpOfClip() {
    func jumps(_ levels: [UInt8], on background: Pixel?) -> Bool {
      let frames = levels.map { level in
        background.map { disc(radius: 40, of: .gray(level), on: $0) }
          ?? Bitmap(width: 100, height: 100) { _, _ in .gray(level) }
      }
      return findings([animation(frames)]).contains { $0.rule == "loop-jump" }
    }
    let shots = [UInt8](100...105) + [UInt8](200...205)
    #expect(jumps(shots, on: nil))
    #expect(!jumps(shots, on: .clear))
    // Three cuts in twelve pictures are its style.
    #expect(!jumps([100, 101, 102, 200, 201, 202, 100, 101, 102, 200, 201, 202], on: nil))
    // From 2.1% of white to 0.7%: 6% of the square root.
    let dark = stride(from: UInt8(20), through: 40, by: 2)
    #expect(jumps(Array(dark), on: nil))
    #expect(!jumps(dark + dark.reversed(), on: nil))
  }

  @Test("art that vanishes at the end and pops back jumps, art that blinks or fades in does not")
  func vanishing() {
    let (whole, half) = (disc(radius: 40, of: brown), disc(radius: 20, of: brown))
    let clear = Bitmap(width: 100, height: 100)
    func jumps(_ canvases: [Bitmap], plays: Int = 0) -> [String] {
      findings([animation(canvases, milliseconds: 300, plays: plays)])
        .filter { $0.rule == "loop-jump" }.map(\.message)
    }
    let message = "The art vanishes for 600 ms before the animation starts again."
    #expect(jumps([whole, half, whole, clear, clear]) == [message])
    #expect(jumps([whole, clear, whole, clear]) == [])
    #expect(jumps([half, whole, whole, clear]) == [])
    #expect(jumps([whole, half, whole, clear], plays: 1) == [])
  }

  @Test("flashing on 32% of the canvas more than 3 times per second is reported")
  func flash() {
    func blinks(_ height: Int, milliseconds: Int) -> [String] {
      let dark = filled(PixelRect(x: 0, y: 0, width: 100, height: 100))
      var light = dark
      light.replace(with: Bitmap(width: 100, height: height, filledWith: .gray(255)), x: 0, y: 0)
      return findings([animation([dark, light], milliseconds: milliseconds)]).map(\.rule)
        .filter { $0 == "photosensitive-flash" }
    }
    // 37 rows of pixels are 6 of 16 rows of cells, and 31 are 5.
    #expect(blinks(37, milliseconds: 100) == ["photosensitive-flash"])
    #expect(blinks(31, milliseconds: 100) == [])
    #expect(blinks(100, milliseconds: 150) == [])
  }

  @Test(
    "flashes are counted at the stored delays, and the message says if ImageIO's minimum is safe")
  func storedFlash() throws {
    let dark = filled(PixelRect(x: 0, y: 0, width: 100, height: 100))
    let frames = [dark] + Array(repeating: disc(radius: 45, of: .gray(255)), count: 4)
    func flashes(_ file: [UInt8]) -> [String] {
      findings([file]).filter { $0.rule == "photosensitive-flash" }.map(\.message)
    }
    // Five frames of 50 ms flash 4 times per second, and five of 100 ms twice. All viewers play 10 ms as 100.
    for (milliseconds, expected) in [(10, 0), (11, 1), (50, 1), (100, 0)] {
      #expect(flashes(animation(frames, milliseconds: milliseconds)).count == expected)
    }
    // At 50 ms, the minimum of APNG, the disc flashes on the same area.
    for milliseconds in [11, 50] {
      #expect(
        flashes(animation(frames, milliseconds: milliseconds)).allSatisfy {
          !$0.contains("It is safe")
        })
    }
    let delays = [Delay](
      repeating: .init(numerator: 3, denominator: 100), count: 5)
    let gif = try ImageEncoder.gif(
      CanvasAnimation(canvases: frames, delays: delays), loop: .forever)
    // 6.7 times per second as stored, and twice at 100 ms, the minimum of GIF.
    #expect(
      flashes(gif).allSatisfy {
        $0.contains(" 7 times a second")
          && $0.hasSuffix(" It is safe in apps that show no frame for less than 100 ms.")
      })
    #expect(flashes(gif).count == 1)
  }

  @Test(
    "frames that are longer at regular intervals are reported",
    arguments: [
      ([80, 80, 100, 80, 80, 100, 80, 80, 100], "1.25"),
      ([80, 80, 90, 80, 80, 90, 80, 80, 90], nil),
      // Repeated frames add up: 24 frames per second from 30.
      ([80, 80, 80, 160, 80, 80, 80, 160, 80, 80, 80, 160], "2"),
      // The shorter frames are the rarer ones, and intervals differ by one.
      ([120, 120, 80, 120, 120, 120, 80, 120, 120, 80, 120], "1.5"),
      // Both are played as 50 ms.
      ([30, 30, 40, 30, 30, 40, 30, 30, 40], nil),
      // A held last frame, pauses, irregular intervals and a movement that slows down.
      ([80, 80, 80, 80, 80, 80, 80, 80, 160], nil),
      ([80, 80, 400, 80, 80, 400, 80, 80, 400, 80, 80, 400], nil),
      ([80, 160, 80, 80, 80, 80, 160, 160, 80, 80, 80], nil),
      ([80, 80, 80, 80, 100, 120, 140, 160, 200], nil),
      // Too short for a rhythm.
      ([80, 160, 80, 160, 80, 160], nil),
    ] as [([Int], String?)])
  func cadence(_ delays: [Int], _ ratio: String?) {
    let file = PNGBytes.file(
      100, 100,
      frames: delays.enumerated().map { index, delay in
        (PNGBytes.rows(disc(radius: 30 + Double(index % 2), of: brown)), (delay, 1000))
      }, plays: 0)
    let found = findings([file]).filter { $0.rule == "uneven-cadence" }
    #expect(found.count == (ratio == nil ? 0 : 1))
    if let ratio {
      #expect(found.allSatisfy { $0.measured?.value == Double(ratio) })
    }
  }

  @Test("repeated frames count as one longer frame")
  func repeatedCadence() {
    let canvases = [0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8].map {
      disc(radius: 30 + Double($0 % 3), of: brown)
    }
    let found = findings([animation(canvases)]).filter { $0.rule == "uneven-cadence" }
    #expect(
      found.map(\.message) == [
        "The animation stutters: at regular intervals, 3 of 9 frames are shown for 200 ms instead of 100 ms."
      ])
  }

  // MARK: Places

  @Test("art that fills its canvas except for round corners is not cut off")
  func roundCorners() {
    let card = Bitmap(width: 100, height: 100) { x, y in
      min(x, 99 - x) + min(y, 99 - y) < 6 ? .clear : brown
    }
    #expect(ids(card) == [])
  }

  @Test(
    "art whose bounds cover less than 36% of the canvas is reported, unless it is wider or higher than 70%",
    arguments: [
      (59, 61, true), (60, 60, false), (70, 51, true), (70, 52, false), (51, 70, true),
      (71, 20, false), (20, 71, false),
    ])
  func empty(_ width: Int, _ height: Int, _ isSmall: Bool) {
    let art = PixelRect(
      x: (100 - width) / 2, y: (100 - height) / 2, width: width, height: height)
    #expect(ids(filled(art)) == (isSmall ? ["mostly-empty"] : []))
  }

  @Test(
    "art more than 8% of the canvas off center is reported",
    arguments: [(8, []), (9, ["off-center"])])
  func offCenter(_ right: Int, _ expected: [String]) {
    #expect(ids(filled(PixelRect(x: 20 + right, y: 20, width: 60, height: 60))) == expected)
    #expect(ids(filled(PixelRect(x: 20, y: 20 - right, width: 60, height: 60))) == expected)
  }

  @Test(
    "colors have their usual names",
    arguments: [
      (0x081008, "black"), (0xFFFFFF, "white"), (0x808080, "gray"), (0x2C2C2E, "dark gray"),
      (0xE5E5EA, "light gray"), (0xE5162B, "red"), (0x9C5F32, "brown"), (0xFF9500, "orange"),
      (0xFFD200, "yellow"), (0x12301A, "dark green"), (0x00C7BE, "turquoise"), (0x17A0DB, "blue"),
      (0xA156D2, "purple"), (0xFF2D95, "pink"), (0xC8E6C9, "light green"),
    ] as [(UInt32, String)])
  func colorNames(_ color: UInt32, _ name: String) {
    let pixel = Pixel(
      red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
    #expect(Text.colorName(pixel) == name)
  }

  @Test(
    "hidden color that varies in 2% of the canvas is reported",
    arguments: [(7, []), (8, ["hidden-color"])])
  func hidden(_ ghosts: Int, _ expected: [String]) {
    // Every fourth row is sampled; the limit is 2 of its 100 pixels on average.
    var bitmap = disc(radius: 40, of: brown)
    for row in 0..<25 {
      for x in 0..<(row < 25 - (8 - ghosts) ? 2 : 1) {
        bitmap[x, row * 4] = Pixel(red: UInt8(9 + x), green: 0, blue: 0, alpha: 0)
      }
    }
    #expect(ids(bitmap) == expected)
  }

  @Test("hidden color that continues the art is reported from 5% of the image data")
  func hiddenShades() {
    /// Shades of brown around a box of flat or random colors, which alone take no bytes or nearly all.
    func canvas(isRandom: Bool) -> Bitmap {
      var state: UInt32 = 1
      return Bitmap(width: 100, height: 100) { x, y in
        let isArt = (10..<90).contains(x) && (10..<90).contains(y)
        if isArt && isRandom && (14..<86).contains(x) {
          state = state &* 1_664_525 &+ 1_013_904_223
          return Pixel(
            red: UInt8(state >> 24), green: UInt8(state >> 16 & 255), blue: UInt8(state >> 8 & 255))
        }
        var color = brown
        color.alpha = isArt ? 255 : 0
        if !isArt { color.blue ^= UInt8(x & 1) }
        return color
      }
    }
    func found(_ isRandom: Bool) -> [String] {
      findings([PNGBytes.file(canvas(isRandom: isRandom))]).filter { $0.rule == "hidden-color" }
        .map(\.message)
    }
    #expect(found(true) == [])
    #expect(found(false).count == 1)
    #expect(found(false).allSatisfy { $0.contains("clearing it makes the file") })
  }
}
