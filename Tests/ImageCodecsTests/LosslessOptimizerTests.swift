import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Lossless optimization")
struct LosslessOptimizerTests {
  static func png(_ bitmap: Bitmap, _ colors: ColorDescription = .init()) throws -> Decoded {
    try Decoded(LosslessOptimizer().png(bitmap, colors: colors))
  }

  static func header(_ decoded: Decoded) throws -> PNGContainer.Header {
    guard case .png(let png) = decoded.container else { throw ImageError.codecFailed("no PNG") }
    #expect(decoded.defects == [])
    return try #require(png.header)
  }

  static func animation(_ canvases: [Bitmap], _ delays: [(Int, Int)]) -> CanvasAnimation {
    CanvasAnimation(
      canvases: canvases, delays: delays.map { .init(numerator: $0.0, denominator: $0.1) })
  }

  /// Whether only colors of fully transparent pixels differ.
  static func areVisiblyEqual(_ some: [Bitmap], _ others: [Bitmap]) -> Bool {
    some.count == others.count
      && zip(some, others).allSatisfy { $0.changedArea(from: $1) == nil }
  }

  // MARK: Layouts

  /// Pixels of the layout that stores them in the fewest bits.
  static let layouts: [(String, PNGContainer.ColorType, Int, @Sendable (Int, Int) -> Pixel)] = [
    ("black and white", .gray, 1, { x, y in .gray(x * y % 3 == 0 ? 0 : 255) }),
    ("four grays", .gray, 2, { x, y in .gray(UInt8(x * y % 4 * 85)) }),
    ("16 grays", .gray, 4, { x, y in .gray(UInt8((x * x + y * 7) % 16 * 17)) }),
    (
      "all grays", .gray, 8, { x, y in .gray(UInt8((x * x * 3 + y * y * 5 + x * y) % 256)) }
    ),
    (
      "two colors", .indexed, 1,
      { x, y in Pixel(red: 200, green: x * y % 3 == 0 ? 7 : 9, blue: 1) }
    ),
    (
      "colors with alpha", .rgba, 8,
      { x, y in
        Pixel(
          red: UInt8(x * 4), green: UInt8(y * 4), blue: UInt8((x * y) % 256),
          alpha: UInt8(x * 3 + 1))
      }
    ),
    (
      "opaque and transparent", .rgb, 8,
      { x, y in
        x < 9 ? .clear : Pixel(red: UInt8(x * 4), green: UInt8(y * 4), blue: UInt8((x * y) % 256))
      }
    ),
  ]

  @Test("pixels are stored in the smallest layout", arguments: layouts.indices)
  func layout(_ index: Int) throws {
    let (_, colorType, depth, paint) = Self.layouts[index]
    let bitmap = Bitmap(width: 61, height: 47, painting: paint)
    let decoded = try Self.png(bitmap)
    #expect(try Self.header(decoded).colorType == colorType)
    #expect(try Self.header(decoded).bitDepth == depth)
    #expect(decoded.canvases == [bitmap])
  }

  @Test("a profile of color or gray is not given to the other")
  func profiles() throws {
    var color = ColorDescription()
    color.chunks = PNGBytes.chunk("iCCP", Array("x".utf8) + [0, 0, 1])
    let gray = Bitmap(width: 20, height: 20) { x, y in .gray(UInt8(x * y % 256)) }
    #expect(try Self.header(Self.png(gray, color)).colorType != .gray)
    color.isGray = true
    let few = Bitmap(width: 20, height: 20) { x, _ in .gray(UInt8(x % 2 * 50)) }
    #expect(try Self.header(Self.png(few, color)).colorType == .gray)
    #expect(try Self.header(Self.png(gray, .sRGB)).colorType == .gray)
  }

  @Test("hidden color is cleared, and nothing else changes")
  func hiddenColor() throws {
    var bitmap = noise(30, 30, seed: 3)
    for index in stride(from: 3, to: bitmap.samples.count, by: 8) { bitmap.samples[index] = 0 }
    let canvas = try #require(try Self.png(bitmap).canvases.first)
    #expect(canvas.changedArea(from: bitmap) == nil)
    #expect(canvas.pixels.allSatisfy { $0.alpha > 0 || $0 == .clear })
  }

  @Test("each effort keeps the canvas, and more effort needs no more bytes")
  func efforts() throws {
    let bitmap = Bitmap(width: 90, height: 70) { x, y in
      Pixel(
        red: UInt8(x * 2), green: UInt8(y * 3), blue: UInt8((x * x + y * y) % 200),
        alpha: x < 20 ? 0 : UInt8(min(255, y * 9)))
    }
    var optimizer = LosslessOptimizer()
    let smaller = try optimizer.png(bitmap)
    optimizer.effort = .maximum
    let smallest = try optimizer.png(bitmap)
    optimizer.effort = .quick
    let quick = try optimizer.png(bitmap)
    #expect(smallest.count <= smaller.count && smaller.count <= quick.count)
    #expect(try smaller.count <= ImageEncoder.png(bitmap).count)
    for bytes in [quick, smaller, smallest] {
      #expect(try Decoded(bytes).canvases[0].changedArea(from: bitmap) == nil)
    }
  }

  @Test("filters are compared at levels that show which one is best")
  func filters() throws {
    let bitmap = Bitmap(width: 160, height: 160) { x, y in
      Pixel(
        red: UInt8(x / 9 * 9 / 2), green: UInt8(truncatingIfNeeded: x * y / 2 / 9),
        blue: UInt8(truncatingIfNeeded: (x ^ y) / 2 * 9))
    }
    // numpy and libdeflate's level 12: 4,484 bytes with the filter up. The strategies that are best at level 5
    // have 5,435 bytes.
    #expect(try LosslessOptimizer().png(bitmap).count < 4_800)
  }

  @Test("the number of jobs does not affect the bytes")
  func jobs() throws {
    let canvases = [1, 2, 3].map { noise(40, 40, seed: $0, colors: 8) }
    let animation = Self.animation(canvases, [(1, 10), (1, 10), (1, 10)])
    let files = try [1, 2, 7].map { jobs in
      var optimizer = LosslessOptimizer()
      optimizer.jobs = jobs
      return try optimizer.apng(animation, loop: .forever)
    }
    #expect(Set(files).count == 1)
  }

  // MARK: Animations

  @Test("repeated canvases become one frame with the exact sum of their delays")
  func merged() throws {
    let (one, two) = (noise(9, 9, seed: 1), noise(9, 9, seed: 2))
    let animation = Self.animation(
      [one, one, one, two, two, one], [(1, 12), (1, 12), (1, 8), (7, 100), (3, 100), (1, 3)])
    let decoded = try Decoded(LosslessOptimizer().apng(animation, loop: .times(4)))
    #expect(decoded.canvases == [one, two, one])
    let frames = decoded.container.frameTable
    // 2/12 + 1/8 = 28/96, 7/100 + 3/100 = 10/100.
    #expect(frames.map(\.delay.numerator) == [28, 10, 1])
    #expect(frames.map(\.delay.denominator) == [96, 100, 3])
    #expect(decoded.container.loop == .times(4))
  }

  @Test("a denominator of 0 means hundredths also in a sum")
  func hundredths() throws {
    let canvas = noise(9, 9, seed: 1)
    let animation = Self.animation([canvas, canvas, canvas], [(5, 0), (7, 0), (1, 10)])
    let frames = try Decoded(LosslessOptimizer().apng(animation, loop: .forever)).container
      .frameTable
    // 0.05 + 0.07 + 0.1 seconds.
    let time = frames.map { Double($0.delay.numerator) / Double($0.delay.denominator) }.reduce(0, +)
    #expect(frames.count == 1 && abs(time - 0.22) < 1e-12)
  }

  @Test(
    "delays whose sum 16 bits cannot store, or that viewers replace, are not merged",
    arguments: [(1, 65_521, 1, 65_519), (65_535, 1, 1, 1), (0, 1, 1, 10), (1, 100, 1, 10)])
  func unmerged(_ first: Int, _ over: Int, _ second: Int, _ under: Int) throws {
    let canvas = noise(9, 9, seed: 1)
    let animation = Self.animation([canvas, canvas], [(first, over), (second, under)])
    let frames = try Decoded(LosslessOptimizer().apng(animation, loop: .forever)).container
      .frameTable
    #expect(frames.map(\.delay.numerator) == [first, second])
    #expect(frames.map(\.delay.denominator) == [over, under])
  }

  @Test("frames of at most 256 colors share a palette, unless it is not allowed")
  func palette() throws {
    let canvases = [4, 5, 6].map { seed in
      Bitmap(width: 50, height: 40) { x, y in
        Pixel(red: UInt8((x * seed + y) % 40 * 6), green: 9, blue: 200, alpha: x < 9 ? 0 : 255)
      }
    }
    let animation = Self.animation(canvases, [(1, 10), (1, 10), (1, 10)])
    var optimizer = LosslessOptimizer()
    let small = try Decoded(optimizer.apng(animation, loop: .forever))
    #expect(Self.areVisiblyEqual(small.canvases, canvases))
    #expect(try Self.header(small).colorType == .indexed)
    optimizer.allowsPalette = false
    let large = try Decoded(optimizer.apng(animation, loop: .forever))
    #expect(Self.areVisiblyEqual(large.canvases, canvases))
    #expect(try Self.header(large).colorType == .rgba)
  }

  @Test("every canvas of any animation is exact", arguments: 1...12)
  func lossless(_ seed: UInt32) throws {
    let canvases = changingCanvases(
      seed: seed, colors: seed % 3 == 0 ? 2 : 16, alphas: seed % 2 == 0 ? [0, 255] : [0, 90, 255])
    let animation = Self.animation(canvases, canvases.map { _ in (0, 1) })
    let hidden = noise(24, 18, seed: 9)
    for (effort, allowsPalette) in [
      (ImageEncoder.Effort.smallest, false), (.smallest, true), (.quick, true),
    ] {
      var optimizer = LosslessOptimizer()
      optimizer.effort = effort
      optimizer.allowsPalette = allowsPalette
      let bytes = try optimizer.apng(animation, loop: .forever, hiddenImage: hidden)
      let decoded = try Decoded(bytes)
      #expect(decoded.defects == [] && Self.areVisiblyEqual(decoded.canvases, canvases))
      #expect(decoded.hiddenImage == hidden)
      guard effort == .smallest else { continue }
      #expect(
        try bytes.count <= ImageEncoder.apng(animation, loop: .forever, hiddenImage: hidden).count)
    }
  }
}

extension LosslessOptimizerTests {
  @Test("with the highest effort, color goes on below transparent pixels where that is smaller")
  func continuedColor() throws {
    // A gradient, but a third of the pixels are transparent: cleared, they are noise.
    let art = Bitmap(width: 90, height: 90) { x, y in
      Pixel(
        red: UInt8(x * 2), green: UInt8(y * 2), blue: UInt8(x + y),
        alpha: (x * x + y * y * 7) % 13 < 4 ? 0 : 255)
    }
    var optimizer = LosslessOptimizer()
    optimizer.allowsPalette = false
    let cleared = try optimizer.png(art).count
    optimizer.effort = .maximum
    let file = try optimizer.png(art)
    #expect(file.count < cleared * 8 / 10)
    #expect(try Self.areVisiblyEqual(Decoded(file).canvases, [art]))
  }

  @Test("with the highest effort, a palette has the order that gives the fewest bytes")
  func paletteOrder() throws {
    // A rough slope of colors that have no order as numbers.
    var random = SplitMix(state: 8)
    let art = Bitmap(width: 120, height: 120) { x, y in
      let step = (x + y) / 3 + Int(random.next() % 2)
      return Pixel(
        red: UInt8(step * 89 % 251), green: UInt8(step * 57 % 241), blue: UInt8(step * 31 % 239))
    }
    let usual = try LosslessOptimizer().png(art).count
    var optimizer = LosslessOptimizer()
    optimizer.effort = .maximum
    let file = try optimizer.png(art)
    #expect(file.count < usual * 19 / 20)
    #expect(try Decoded(file).canvases == [art])
  }
}
