import Pixels
import TestSupport
import Testing

@Suite("Edge fringes and light rims")
struct OutlineTests {
  /// An opaque square with two soft pixels around it, on a canvas of 60 px.
  func square(_ art: Pixel, rim: Pixel, inner: Pixel) -> Bitmap {
    Bitmap(width: 60, height: 60) { x, y in
      switch min(x, y, 59 - x, 59 - y) {
      case 0..<8: .clear
      case 8: rim
      case 9: inner
      default: art
      }
    }
  }

  let art = Pixel(red: 195, green: 45, blue: 45)

  func fringe(_ bitmap: Bitmap) -> EdgeFringe {
    EdgeFringe(of: bitmap, along: Outline(of: bitmap))
  }

  @Test("a white matte is art + (1 - alpha) × (255 - art)")
  func white() {
    // 1 - 85/255 is two thirds, of 60 and of 210; 1 - 170/255 is one third.
    let found = fringe(
      square(
        art, rim: Pixel(red: 235, green: 185, blue: 185, alpha: 85),
        inner: Pixel(red: 215, green: 115, blue: 115, alpha: 170)))
    #expect(found.matte == .white)
    #expect(found.edgePixels > 0 && found.fringedPixels == found.edgePixels)
    #expect(found.share == 1)
    // (40 + 140 + 140) / 3 and (20 + 70 + 70) / 3, half and half.
    #expect(abs(found.meanDifference - 80) < 0.001)
    let worst = found.worstArea
    #expect(worst?.width == 7 || worst?.width == 8)
  }

  @Test("the worst area has pixels of the fringe, on canvases of any height", arguments: 3...20)
  func smallCanvas(_ height: Int) throws {
    for top in 0..<height - 1 {
      let bitmap = Bitmap(width: 40, height: height) { _, y in
        y < top ? .clear : y == top ? Pixel(red: 235, green: 185, blue: 185, alpha: 85) : art
      }
      let found = fringe(bitmap)
      let area = try #require(found.area)
      #expect(found.worstArea?.intersection(area) != nil, "\(top)")
    }
  }

  @Test("a black matte is alpha × art")
  func black() {
    let found = fringe(
      square(
        art, rim: Pixel(red: 65, green: 15, blue: 15, alpha: 85),
        inner: Pixel(red: 130, green: 30, blue: 30, alpha: 170)))
    #expect(found.matte == .black)
    #expect(found.share == 1)
  }

  @Test("the edge of clean art has no fringe")
  func clean() {
    var (rim, inner) = (art, art)
    (rim.alpha, inner.alpha) = (85, 170)
    let found = fringe(square(art, rim: rim, inner: inner))
    #expect(found.edgePixels > 0)
    #expect(found.fringedPixels == 0)
    #expect(found.worstArea == nil)
  }

  @Test("a white outline is not a fringe of a white matte")
  func dieCut() {
    let white = Pixel.gray(255)
    var (rim, inner) = (white, white)
    (rim.alpha, inner.alpha) = (85, 170)
    let found = fringe(square(white, rim: rim, inner: inner))
    #expect(found.fringedPixels == 0)
    #expect(found.matte == .white ? found.tellingPixels == 0 : found.share == 0)
  }

  @Test("a shadow is not an edge")
  func shadow() {
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      switch min(x, y, 59 - x, 59 - y) {
      case 0..<8: .clear
      case let depth where depth < 16:
        Pixel(red: 0, green: 0, blue: 0, alpha: UInt8(depth - 7) * 16)
      default: art
      }
    }
    #expect(fringe(bitmap).edgePixels == 0)
  }

  @Test("a thin shadow in the color of the matte is not a fringe", arguments: [26, 85])
  func thinShadow(_ alpha: UInt8) {
    let shadow = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
    let found = fringe(square(art, rim: shadow, inner: shadow))
    #expect(found.tellingPixels > 0)
    #expect(found.fringedPixels == 0)
  }

  // MARK: Light rims

  func rim(_ width: Int, _ color: Pixel, around art: Pixel) -> LightRim {
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      switch min(x, y, 59 - x, 59 - y) {
      case 0..<8: .clear
      case let depth where depth < 8 + width: color
      default: art
      }
    }
    return LightRim(of: bitmap, along: Outline(of: bitmap))
  }

  @Test("a hard rim of half white and half art is found all around")
  func lightRim() {
    let found = rim(1, Pixel(red: 225, green: 150, blue: 150), around: art)
    // Eleven lines each way, with two ends each.
    #expect(found.places == 44)
    #expect(found.share == 1)
    #expect(abs(found.whiteness - 0.5) < 0.001)
    // (30 + 105 + 105) / 3
    #expect(abs(found.meanDifference - 80) < 0.001)
    #expect(found.worstArea != nil)
  }

  @Test("a gray fringe around a thin black line is found, a black line is not")
  func lines() {
    func line(_ fringe: Pixel, beside body: Range<Int> = 0..<0) -> LightRim {
      let bitmap = Bitmap(width: 60, height: 60) { x, y in
        guard (10..<50).contains(y) else { return .clear }
        if body.contains(x) { return .gray(90) }
        return switch x {
        case 20, 24: fringe
        case 21...23: .gray(0)
        default: .clear
        }
      }
      return LightRim(of: bitmap, along: Outline(of: bitmap))
    }
    let found = line(.gray(140))
    // Ten rows, which both sides cross. Columns cross the black part of the line only.
    #expect(found.lined == 20)
    #expect(found.rimmed == 0)
    #expect(abs(found.whiteness - 140.0 / 255) < 0.001)
    #expect(line(.gray(0)).share == 0)
    // 20 of 74 points: the body has 20 at its sides and 14 at the ends of seven columns.
    #expect(line(.gray(140), beside: 28..<56).share == 0)
  }

  /// Black art with a gray edge of 2 px, of which the outer one is faint and depends on the place.
  func faintRim(_ faint: (Int) -> Pixel) -> LightRim {
    let bitmap = Bitmap(width: 60, height: 60) { x, y in
      switch min(x, y, 59 - x, 59 - y) {
      case 0..<8: .clear
      case 8: faint(x + y)
      case 9: .gray(120)
      default: .gray(0)
      }
    }
    return LightRim(of: bitmap, along: Outline(of: bitmap))
  }

  @Test("the faint pixels of a drawn outline have one lightness, those of a background do not")
  func stroke() {
    let drawn = faintRim { Pixel(red: 203, green: 203, blue: 203, alpha: UInt8(20 + $0 % 80)) }
    #expect(drawn.faintPixels > 30)
    #expect(drawn.steadyShare == 1)
    #expect(abs(drawn.steadyLightness - 203) <= 8)
    // White at alpha 0, black at alpha 255.
    let left = faintRim { place in
      let alpha = UInt8(20 + place % 80)
      return Pixel(red: 255 - alpha, green: 255 - alpha, blue: 255 - alpha, alpha: alpha)
    }
    #expect(left.faintPixels == drawn.faintPixels)
    #expect(left.steadyShare < 0.5)
  }

  @Test("the pale share counts points with a soft edge, and is 0 where the edge is hard")
  func paleShare() {
    func share(_ outer: Pixel, _ rim: UInt8) -> Double {
      let bitmap = Bitmap(width: 60, height: 60) { x, y in
        switch min(x, y, 59 - x, 59 - y) {
        case 0..<8: .clear
        case 8: outer
        case 9: x == 9 || x == 50 ? .gray(rim) : .gray(120)
        default: .gray(0)
        }
      }
      return LightRim(of: bitmap, along: Outline(of: bitmap)).paleShare
    }
    var faint = Pixel.gray(230)
    faint.alpha = 60
    // Eleven rows end in the rim, and one of eleven columns runs along it.
    #expect(share(faint, 200) == 24.0 / 44)
    #expect(share(faint, 199) == 0)
    #expect(share(.gray(230), 200) == 0)
  }

  @Test("a white outline of 1 px is all white, one of 5 px is not a rim")
  func whiteOutline() {
    #expect(abs(rim(1, .gray(255), around: art).whiteness - 1) < 1e-9)
    #expect(rim(5, .gray(255), around: art).rimmed == 0)
  }

  @Test("every second pixel of a rim is a dot, those of a closed one are not")
  func dottedRim() {
    func rim(between gap: Pixel = .clear, _ isWhite: (Int) -> Bool) -> LightRim {
      let bitmap = Bitmap(width: 60, height: 60) { x, y in
        switch min(x, y, 59 - x, 59 - y) {
        case 0..<8: .clear
        case 8: isWhite(x + y) ? .gray(255) : gap
        default: .gray(0)
        }
      }
      return LightRim(of: bitmap, along: Outline(of: bitmap))
    }
    #expect(rim { _ in true }.dottedShare == 0)
    #expect(rim { $0 % 2 == 0 }.dottedShare == 1)
    // A faint pixel between the others closes the line.
    #expect(
      rim(between: Pixel(red: 255, green: 255, blue: 255, alpha: 40)) { $0 % 2 == 0 }.dottedShare
        == 0)
    // Dashes of three pixels: two of three are ends.
    let dashes = rim { $0 % 5 < 3 }.dottedShare
    #expect(dashes > 0.5 && dashes < 0.85)
  }

  @Test("clean art, a dark outline and another hue have no light rim")
  func noRim() {
    let green = Pixel(red: 45, green: 195, blue: 45)
    for color in [art, .gray(0), green] {
      let found = rim(1, color, around: art)
      #expect(found.rimmed == 0)
      #expect(found.worstArea == nil)
    }
  }

  // MARK: Rests of a background

  let green = Pixel(red: 0, green: 200, blue: 0)

  /// A square with a green rim of some width on each side, and a green spot inside.
  func leftover(
    left: Int, right: Int, top: Int, bottom: Int, spot: Int = 0
  ) -> LeftoverRim? {
    let bitmap = Bitmap(width: 120, height: 120) { x, y in
      guard (12..<108).contains(x), (12..<108).contains(y) else { return .clear }
      if (50..<50 + spot).contains(x), (50..<50 + spot).contains(y) { return green }
      return x < 12 + left || x >= 108 - right || y < 12 + top || y >= 108 - bottom ? green : art
    }
    return LeftoverRim(of: bitmap, along: Outline(of: bitmap))
  }

  @Test("a rim has a color, a width and a share of the outline")
  func evenRim() throws {
    let found = try #require(leftover(left: 2, right: 2, top: 2, bottom: 2))
    #expect(found.color == green)
    // 24 lines each way, with two ends each. The last line each way is inside the rim.
    #expect((found.places, found.rimmed) == (96, 92))
    #expect(abs(found.meanWidth - 2) < 0.05)
    #expect(found.unevenness < 0.05)
    #expect(found.insideShare == 0)
  }

  @Test("an uneven rim has the standard deviation of its widths")
  func unevenRim() throws {
    let found = try #require(leftover(left: 1, right: 5, top: 1, bottom: 5))
    // A mean of 3 and a deviation of 2.
    #expect(abs(found.meanWidth - 3) < 0.2)
    #expect(abs(found.unevenness - 2.0 / 3) < 0.05)
  }

  @Test("sides without a rim are gaps")
  func brokenRim() throws {
    let found = try #require(leftover(left: 2, right: 2, top: 2, bottom: 0))
    #expect(abs(found.share - 0.75) < 0.05)
  }

  @Test("a diagonal rim is as wide as a straight one")
  func diagonalRim() throws {
    let bitmap = Bitmap(width: 200, height: 200) { x, y in
      switch abs(x - 100) + abs(y - 100) {
      case ..<85: art
      case ..<90: green
      default: .clear
      }
    }
    let found = try #require(LeftoverRim(of: bitmap, along: Outline(of: bitmap)))
    // Five pixels along a row, divided by the square root of 2.
    #expect(abs(found.meanWidth - 3.54) < 0.2)
  }

  @Test("pixels of the rim's color inside the art are counted")
  func insideShare() throws {
    let found = try #require(leftover(left: 2, right: 2, top: 2, bottom: 2, spot: 28))
    // The rim has 4 × 2 × 94 pixels, the spot 784.
    #expect(abs(found.insideShare - 0.51) < 0.01)
  }

  @Test("plain art and a wide frame have no rim")
  func noLeftover() {
    #expect(leftover(left: 0, right: 0, top: 0, bottom: 0) == nil)
    #expect(leftover(left: 16, right: 16, top: 16, bottom: 16) == nil)
    #expect(
      LeftoverRim(
        of: Bitmap(width: 40, height: 40, samples: Array(repeating: 0, count: 6400)),
        along: Outline(of: Bitmap(width: 40, height: 40, samples: Array(repeating: 0, count: 6400)))
      )
        == nil)
  }

  // MARK: Rests of a screen

  /// A square with a soft edge of two pixels that contains some of a screen's color, on the sides for which a function
  /// says so.
  func keyed(
    _ screen: Pixel, _ shares: (Double, Double) = (0.7, 0.4), body: Pixel? = nil,
    where isRim: (Int, Int) -> Bool = { _, _ in true }
  ) -> KeyRim? {
    let body = body ?? art
    let bitmap = Bitmap(width: 120, height: 120) { x, y in
      let inset = min(x - 12, y - 12, 107 - x, 107 - y)
      guard inset >= 0 else { return .clear }
      guard inset < 2, isRim(x, y) else { return body }
      // Every third pixel has less.
      let share = (inset == 0 ? shares.0 : shares.1) * ((x + y) % 3 == 0 ? 0.6 : 1)
      func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 {
        UInt8(Double(one) * share + Double(other) * (1 - share))
      }
      return Pixel(
        red: mixed(screen.red, body.red), green: mixed(screen.green, body.green),
        blue: mixed(screen.blue, body.blue))
    }
    return KeyRim(of: bitmap, along: Outline(of: bitmap))
  }

  @Test(
    "the color of a screen in the outer pixels is found",
    arguments: [
      (Pixel(red: 0, green: 255, blue: 0), KeyRim.Key.green),
      (Pixel(red: 255, green: 0, blue: 255), .magenta),
      (Pixel(red: 0, green: 0, blue: 255), .blue),
    ])
  func screen(_ screen: Pixel, _ key: KeyRim.Key) throws {
    let gray = Pixel.gray(150)
    let found = try #require(keyed(screen, body: gray))
    #expect(found.key == key)
    // 24 lines each way with two ends. The last of each way ends inside of the rim.
    #expect(found.places == 96 && found.share > 0.9)
    #expect(abs(try #require(keyed(screen, body: gray) { x, _ in x < 60 }).share - 0.5) < 0.05)
  }

  @Test("a line of one color, an unsaturated rim and art of the color are not the rest of a screen")
  func noScreen() {
    let gray = Pixel.gray(150)
    let line = Bitmap(width: 120, height: 120) { x, y in
      let inset = min(x - 12, y - 12, 107 - x, 107 - y)
      return inset < 0 ? .clear : inset < 2 ? green : gray
    }
    #expect(KeyRim(of: line, along: Outline(of: line)) == nil)
    #expect(keyed(Pixel(red: 90, green: 160, blue: 90), body: gray) == nil)
    #expect(keyed(green, body: Pixel(red: 60, green: 150, blue: 60)) == nil)
    #expect(keyed(green, (0, 0)) == nil)
  }

  // MARK: Stairs

  @Test("stairs are counted along a slanted outline only")
  func stairs() {
    func edge(_ isArt: (Int, Int) -> Bool, soft: UInt8? = nil) -> HardEdge {
      var bitmap = Bitmap(width: 120, height: 120) { x, y in isArt(x, y) ? art : .clear }
      if let soft {
        let hard = bitmap
        for y in 1..<119 {
          for x in 1..<119 where hard[x, y].alpha > 0 {
            let neighbors = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            if neighbors.contains(where: { hard[$0, $1].alpha == 0 }) { bitmap[x, y].alpha = soft }
          }
        }
      }
      return HardEdge(of: bitmap, along: Outline(of: bitmap))
    }
    func isDiamond(_ x: Int, _ y: Int) -> Bool { abs(x - 60) + abs(y - 60) < 40 }
    let hard = edge(isDiamond)
    // Twenty rows and twenty columns, with two ends each.
    #expect((76...80).contains(hard.places) && hard.hard == hard.places)
    // Its edge moves from one sampled line to the next by their distance.
    let triangle = edge { x, y in x >= 10 && y >= 10 && x + y < 100 }
    #expect(triangle.isHard && !triangle.isInBlocks)
    let soft = edge(isDiamond, soft: 128)
    #expect(soft.places == hard.places && soft.hard == 0)
    // A square, whose corners are in no sampled row.
    #expect(edge { x, y in (16..<104).contains(x) && (16..<104).contains(y) }.places <= 8)
  }

  @Test(
    "a hard outline in steps of whole blocks is that of enlarged pixel art, one in steps of 1 or 2 px is not",
    arguments: [(1, false), (2, false), (3, true), (5, true), (8, true)])
  func blockSteps(_ side: Int, _ isInBlocks: Bool) {
    func disc(soft: Bool) -> HardEdge {
      let bitmap = Bitmap(width: 120, height: 120) { x, y in
        let (right, down) = (x / side * side + side / 2 - 60, y / side * side + side / 2 - 60)
        // Each pixel has another color, as in a compressed picture.
        var pixel = Pixel.gray(UInt8(100 + (x * 7 + y * 13) % 100))
        if soft { pixel.alpha = 128 }
        return right * right + down * down < 2500 ? pixel : .clear
      }
      return HardEdge(of: bitmap, along: Outline(of: bitmap))
    }
    #expect(disc(soft: false).isInBlocks == isInBlocks)
    #expect(!disc(soft: true).isInBlocks)
  }

  @Test(
    "a black background leaves a dotted rim around art that was cut out with hard edges",
    // Shares of 0.55 to 0.875 of 200: a fifth each, or one of 0.3. An even line has no gaps, a drawn one has less than 0.4,
    // a gray of 0.75 is one pen, and a difference of 18 is not seen.
    arguments: [
      ([110, 130, 150, 165, 175], 4, true), ([110, 130, 150, 165, 175], 1, false),
      ([60, 130, 150, 165, 175], 4, true), ([10, 20, 30, 40, 50], 4, false), ([150], 4, false),
      ([182], 4, false),
    ] as [([UInt8], Int, Bool)])
  func darkRim(_ codes: [UInt8], _ gap: Int, _ isFound: Bool) {
    // Every second stretch of 4 px has a rim, or all.
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      let edge = min(x, y, 99 - x, 99 - y)
      guard edge >= 10 else { return .clear }
      let isRim = edge == 10 && (gap == 1 || (x + y) / gap % 2 == 0)
      return .gray(isRim ? codes[(x + y) / 8 % codes.count] : 200)
    }
    let found = DarkRim(of: canvas, along: Outline(of: canvas, distance: 1))
    #expect((found != nil) == isFound)
    if let found { #expect(abs(found.share - 0.5) < 0.1) }
  }

  @Test(
    "a black rim of all strengths on every side of the art is a rest, on two sides it is shading, and in one strength a line",
    // 200 is a gap.
    arguments: [
      ([90, 110, 130, 150, 165, 175, 90, 130, 200], 4, true),
      ([90, 110, 130, 150, 165, 175, 90, 130, 150], 4, false),
      ([120, 122, 124, 126, 165, 175, 120, 125, 200], 4, false),
      ([20, 50, 90, 130, 170], 4, true), ([20, 50, 90, 130, 170], 2, false),
      ([20, 25, 30, 110, 170], 4, false), ([90, 110, 130, 150, 170], 4, false),
    ] as [([UInt8], Int, Bool)])
  func fadedRim(_ codes: [UInt8], _ sides: Int, _ isFound: Bool) {
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      let distances = [99 - x, 99 - y, x, y]
      guard let edge = distances.min(), edge >= 10 else { return .clear }
      let isRim = distances.prefix(sides).contains(10)
      return .gray(isRim ? codes[(x + y) / 4 % codes.count] : 200)
    }
    let found = DarkRim(of: canvas, along: Outline(of: canvas, distance: 1))
    #expect((found != nil) == isFound)
  }
}
