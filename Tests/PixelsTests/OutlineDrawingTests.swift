import Pixels
import TestSupport
import Testing

@Suite("Drawing outlines")
struct OutlineDrawingTests {
  static let outline = DieCutOutline(forSide: 408)
  static let white = Pixel.gray(255)
  static let brown = Pixel(red: 156, green: 95, blue: 50)

  /// Art on a canvas of 408 px.
  static func art(_ color: (Double, Double) -> Pixel?) -> Bitmap {
    Bitmap(width: 408, height: 408) { x, y in
      color(Double(x) + 0.5 - 204, Double(y) + 0.5 - 204) ?? .clear
    }
  }

  static func obstacle(_ art: Bitmap) -> OutlineObstacle? {
    OutlineObstacle(against: outline, around: art, original: art)
  }

  /// A circle drawn with a line, with a gap on the right.
  static func circle(line: Double, gap: Double = 0, _ color: Pixel = .gray(0)) -> Bitmap {
    art { x, y in
      let distance = (x * x + y * y).squareRoot()
      guard distance < 140, distance > 140 - line else { return nil }
      return x > 0 && abs(y) < gap / 2 ? nil : color
    }
  }

  @Test("line art is filled with white, even if its line has a small gap", arguments: [0.0, 8])
  func filled(gap: Double) {
    let art = Self.circle(line: 4, gap: gap)
    #expect(Self.obstacle(art) == nil)
    let result = Self.outline.drawn(around: art)
    #expect(result[204, 204] == Self.white && result[120, 204] == Self.white)
    #expect(result[4, 204] == .clear && result[204, 66] == .gray(0))
  }

  /// Bars of 14 px get no outline of their own, a disc does.
  @Test("art with many parts that would get no outline gets none", arguments: [(1, 30), (4, 60)])
  func bareParts(_ bars: Int, _ height: Int) {
    let art = Self.art { x, y in
      let isDisc = x * x + (y + 80) * (y + 80) < 80 * 80
      let isBar = (0..<bars).contains { abs(x + 150 - Double($0) * 100) < 7 }
      return isDisc || isBar && (60..<60 + Double(height)).contains(y) ? .gray(0) : nil
    }
    guard bars > 1 else {
      #expect(Self.obstacle(art) == nil)
      return
    }
    guard case .bareParts(let share) = Self.obstacle(art) else {
      Issue.record("no obstacle")
      return
    }
    // Each bar has 148 px of the edge and the disc 503 px, or a third more in whole pixels.
    #expect((0.4..<0.6).contains(share), "\(share)")
  }

  @Test("open line art gets no outline")
  func open() {
    guard case .thinLines(let share) = Self.obstacle(Self.circle(line: 4, gap: 100)) else {
      Issue.record("an outline around an open line is a patch")
      return
    }
    #expect(share > 0.5)
  }

  @Test("specks and whiskers get no outline of their own")
  func specks() {
    let art = Self.art { x, y in
      if (x * x + y * y).squareRoot() < 90 { return Self.brown }
      // A spark, 10 px wide, and a whisker, 4 px thick.
      if abs(x + 150) < 5, abs(y + 150) < 5 { return Self.brown }
      return abs(y) < 2 && x > 0 && x < 160 ? Self.brown : nil
    }
    #expect(Self.obstacle(art) == nil)
    let result = Self.outline.drawn(around: art)
    #expect(result[54, 54] == Self.brown && result[54, 62] == .clear && result[62, 54] == .clear)
    #expect(result[350, 204] == Self.brown && result[350, 212] == .clear)
    #expect(result[204, 108] == Self.white)
  }

  @Test("a ray beside the body gets an outline if that of the body would cut through it")
  func ray() {
    // The outline is 12 and 4 px wide. The body ends at x = 90, the rays are 20 px thick.
    let art = Self.art { x, y in
      if (x * x + y * y).squareRoot() < 90 { return Self.brown }
      let isNear = x > 96 && x < 120
      let isFar = x < -130 && x > -154
      return abs(y) < 10 && (isNear || isFar) ? Self.brown : nil
    }
    let result = Self.outline.drawn(around: art)
    #expect(result[204 + 124, 204] == Self.white && result[204 + 110, 204 + 14] == Self.white)
    #expect(result[204 - 126, 204] == .clear && result[204 - 142, 204 + 14] == .clear)
  }

  @Test("an enclosed gap between an arm and the body becomes white, without a gray line")
  func hole() {
    let art = Self.art { x, y in
      let distance = (x * x + y * y).squareRoot()
      return distance < 140 && distance > 60 ? Self.brown : nil
    }
    let result = Self.outline.drawn(around: art)
    for x in 150..<258 { #expect(result[x, 204] == Self.white) }
  }

  @Test("a card gets no frame")
  func card() {
    #expect(
      Self.obstacle(Self.art { x, y in abs(x) < 170 && abs(y) < 140 ? Self.brown : nil }) == .card)
  }

  @Test("a body that is drawn to the edge of the canvas gets no second contour")
  func cutOff() {
    let art = Self.art { x, y in
      y > -100 && abs(x) < 90 + y / 8 || (x * x + (y + 100) * (y + 100)).squareRoot() < 80
        ? Self.brown : nil
    }
    #expect(Self.obstacle(art) == .cutOff(.bottom))
  }

  @Test("art with an even gray or white line around it gets no second one", arguments: [192, 255])
  func drawnAlready(_ code: UInt8) {
    func disc(_ line: Pixel) -> Bitmap {
      Self.art { x, y in
        let distance = (x * x + y * y).squareRoot()
        return distance < 140 ? distance > 134 ? line : Self.brown : nil
      }
    }
    #expect(Self.obstacle(disc(.gray(code))) == .drawnAlready)
    #expect(Self.obstacle(disc(.gray(0))) == nil)
  }

  @Test(
    "a border as of paper is an outline up to 12% of the canvas, in a dark gray it is not",
    arguments: [(30, 230, true), (60, 230, false), (30, 160, false)])
  func paper(_ width: Double, _ code: UInt8, _ isOutline: Bool) {
    // A canvas of 408 px: 12% are 48 px, and rows beside the middle cross more of the border than its width.
    let art = Self.art { x, y in
      let distance = (x * x + y * y).squareRoot()
      return distance < 140 ? distance > 140 - width ? .gray(code) : Self.brown : nil
    }
    #expect((Self.obstacle(art) == .drawnAlready) == isOutline)
  }

  @Test("white art would become a blob", arguments: [0.0, 5])
  func whiteArt(eye: Double) {
    let art = Self.art { x, y in
      let distance = (x * x + y * y).squareRoot()
      guard distance < 140, abs(x) > 12 || y > 0 else { return nil }
      return abs(x - 60) < eye && abs(y) < eye ? .gray(0) : Self.white
    }
    #expect(Self.obstacle(art) == .whiteArt)
    // What is drawn in it stays visible.
    let drawing = Self.art { x, y in
      let distance = (x * x + y * y).squareRoot()
      return distance < 140 ? abs(x) < 40 && abs(y) < 60 ? .gray(0) : Self.white : nil
    }
    #expect(Self.obstacle(drawing) == nil)
  }

  @Test("a white part beside the body would disappear in an outline")
  func whitePart() {
    let art = Self.art { x, y in
      if (x * x + y * y).squareRoot() < 100 { return Self.brown }
      return abs(x + 130) < 14 && abs(y) < 60 ? Self.white : nil
    }
    #expect(Self.obstacle(art) == .whitePart)
  }
}
