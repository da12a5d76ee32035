import Pixels
import TestSupport
import Testing

@Suite("Edge fringe and outline contrast")
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

  @Test("a shadow is no edge")
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

  // MARK: Contrast

  func lost(_ bitmap: Bitmap, on background: Pixel) -> Double {
    OutlineContrast(of: bitmap, along: Outline(of: bitmap), on: [[background]]).visibilities[0]
      .lowContrastFraction
  }

  /// A square of 40 px around one of another color; a twentieth of the canvas is 3 px.
  func card(_ rim: Pixel, _ width: Int, _ middle: Pixel) -> Bitmap {
    Bitmap(width: 60, height: 60) { x, y in
      switch min(x, y, 59 - x, 59 - y) {
      case 0..<10: .clear
      case let depth where depth < 10 + width: rim
      default: middle
      }
    }
  }

  @Test(
    "a WCAG contrast of 1.25 is visible",
    arguments: [
      // 1.05 / (0.78354 + 0.05) = 1.2597, and 1.05 / (0.7913 + 0.05) = 1.2481.
      (255, 229, 0), (255, 230, 1),
      // (0.01298 + 0.05) / 0.05 = 1.2597, and 1.2457 for code 29.
      (0, 30, 0), (0, 29, 1),
    ])
  func contrast(_ background: UInt8, _ art: UInt8, _ expected: Double) {
    #expect(lost(card(.gray(art), 1, .gray(art)), on: .gray(background)) == expected)
  }

  @Test("translucent pixels are composited")
  func translucent() {
    // Black of alpha 25 over white is code 230, of alpha 26 code 229.
    for (alpha, expected) in [(25, 1), (26, 0)] as [(UInt8, Double)] {
      let glass = Pixel(red: 0, green: 0, blue: 0, alpha: alpha)
      #expect(lost(card(glass, 1, glass), on: .gray(255)) == expected)
    }
  }

  @Test("another color of the same luminance is visible")
  func hue() {
    // Red and systemBlue differ by less than 1% in luminance.
    let red = Pixel(red: 255, green: 0, blue: 0)
    #expect(lost(card(red, 1, red), on: Pixel(red: 0, green: 122, blue: 255)) == 0)
  }

  @Test(
    "only a wide border in the color of the background hides art",
    arguments: [(2, 0.1), (3, 1)])
  func rim(_ width: Int, _ expected: Double) {
    // Ten lines each way cross the art; one of them runs along the rim.
    #expect(lost(card(.gray(255), width, .gray(0)), on: .gray(255)) == expected)
  }

  @Test(
    "clarity grows with the logarithm of the contrast up to 3, or with the difference in a channel",
    arguments: [
      // ln(1.05 / (0.55201 + 0.05)) / ln 3; white on black is 21; 72 of 144 codes of blue.
      (Pixel.gray(255), Pixel.gray(196), 0.5063), (.gray(0), .gray(255), 1),
      (.gray(9), .gray(9), 0),
      (Pixel(red: 0, green: 0, blue: 255), Pixel(red: 0, green: 0, blue: 183), 0.5),
    ])
  func clarity(_ background: Pixel, _ art: Pixel, _ expected: Double) {
    let bitmap = card(art, 1, art)
    let visibilities = OutlineContrast(of: bitmap, along: Outline(of: bitmap), on: [[background]])
      .visibilities
    #expect(abs(visibilities[0].clarity - expected) < 0.0005)
  }

  @Test("the visibility on several colors is the mean")
  func severalColors() {
    let white = card(.gray(255), 1, .gray(255))
    let visibilities = OutlineContrast(
      of: white, along: Outline(of: white), on: [[.gray(255), .gray(0)], [.gray(0)]]
    ).visibilities
    #expect(visibilities.map(\.lowContrastFraction) == [0.5, 0])
    #expect(visibilities.map(\.clarity) == [0.5, 1])
    #expect(visibilities.map(\.visibleFraction) == [0.5, 1])
  }

  @Test("art that fills its canvas has an outline")
  func full() {
    let full = Bitmap(width: 20, height: 20, filledWith: .gray(255))
    // Five lines each way, each with two ends.
    #expect(OutlineContrast(of: full, along: Outline(of: full), on: [[.gray(255)]]).places == 20)
    #expect(lost(full, on: .gray(255)) == 1)
  }
}
