import Foundation
import Pixels
import TestSupport
import Testing

/// The canvas sizes of Apple's three sticker grids and what a build makes of each.
private let grids = [618, 408, 300].flatMap { side in [(side, side * 2 / 3), (side, side / 3)] }

extension Bitmap {
  fileprivate func resampled(to width: Int, _ height: Int) -> Bitmap {
    Resampler(fromWidth: self.width, fromHeight: self.height, toWidth: width, toHeight: height)
      .resample(self)
  }

  /// A disc whose alpha is the covered share of each pixel, from the distance of the pixel's center to the disc's edge.
  fileprivate static func disc(_ side: Int, radius: Double, _ color: Pixel) -> Bitmap {
    Bitmap(width: side, height: side) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - Double(side) / 2, Double(y) + 0.5 - Double(side) / 2)
      let cover = min(1, max(0, radius - (dx * dx + dy * dy).squareRoot() + 0.5))
      var pixel = color
      pixel.alpha = UInt8(cover * 255)
      return pixel.alpha == 0 ? .clear : pixel
    }
  }
}

@Suite("Resampler: flat areas")
struct ResamplerFlatTests {
  @Test("a fully transparent bitmap becomes transparent black", arguments: grids)
  func transparent(_ from: Int, _ to: Int) {
    let hidden = Pixel(red: 255, green: 9, blue: 77, alpha: 0)
    let result = Bitmap(width: from, height: from, filledWith: hidden).resampled(to: to, to)
    #expect(result == Bitmap(width: to, height: to))
  }

  @Test(
    "a single color is unchanged", arguments: grids,
    [
      Pixel.gray(255), .gray(0), .gray(1), Pixel(red: 230, green: 40, blue: 41),
      Pixel(red: 3, green: 254, blue: 128, alpha: 200),
      Pixel(red: 255, green: 255, blue: 255, alpha: 1),
      Pixel(red: 17, green: 90, blue: 250, alpha: 128),
    ])
  func constant(_ sides: (Int, Int), _ pixel: Pixel) {
    let (from, to) = sides
    let result = Bitmap(width: from, height: from, filledWith: pixel).resampled(to: to, to)
    #expect(result == Bitmap(width: to, height: to, filledWith: pixel))
  }

  @Test(
    "each of the 256 codes survives the conversion to linear light and back", arguments: 0...255)
  func everyCode(_ code: Int) throws {
    let gray = Pixel.gray(UInt8(code))
    let result = Bitmap(width: 9, height: 9, filledWith: gray).resampled(to: 6, 6)
    #expect(result == Bitmap(width: 6, height: 6, filledWith: gray))
  }

  @Test(
    "each code survives with alphas that can represent it", arguments: [64, 128, 254])
  func everyTranslucentCode(_ alpha: Int) {
    for code in 0...255 {
      let pixel = Pixel(
        red: UInt8(code), green: UInt8(255 - code), blue: 128, alpha: UInt8(alpha))
      let result = Bitmap(width: 9, height: 9, filledWith: pixel).resampled(to: 3, 3)
      #expect(result == Bitmap(width: 3, height: 3, filledWith: pixel))
    }
  }

  @Test(
    "odd ratios, single pixels and lines keep their color",
    arguments: [
      (512, 512, 341, 341), (1, 1, 1, 1), (1, 97, 1, 31), (89, 1, 7, 1), (101, 67, 53, 13),
      (5, 5, 5, 5), (7, 3, 1, 1),
    ])
  func oddSizes(_ fromWidth: Int, _ fromHeight: Int, _ toWidth: Int, _ toHeight: Int) {
    let pixel = Pixel(red: 200, green: 100, blue: 50, alpha: 180)
    let result = Bitmap(width: fromWidth, height: fromHeight, filledWith: pixel)
      .resampled(to: toWidth, toHeight)
    #expect(result == Bitmap(width: toWidth, height: toHeight, filledWith: pixel))
  }

  @Test("resampling to the same size changes nothing")
  func sameSize() {
    let bitmap = Bitmap(width: 13, height: 7) { x, y in
      Pixel(
        red: UInt8(x * 19), green: UInt8(y * 36), blue: UInt8(x * y * 3),
        alpha: UInt8(255 - x * 10))
    }
    #expect(bitmap.resampled(to: 13, 7) == bitmap)
  }
}

@Suite("Resampler: light")
struct ResamplerLightTests {
  // Half of the light of white is code 187.5: 1.055 * 0.5^(1/2.4) - 0.055 = 0.7354.
  @Test("a checkerboard of single pixels keeps its brightness", arguments: grids)
  func checkerboard(_ from: Int, _ to: Int) throws {
    let board = Bitmap(width: from, height: from) { x, y in .gray((x + y) % 2 == 0 ? 255 : 0) }
    let result = board.resampled(to: to, to)
    let inner = result.cropped(to: PixelRect(x: 3, y: 3, width: to - 6, height: to - 6))
    let codes = Set(inner.pixels.map(\.red))
    #expect(try #require(codes.min()) >= 186)
    #expect(try #require(codes.max()) <= 190)
    #expect(inner.pixels.allSatisfy { $0 == .gray($0.red) })
  }

  // The reference is Pillow's Lanczos over linear light in floating point: 15.84, 111.81, 212.42,
  // 251.06, 226.07, 140.21, 53.77, 34.34. Its first and fourth value ring below 20 and above 250.
  @Test("a row is Lanczos3 in linear light, clamped to the range of its neighbors")
  func reference() {
    let codes: [UInt8] = [20, 60, 130, 200, 240, 250, 235, 190, 120, 70, 40, 30]
    let expected: [UInt8] = [20, 112, 212, 250, 226, 140, 54, 34]
    let row = Bitmap(width: 12, height: 1) { x, _ in .gray(codes[x]) }
    #expect(row.resampled(to: 8, 1).pixels == expected.map(Pixel.gray))
    let column = Bitmap(width: 1, height: 12) { _, y in .gray(codes[y]) }
    #expect(column.resampled(to: 1, 8).pixels == expected.map(Pixel.gray))
  }

  @Test(
    "a symmetric bitmap stays symmetric", arguments: [(90, 60), (90, 30), (97, 61)])
  func symmetry(_ from: Int, _ to: Int) {
    let middle = from / 2
    let bitmap = Bitmap(width: from, height: from) { x, y in
      let (dx, dy) = (min(x, from - 1 - x), min(y, from - 1 - y))
      let code = UInt8((dx * 37 + dy * 91) % 256)
      return Pixel(
        red: code, green: 255 - code, blue: UInt8(dx * 255 / middle),
        alpha: dx * dy % 5 == 0 ? 0 : 255)
    }
    let result = bitmap.resampled(to: to, to)
    #expect(result.worstDifference(from: result.upright(fromOrientation: 2)) <= 1)
    #expect(result.worstDifference(from: result.upright(fromOrientation: 4)) <= 1)
  }
}

@Suite("Resampler: die-cut edges")
struct ResamplerEdgeTests {
  static let colors = [
    Pixel.gray(255), .gray(64), Pixel(red: 230, green: 40, blue: 41),
    Pixel(red: 1, green: 128, blue: 254),
  ]

  @Test("a soft edge has no fringe: every visible pixel has the same color", arguments: colors)
  func noFringe(_ color: Pixel) {
    for (from, to) in [(120, 80), (120, 40), (119, 71)] {
      let result = Bitmap.disc(from, radius: 41.3, color).resampled(to: to, to)
      let visible = result.pixels.filter { $0.alpha > 0 }
      #expect(visible.contains { $0.alpha < 255 })
      #expect(Set(visible.map { Pixel(red: $0.red, green: $0.green, blue: $0.blue) }) == [color])
    }
  }

  @Test("hidden color does not bleed", arguments: colors)
  func nothingHidden(_ color: Pixel) {
    var hidden = color
    hidden.alpha = 0
    let half = Bitmap(width: 60, height: 60) { x, _ in x < 31 ? .gray(255) : hidden }
    let result = half.resampled(to: 40, 40)
    #expect(result.pixels.allSatisfy { $0.alpha > 0 ? $0.red == 255 && $0.green == 255 : true })
    #expect(result.pixels.allSatisfy { $0.alpha > 0 || $0 == .clear })
  }

  @Test("opaque art stays opaque inside and transparent outside", arguments: grids)
  func coverage(_ from: Int, _ to: Int) {
    let radius = Double(from) * 0.4
    let result = Bitmap.disc(from, radius: radius, .gray(90)).resampled(to: to, to)
    let scaled = radius * Double(to) / Double(from)
    for y in 0..<to {
      for x in 0..<to {
        let (dx, dy) = (Double(x) + 0.5 - Double(to) / 2, Double(y) + 0.5 - Double(to) / 2)
        let distance = (dx * dx + dy * dy).squareRoot()
        if distance < scaled - 2, result[x, y].alpha != 255 {
          Issue.record("alpha \(result[x, y].alpha) inside at \(x), \(y)")
        }
        if distance > scaled + 2, result[x, y].alpha != 0 {
          Issue.record("alpha \(result[x, y].alpha) outside at \(x), \(y)")
        }
      }
    }
    #expect(result[to / 2, to / 2] == .gray(90))
    #expect(result[0, 0] == .clear)
  }

  // Unclamped Lanczos in linear light takes the dark side to code 0: its overshoot of white is more
  // than the 5% of light that code 64 stands for.
  @Test("a white outline has no halo", arguments: [0, 1, 2])
  func noRinging(_ shift: Int) throws {
    let stripes = Bitmap(width: 120, height: 120) { x, _ in
      .gray((40 + shift..<52 + shift).contains(x) ? 255 : 64)
    }
    for bitmap in [stripes, stripes.upright(fromOrientation: 6)] {
      for to in [80, 40] {
        let codes = bitmap.resampled(to: to, to).pixels.map(\.red)
        #expect(try #require(codes.min()) >= 62)
        #expect(codes.contains(64))
        #expect(codes.contains(255))
      }
    }
  }

  @Test("results stay in the range of the source")
  func range() throws {
    let bitmap = Bitmap(width: 90, height: 90) { x, y in
      let on = (x / 7 + y / 5) % 2 == 0
      return Pixel(red: on ? 200 : 50, green: on ? 60 : 180, blue: 100, alpha: on ? 255 : 90)
    }
    for to in [60, 30, 41] {
      for pixel in bitmap.resampled(to: to, to).pixels {
        let inside = (50...200).contains(pixel.red) && (60...180).contains(pixel.green)
        #expect(inside && (90...255).contains(pixel.alpha) && pixel.blue == 100)
      }
    }
  }
}

extension Bitmap {
  fileprivate func worstDifference(from other: Bitmap) -> Int {
    zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }
}

@Suite("Resampler: enlarging")
struct ResamplerEnlargingTests {
  @Test("an edge is monotonic between its two colors")
  func edge() {
    let source = Bitmap(width: 8, height: 3) { x, _ in x < 4 ? .gray(40) : .gray(220) }
    let result = source.resampled(to: 29, 11)
    for y in 0..<11 {
      let row = (0..<29).map { result[$0, y].red }
      #expect(row == row.sorted())
      #expect(row.first == 40 && row.last == 220)
      #expect(result[14, y].alpha == 255)
    }
  }

  @Test("distant pixels stay transparent, and a color does not change")
  func alpha() {
    let source = Bitmap(width: 6, height: 6) { x, y in
      (2..<4).contains(x) && (2..<4).contains(y) ? Pixel(red: 200, green: 30, blue: 9) : .clear
    }
    let result = source.resampled(to: 60, 60)
    #expect(result[0, 0] == .clear && result[9, 30] == .clear && result[59, 59] == .clear)
    let visible = result.pixels.filter { $0.alpha > 0 }
    #expect(visible.allSatisfy { ($0.red, $0.green, $0.blue) == (200, 30, 9) })
    #expect(result[30, 30].alpha == 255)
    // Half the width of a 20 px square's edge is on each side of it.
    #expect((350...450).contains(visible.count { $0.alpha >= 128 }))
  }

  @Test("the same size is the same image")
  func same() {
    let source = Bitmap(width: 5, height: 4) { x, y in
      Pixel(red: UInt8(x * 50), green: UInt8(y * 60), blue: 7, alpha: UInt8(255 - x))
    }
    #expect(source.resampled(to: 5, 4) == source)
  }
}

@Suite("Resampler: precision")
struct ResamplerPrecisionTests {
  static let sizes = [(90, 60), (90, 30), (103, 41), (25, 60)]

  /// Smooth colors with hard and soft edges of alpha and some noise.
  static func art(_ side: Int, seed: Int = 0) -> Bitmap {
    Bitmap(width: side, height: side + 7) { x, y in
      let alpha = (x / 9 + y / 13 + seed) % 4 == 0 ? 0 : min(255, (x + y) * 3)
      return alpha == 0
        ? .clear
        : Pixel(
          red: UInt8((x * 7 + seed) % 256), green: UInt8((y * y / 5) % 256),
          blue: UInt8((x * y * 31 + seed * 7) % 256), alpha: UInt8(alpha))
    }
  }

  @Test("results are over 60 dB from double precision", arguments: sizes)
  func reference(_ from: Int, _ to: Int) {
    let art = Self.art(from)
    let expected = DoublePrecision.resampled(art, to: to, to + 4)
    #expect(art.resampled(to: to, to + 4).fidelity(to: expected) > 60)
  }

  @Test("updating a changed area is the same as resampling everything", arguments: sizes)
  func update(_ from: Int, _ to: Int) {
    let first = Self.art(from)
    let resampler = Resampler(
      fromWidth: first.width, fromHeight: first.height, toWidth: to, toHeight: to)
    for (x, y, width, height) in [
      (0, 0, 1, 1), (from - 1, from + 6, 1, 1), (5, 0, 11, 3), (3, 17, from - 9, 8),
      (0, 0, from, from + 7),
    ] {
      var second = first
      let area = PixelRect(x: x, y: y, width: width, height: height)
      second.replace(with: Self.art(from, seed: 3).cropped(to: area), x: x, y: y)
      var updated = resampler.resample(first)
      resampler.update(&updated, to: second, changed: area)
      #expect(updated == resampler.resample(second))
    }
  }
}

/// Lanczos3 in linear light with premultiplied alpha, clamped to the source samples at most one result
/// pixel away from the center: the documented algorithm in the plainest form.
private enum DoublePrecision {
  typealias Color = SIMD4<Double>

  static func resampled(_ bitmap: Bitmap, to width: Int, _ height: Int) -> Bitmap {
    let source = (0..<bitmap.height).map { y in (0..<bitmap.width).map { linear(bitmap[$0, y]) } }
    let narrow = source.map { line($0, to: width) }
    let columns = (0..<width).map { x in line(narrow.map { $0[x] }, to: height) }
    return Bitmap(width: width, height: height) { x, y in encoded(columns[x][y]) }
  }

  private static func line(_ samples: [Color], to count: Int) -> [Color] {
    let scale = Double(samples.count) / Double(count)
    let reach = max(1, scale)
    return (0..<count).map { index in
      let center = (Double(index) + 0.5) * scale
      var (sum, weights) = (Color.zero, 0.0)
      var range: (least: Color, most: Color)?
      for (position, sample) in samples.enumerated() {
        let distance = (Double(position) + 0.5 - center) / reach
        sum += sample * lanczos3(distance)
        weights += lanczos3(distance)
        guard abs(distance) < 1 else { continue }
        range = (
          pointwiseMin(range?.least ?? sample, sample), pointwiseMax(range?.most ?? sample, sample)
        )
      }
      guard let range else { return sum / weights }
      return (sum / weights).clamped(lowerBound: range.least, upperBound: range.most)
    }
  }

  private static func lanczos3(_ x: Double) -> Double {
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    return abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
  }

  private static func linear(_ pixel: Pixel) -> Color {
    let alpha = Double(pixel.alpha) / 255
    func light(_ code: UInt8) -> Double {
      let value = Double(code) / 255
      return alpha * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }
    return Color(light(pixel.red), light(pixel.green), light(pixel.blue), alpha)
  }

  private static func encoded(_ color: Color) -> Pixel {
    guard color.w * 255 >= 0.5 else { return .clear }
    func code(_ light: Double) -> UInt8 {
      let value = min(1, light / color.w)
      let encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
      return UInt8((encoded * 255).rounded())
    }
    return Pixel(
      red: code(color.x), green: code(color.y), blue: code(color.z),
      alpha: UInt8((color.w * 255).rounded()))
  }
}
