import Pixels
import TestSupport
import Testing

@Suite("ColorHistogram")
struct ColorHistogramTests {
  static func palette(of bitmaps: [Bitmap], most: Int, distinctBits: UInt32 = 8) -> [Pixel] {
    var histogram = ColorHistogram()
    for bitmap in bitmaps { histogram.add(bitmap) }
    return histogram.palette(maximumColors: most, distinctBits: distinctBits)
  }

  /// 65,536 colors: red along x, green along y, blue falling along both.
  static let gradient = Bitmap(width: 256, height: 256) { x, y in
    Pixel(red: UInt8(x), green: UInt8(y), blue: UInt8(255 - (x + y) / 2))
  }

  @Test("colors that fit are kept exactly, in the order of red, green and blue")
  func exact() {
    let colors = [
      Pixel(red: 9, green: 0, blue: 0), Pixel(red: 8, green: 255, blue: 255),
      Pixel(red: 9, green: 0, blue: 1), Pixel(red: 8, green: 254, blue: 0),
    ]
    let bitmap = Bitmap(width: 8, height: 1) { x, _ in colors[x % 4] }
    #expect(
      Self.palette(of: [bitmap], most: 4) == [colors[3], colors[1], colors[0], colors[2]])
  }

  @Test("as many colors as fit are kept exactly", arguments: [1, 2, 255, 256])
  func full(_ count: Int) {
    let bitmap = Bitmap(width: count, height: 1) { x, _ in
      Pixel(red: UInt8(x), green: UInt8(x * 7 % 256), blue: 0)
    }
    #expect(Self.palette(of: [bitmap], most: count) == bitmap.pixels)
  }

  @Test("all bitmaps share one palette")
  func several() {
    let bitmaps = [30, 10, 20].map { Bitmap(width: 1, height: 1, filledWith: .gray($0)) }
    #expect(Self.palette(of: bitmaps, most: 255) == [10, 20, 30].map(Pixel.gray))
  }

  @Test("translucent colors count, transparent ones do not")
  func transparent() {
    let glass = Pixel(red: 4, green: 5, blue: 6, alpha: 254)
    let bitmap = Bitmap(rows: [[.gray(7), Pixel(red: 1, green: 2, blue: 3, alpha: 0), glass]])
    #expect(Self.palette(of: [bitmap], most: 255) == [glass, .gray(7)])
    #expect(Self.palette(of: [Bitmap(width: 3, height: 3)], most: 255) == [])
    var histogram = ColorHistogram()
    histogram.add(Bitmap(width: 1, height: 1, filledWith: glass))
    #expect(!histogram.hasTransparency)
    histogram.add(bitmap)
    #expect(histogram.hasTransparency)
    #expect(histogram.colors(atMost: 2) == [glass, .gray(7)] && histogram.colors(atMost: 1) == nil)
  }

  @Test("opaque art stays opaque, however many translucent pixels have its color")
  func opaque() {
    let edge = Bitmap(width: 256, height: 40) { x, y in
      y == 0 ? .gray(UInt8(x)) : Pixel(red: 90, green: 90, blue: 90, alpha: UInt8(x))
    }
    let palette = Self.palette(of: [edge], most: 32)
    var matcher = PaletteMatcher(palette: palette)
    let reduced = matcher.reduced(edge)
    #expect((0..<256).allSatisfy { reduced[$0, 0].alpha == 255 })
    #expect((0..<256).allSatisfy { abs(Int(reduced[$0, 9].alpha) - $0) < 12 })
  }

  @Test("a palette of fewer bits does not follow small differences")
  func coarse() {
    // 64 near grays of many pixels, and three other colors.
    let bitmap = Bitmap(width: 64, height: 64) { x, y in
      y == 0 ? Pixel(red: 200, green: UInt8(x % 3 * 80), blue: 0) : .gray(UInt8(100 + x / 8 % 4))
    }
    #expect(Self.palette(of: [bitmap], most: 6).count == 6)
    #expect(Self.palette(of: [bitmap], most: 6, distinctBits: 5).count < 6)
  }

  @Test(
    "more colors than fit are reduced to at most the maximum", arguments: [1, 2, 3, 16, 255, 256])
  func fewer(_ most: Int) {
    let palette = Self.palette(of: [Self.gradient], most: most)
    #expect((1...most).contains(palette.count))
  }

  // A grid of 16 × 16 cells of 16 × 16 codes is the simplest palette of 256; its mean
  // error is 4 a channel in red and green and about 3 in blue. A good palette is below 6.
  @Test("255 colors approximate 65,536 with a mean error below 6 codes per channel")
  func error() {
    let palette = Self.palette(of: [Self.gradient], most: 255)
    var matcher = PaletteMatcher(palette: palette)
    var sum = 0
    for pixel in Self.gradient.pixels {
      let nearest = palette[Int(matcher.index(of: pixel))]
      sum += abs(Int(pixel.red) - Int(nearest.red))
      sum += abs(Int(pixel.green) - Int(nearest.green))
      sum += abs(Int(pixel.blue) - Int(nearest.blue))
    }
    #expect(Double(sum) / (3 * 65536) < 6)
  }

  @Test("two distant clusters become their means")
  func clusters() {
    // Three grays about 10 and three about 240, of 100 pixels each.
    let codes: [UInt8] = [9, 10, 11, 239, 240, 241]
    let bitmap = Bitmap(width: 600, height: 1) { x, _ in .gray(codes[x % 6]) }
    #expect(Set(Self.palette(of: [bitmap], most: 2)) == [.gray(10), .gray(240)])
  }

  @Test("the palette is deterministic")
  func deterministic() {
    let first = Self.palette(of: [Self.gradient], most: 100)
    for _ in 0..<3 { #expect(Self.palette(of: [Self.gradient], most: 100) == first) }
  }
}

@Suite("PaletteMatcher")
struct PaletteMatcherTests {
  static let palette = [
    Pixel(red: 0, green: 0, blue: 0), Pixel(red: 255, green: 255, blue: 255),
    Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 255),
  ]

  @Test(
    "the nearest color is found",
    arguments: [
      (Pixel(red: 0, green: 0, blue: 0), 0), (Pixel(red: 250, green: 240, blue: 251), 1),
      (Pixel(red: 200, green: 10, blue: 10), 2), (Pixel(red: 10, green: 20, blue: 200), 3),
      (Pixel(red: 255, green: 255, blue: 255, alpha: 128), 1),
    ] as [(Pixel, UInt8)])
  func nearest(_ pixel: Pixel, _ index: UInt8) {
    var matcher = PaletteMatcher(palette: Self.palette)
    #expect(matcher.index(of: pixel) == index)
    #expect(matcher.index(of: pixel) == index)
  }

  @Test("a difference in green weighs more than in red, and in red more than in blue")
  func weights() {
    let steps = [
      Pixel(red: 100, green: 120, blue: 100), Pixel(red: 120, green: 100, blue: 100),
      Pixel(red: 100, green: 100, blue: 120),
    ]
    var all = PaletteMatcher(palette: steps)
    #expect(all.index(of: .gray(100)) == 2)
    var two = PaletteMatcher(palette: Array(steps.prefix(2)))
    #expect(two.index(of: .gray(100)) == 1)
  }
}
