import ImageCodecs
import Pixels
import StickerLint
import TestSupport
import Testing

/// Tests of the canvases of an animation that the rules about pictures judge.
extension PixelRuleTests {
  /// A brown disc with one alpha per frame.
  private func fading(_ alphas: [UInt8]) -> [UInt8] {
    animation(
      alphas.map { alpha in
        var color = brown
        color.alpha = alpha
        return disc(radius: 40, of: color)
      })
  }

  @Test("a sticker that fades in is judged by its most opaque canvas")
  func fadesIn() {
    // Nearly transparent art is illegible on a photo, opaque brown is not.
    #expect(findings([fading([8, 8])]).contains { $0.rule == "low-contrast" })
    #expect(
      findings([fading([20, 60, 120, 255, 120, 60, 20])]).map(\.rule) == ["faint-first-frame"])
    #expect(findings([fading([60, 90, 120, 255, 120, 90, 60])]).map(\.rule) == [])
  }

  @Test("a GIF of pixel art with a frame that fills the canvas has no jagged edges, other art has")
  func pixelArtInTheDark() throws {
    func isReported(_ art: Bitmap) throws -> Bool {
      let canvases = [art, Bitmap(width: 100, height: 100, filledWith: .gray(0)), art]
      let gif = try ImageEncoder.gif(
        CanvasAnimation(
          canvases: canvases, delays: canvases.map { _ in Delay(numerator: 2, denominator: 10) }),
        loop: .forever)
      return findings([gif]).contains { $0.rule == "gif-hard-edges" }
    }
    // A diamond of black and brown stripes of 3 px.
    let striped = Bitmap(width: 100, height: 100) { x, y in
      abs(x - 50) + abs(y - 50) < 30 ? x % 6 < 3 ? brown : .gray(0) : .clear
    }
    #expect(try !isReported(striped))
    // A disc of blocks of 4 px, whose colors vary as in a compressed picture.
    let noisy = Bitmap(width: 100, height: 100) { x, y in
      let (right, down) = (x / 4 * 4 - 48, y / 4 * 4 - 48)
      return right * right + down * down < 1600
        ? Pixel(red: UInt8(150 + (x * 7 + y * 13) % 30), green: 90, blue: 50) : .clear
    }
    #expect(try !isReported(noisy))
    #expect(try isReported(disc(radius: 20, of: brown)))
  }

  @Test(
    "lines of single pixels are pixel art up to 160 px, and drawn without soft edges on a larger canvas",
    arguments: [(160, false), (161, true)])
  func largeSteps(_ side: Int, _ isReported: Bool) {
    let art = Bitmap(width: side, height: side) { x, y in
      abs(x - side / 2) + abs(y - side / 2) < side / 3
        ? x % 8 == 0 || y % 8 == 0 ? .gray(0) : brown : .clear
    }
    #expect(ids(art).contains("png-hard-edges") == isReported)
  }

  @Test("a GIF below 64 px shows nothing but pixels", arguments: [(63, false), (64, true)])
  func tinyGIF(_ side: Int, _ isReported: Bool) throws {
    let middle = Double(side) / 2
    let art = Bitmap(width: side, height: side) { x, y in
      let (right, down) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
      return right * right + down * down < 81 ? brown : .clear
    }
    let gif = try ImageEncoder.gif(
      CanvasAnimation(canvases: [art], delays: [Delay(numerator: 1, denominator: 10)]),
      loop: .forever)
    #expect(findings([gif]).contains { $0.rule == "gif-hard-edges" } == isReported)
  }

  @Test("a GIF in a pack of pixel art is drawn like the others")
  func pixelArtPack() throws {
    func gif(_ art: Bitmap) throws -> [UInt8] {
      try ImageEncoder.gif(
        CanvasAnimation(canvases: [art], delays: [Delay(numerator: 1, denominator: 10)]),
        loop: .forever)
    }
    func stripes(of side: Int) throws -> [UInt8] {
      try gif(
        Bitmap(width: 100, height: 100) { x, y in
          abs(x - 50) + abs(y - 50) < side ? x % 6 < 3 ? brown : .gray(0) : .clear
        })
    }
    let plain = try gif(disc(radius: 20, of: brown))
    let rule = { (files: [[UInt8]]) in
      self.findings(files).contains { $0.rule == "gif-hard-edges" }
    }
    #expect(rule([plain]))
    #expect(try rule([plain, stripes(of: 30)]))
    #expect(try !rule([plain, stripes(of: 30), stripes(of: 32)]))
  }

  @Test(
    "five evenly spaced canvases and the most opaque one are measured",
    arguments: [
      // Every 1.4th of 7 frames, rounded down.
      ([8, 60, 120, 255, 120, 60, 8], [0, 1, 2, 3, 4, 5], 3),
      ([8, 60, 120, 160, 255, 60, 8], [0, 1, 2, 4, 5], 4),
      // The first of equally opaque ones.
      ([8, 60, 120, 255, 120, 60, 255], [0, 1, 2, 3, 4, 5], 3),
      // A blank canvas shows nothing to measure.
      ([0, 60, 0, 160, 255, 60, 8], [1, 4, 5], 4),
      ([60, 255], [0, 1], 1),
    ])
  func sampled(_ alphas: [UInt8], _ frames: [Int], _ fullest: Int) {
    let image = AssetFacts(fading(alphas)).image
    #expect(image?.pictures.map(\.frame) == frames)
    #expect(image?.picture?.frame == fullest)
  }
}
