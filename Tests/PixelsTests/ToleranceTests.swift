import Pixels
import TestSupport
import Testing

@Suite("Tolerance and noise")
struct ToleranceTests {
  /// A gray of 100 to the left of x = 40, and noise of up to 64 codes around 128 to the right of it.
  static let halves = {
    var random = SplitMix(state: 9)
    return Bitmap(width: 80, height: 40) { x, _ in
      x < 40 ? .gray(100) : .gray(UInt8(96 + random.next() % 64))
    }
  }()

  @Test("texture bears the whole tolerance, flat areas and their edges the smaller one")
  func texture() {
    let codes = Tolerance(flat: 1, texture: 9).codes(of: Self.halves)
    func mean(_ columns: Range<Int>) -> Double {
      let values = (0..<40).flatMap { y in columns.map { Int(codes[y * 80 + $0]) } }
      return Double(values.reduce(0, +)) / Double(values.count)
    }
    #expect(mean(0..<40) == 1)
    #expect(mean(44..<80) > 8)
    #expect(Tolerance(flat: 3, texture: 3).codes(of: Self.halves).allSatisfy { $0 == 3 })
  }

  @Test("the edge of two flat areas bears as little as these")
  func edge() {
    let art = Bitmap(width: 40, height: 40) { x, _ in .gray(x < 20 ? 0 : 255) }
    #expect(Tolerance(flat: 0, texture: 9).codes(of: art).allSatisfy { $0 == 0 })
  }

  @Test(
    "flat areas keep their colors beside others, at soft edges, too, by half of the contrast",
    arguments: [(5, 0), (5, 3), (10, 0), (10, 4), (3, 0)])
  func weakEdges(_ contrast: Int, _ between: Int) {
    // The areas are left and right, or above and below each other; the edge goes up in steps.
    for isTurned in [false, true] {
      let art = Bitmap(width: 60, height: 60) { x, y in
        let (x, y) = isTurned ? (y, x) : (x, y)
        let step = max(0, min(between + 1, x - 20 - y / 10))
        return .gray(UInt8(53 + contrast * step / (between + 1)))
      }
      let limits = Tolerance(flat: 17, texture: 17).limits(of: art)
      // `ColorVector` doubles the squared difference and weights it by 7.
      let half = Float(contrast * contrast) / 4 * 14
      for place in limits.indices {
        let gray = Int(art[place % 60, place / 60].red)
        if gray == 53 || gray == 53 + contrast {
          #expect(abs(limits[place] - half) < half * 0.01)
        }
      }
      let smooth = art.smoothed(upTo: 17)
      for place in limits.indices {
        let pixel = art[place % 60, place / 60]
        if pixel.red == 53 || Int(pixel.red) == 53 + contrast {
          #expect(abs(Int(smooth[place % 60, place / 60].red) - Int(pixel.red)) <= contrast / 2)
        }
      }
    }
  }

  @Test("steps of a gradient, and areas far from one another, are no edges")
  func noEdges() {
    let art = Bitmap(width: 60, height: 60) { x, y in
      y < 20
        ? .gray(UInt8(50 + x / 10 * 2)) : y < 40 ? .gray(200) : x < 30 ? .gray(100) : .gray(205)
    }
    let limits = Tolerance(flat: 9, texture: 9).limits(of: art)
    // 81 x 14; the areas of 200 and 205 do touch.
    #expect((0..<20 * 60).allSatisfy { abs(limits[$0] - 1134) < 12 })
    #expect((20 * 60..<40 * 60).allSatisfy { abs(limits[$0] - 87.5) < 1 })
  }

  @Test("weak noise becomes its mean, and an edge stays as it is")
  func smoothed() {
    // Dots of two colors in turn, as dithering makes them, to the left of another color.
    let art = Bitmap(width: 60, height: 60) { x, y in
      x < 30 ? .gray((x + y) % 2 == 0 ? 96 : 104) : .gray(200)
    }
    let smooth = art.smoothed(upTo: 10)
    #expect((4..<26).allSatisfy { abs(Int(smooth[$0, 30].red) - 100) <= 2 })
    #expect((30..<60).allSatisfy { smooth[$0, 30] == .gray(200) })
    #expect(art.smoothed(upTo: 7) == art)
    #expect(art.smoothed(upTo: 0) == art)
  }

  @Test(
    "translucent pixels and art of one row or column are no problem for smoothing",
    arguments: [(1, 50), (50, 1), (1, 1)])
  func narrow(_ width: Int, _ height: Int) {
    let art = Bitmap(width: width, height: height) { x, y in
      Pixel(red: UInt8(100 + (x + y) % 3), green: 50, blue: 20, alpha: (x + y) % 5 == 0 ? 128 : 255)
    }
    let smooth = art.smoothed(upTo: 4)
    #expect(smooth.width == width && smooth.height == height)
    for y in 0..<height {
      for x in 0..<width where (x + y) % 5 == 0 { #expect(smooth[x, y] == art[x, y]) }
    }
  }

  @Test("a palette has the colors of flat areas, white and black exactly")
  func flatColors() {
    let flat = Pixel(red: 211, green: 47, blue: 47)
    // Many shades beside a flat area of a tenth of the canvas, and a little white and black.
    let art = Bitmap(width: 200, height: 200) { x, y in
      if y < 20 { return flat }
      if y == 20 { return x < 100 ? .gray(255) : .gray(0) }
      return Pixel(red: UInt8(190 + x % 60), green: UInt8(y), blue: UInt8((x * 7 + y * 3) % 256))
    }
    let palette = PaletteReduction(of: [art]).palette(maximumColors: 16)
    #expect(palette.count <= 16)
    for color in [flat, .gray(255), .gray(0)] { #expect(palette.contains(color), "\(color)") }
  }
}
