import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

/// Pixels without a pattern that a compressor could use, by a fixed multiplicative generator.
func noise(_ width: Int, _ height: Int, seed: UInt32, colors: UInt32 = 256) -> Bitmap {
  var state = seed
  func next() -> UInt8 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8((state >> 16) % colors * (256 / colors))
  }
  return Bitmap(width: width, height: height) { _, _ in
    Pixel(red: next(), green: next(), blue: next())
  }
}

/// Nine canvases on which areas come, go, fade and stay, at places that the seed chooses.
func changingCanvases(seed: UInt32, colors: UInt32, alphas: [UInt8]) -> [Bitmap] {
  var state = seed
  func next(_ bound: Int) -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(state >> 16) % bound
  }
  var canvas = Bitmap(width: 24, height: 18)
  return (0..<9).map { _ in
    var patch = noise(1 + next(9), 1 + next(9), seed: state, colors: colors)
    for index in stride(from: 3, to: patch.samples.count, by: 4) where next(3) == 0 {
      patch.samples[index] = alphas[next(alphas.count)]
    }
    patch.clearHiddenColor()
    canvas.replace(with: patch, x: next(24), y: next(18))
    if next(4) == 0 { canvas.clear(PixelRect(x: next(12), y: next(9), width: 12, height: 9)) }
    return canvas
  }
}

@Suite("Encoding PNG")
struct PNGEncodingTests {
  typealias P = PNGBytes

  static func header(_ bytes: [UInt8]) throws -> PNGContainer.Header {
    let png = PNGContainer(bytes)
    #expect(png.defects == [])
    return try #require(png.header)
  }

  static func image(_ bytes: [UInt8]) throws -> Bitmap {
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.canvases.count == 1)
    return try #require(decoded.canvases.first)
  }

  @Test("an image with alpha is encoded exactly", arguments: [(1, 1), (7, 5), (64, 33)])
  func alpha(_ width: Int, _ height: Int) throws {
    var bitmap = noise(width, height, seed: 1)
    for index in stride(from: 3, to: bitmap.samples.count, by: 4) {
      bitmap.samples[index] = UInt8(truncatingIfNeeded: index &* 37)
    }
    let bytes = try ImageEncoder.png(bitmap)
    #expect(try Self.header(bytes).colorType == .rgba)
    #expect(try Self.header(bytes).bitDepth == 8)
    #expect(try Self.image(bytes) == bitmap)
  }

  @Test("an opaque image has no alpha channel")
  func opaque() throws {
    let bitmap = noise(9, 4, seed: 2)
    let bytes = try ImageEncoder.png(bitmap)
    #expect(try Self.header(bytes).colorType == .rgb)
    #expect(try Self.image(bytes) == bitmap)
  }

  @Test("a single pixel that is not opaque requires an alpha channel", arguments: [0, 254])
  func nearlyOpaque(_ alpha: Int) throws {
    var bitmap = noise(9, 4, seed: 3)
    bitmap[8, 3].alpha = UInt8(alpha)
    let bytes = try ImageEncoder.png(bitmap)
    #expect(try Self.header(bytes).colorType == .rgba)
    #expect(try Self.image(bytes) == bitmap)
  }

  @Test("an image without pixels is not encoded", arguments: [(0, 4), (4, 0), (0, 0)])
  func empty(_ width: Int, _ height: Int) {
    let bitmap = Bitmap(width: width, height: height)
    let animation = CanvasAnimation(
      canvases: [bitmap], delays: [.init(numerator: 1, denominator: 10)])
    let error = ImageError.codecFailed(
      "invalid PNG size: expected sides of 1 to 2,147,483,647 px, found \(width) × \(height)")
    #expect(throws: error) { try ImageEncoder.png(bitmap) }
    #expect(throws: error) { try ImageEncoder.apng(animation, loop: .forever) }
    #expect(throws: error) { try ImageEncoder.apng(animation, loop: .forever, effort: .smallest) }
    #expect(throws: error) { try LosslessOptimizer().png(bitmap) }
  }

  @Test("a grayscale source is stored as gray, with alpha if needed")
  func gray() throws {
    var colors = ColorDescription()
    colors.isGray = true
    var bitmap = Bitmap(width: 5, height: 3) { x, y in .gray(UInt8(x * 50 + y)) }
    let opaque = try ImageEncoder.png(bitmap, colors: colors)
    #expect(try Self.header(opaque).colorType == .gray)
    #expect(try Self.image(opaque) == bitmap)
    bitmap[1, 1].alpha = 7
    let translucent = try ImageEncoder.png(bitmap, colors: colors)
    #expect(try Self.header(translucent).colorType == .grayAlpha)
    #expect(try Self.image(translucent) == bitmap)
  }

  @Test(
    "color information that cannot be read is not copied",
    arguments: [
      P.chunk("sRGB", [0, 0]), P.chunk("cHRM", [1]), P.chunk("gAMA"),
      P.chunk("iCCP", Array("Display P3".utf8) + [0, 0, 0x78, 1, 2, 3]),
    ])
  func malformedColors(_ chunk: [UInt8]) throws {
    let source =
      P.signature + P.header(1, 1) + chunk + P.chunk("IDAT", P.solid(1, 1, [1, 2, 3, 4]))
      + P.chunk("IEND")
    let container = try #require(ImageContainer(source))
    #expect(ColorDescription(of: container, bytes: source) == ColorDescription())
  }

  @Test("color chunks are copied in order to a still image and an animation")
  func colorChunks() throws {
    let profile = MetadataBytes.iCCP(
      MetadataBytes.profile(
        "Wide", [[0.6, 0.3, 0], [0.2, 0.6, 0.1], [0.1, 0.1, 0.7]], gamma: 1.8))
    let gamma = P.chunk("gAMA", P.number(45455))
    let code = P.chunk("cICP", [12, 13, 0, 1])
    let source =
      P.signature + P.header(1, 1) + profile + P.chunk("tEXt", [65, 0, 66]) + gamma + code
      + P.chunk("IDAT", P.solid(1, 1, [1, 2, 3, 4])) + P.chunk("IEND")
    let container = try #require(ImageContainer(source))
    let colors = ColorDescription(of: container, bytes: source)
    #expect(!colors.isGray)
    let bitmap = Bitmap(width: 2, height: 2, filledWith: .gray(9))
    let animation = CanvasAnimation(
      canvases: [bitmap], delays: [.init(numerator: 1, denominator: 10)])
    for bytes in [
      try ImageEncoder.png(bitmap, colors: colors),
      try ImageEncoder.apng(animation, loop: .forever, colors: colors),
    ] {
      // The chunks follow the signature and IHDR, as in the source.
      #expect(Array(bytes[33...].prefix(colors.chunks.count)) == profile + gamma + code)
      #expect(PNGContainer(bytes).defects == [])
    }
  }

  @Test(
    "grayscale is read from the color type",
    arguments: [(0, true), (4, true), (2, false), (6, false)])
  func grayness(_ colorType: Int, _ isGray: Bool) throws {
    let bytes =
      P.signature + P.header(1, 1, color: colorType) + P.chunk("IDAT", [1]) + P.chunk("IEND")
    let container = try #require(ImageContainer(bytes))
    #expect(ColorDescription(of: container, bytes: bytes).isGray == isGray)
  }
}

@Suite("Encoding APNG")
struct APNGEncodingTests {
  static let art = noise(16, 16, seed: 4)
  static let halfRed = Pixel(red: 255, green: 0, blue: 0, alpha: 128)

  static func painting(_ bitmap: Bitmap, _ area: PixelRect, _ pixel: Pixel) -> Bitmap {
    var result = bitmap
    result.replace(
      with: Bitmap(width: area.width, height: area.height, filledWith: pixel), x: area.x, y: area.y)
    return result
  }

  /// The art; a green patch on it; the same again; the patch gone transparent; a soft pixel.
  static let canvases: [Bitmap] = {
    let green = Pixel(red: 0, green: 255, blue: 0)
    let second = painting(art, PixelRect(x: 2, y: 3, width: 5, height: 4), green)
    let fourth = painting(second, PixelRect(x: 3, y: 4, width: 2, height: 2), .clear)
    let fifth = painting(fourth, PixelRect(x: 15, y: 15, width: 1, height: 1), halfRed)
    return [art, second, second, fourth, fifth]
  }()
  static let delays: [Delay] = [
    .init(numerator: 1, denominator: 3), .init(numerator: 7, denominator: 100),
    .init(numerator: 65535, denominator: 65535), .init(numerator: 0, denominator: 1),
    .init(numerator: 33, denominator: 1000),
  ]
  static let animation = CanvasAnimation(canvases: canvases, delays: delays)

  @Test("canvases, delays and plays are encoded exactly", arguments: [0, 1, 5, 2_147_483_647])
  func roundTrip(_ plays: Int) throws {
    let loop = plays == 0 ? LoopCount.forever : .times(plays)
    let bytes = try ImageEncoder.apng(Self.animation, loop: loop)
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.isAnimated)
    #expect(decoded.canvases == Self.canvases)
    #expect(decoded.container.frameTable.map(\.delay) == Self.delays)
    let animation = try #require(PNGContainer(bytes).animation)
    #expect(animation.plays == plays)
    #expect(animation.declaredFrames == 5)
    #expect(animation.defaultImageIsFrame)
  }

  @Test("only the changed area is stored, and one pixel without a change")
  func areas() throws {
    let table = try Decoded(try ImageEncoder.apng(Self.animation, loop: .forever)).container
      .frameTable
    let areas = table.map { PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    #expect(
      areas == [
        PixelRect(x: 0, y: 0, width: 16, height: 16), PixelRect(x: 2, y: 3, width: 5, height: 4),
        PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 3, y: 4, width: 2, height: 2),
        PixelRect(x: 15, y: 15, width: 1, height: 1),
      ])
    #expect(table.allSatisfy { $0.dispose == .none })
  }

  @Test("pixels that become transparent replace the previous ones")
  func vanishing() throws {
    let clear = Bitmap(width: 16, height: 16)
    let animation = CanvasAnimation(
      canvases: [Self.art, clear, Self.art],
      delays: .init(repeating: .init(numerator: 1, denominator: 10), count: 3))
    let decoded = try Decoded(try ImageEncoder.apng(animation, loop: .forever))
    #expect(decoded.canvases == [Self.art, clear, Self.art])
    #expect(decoded.container.frameTable.dropFirst().first?.blend == .source)
  }

  @Test("unchanged noise is stored as transparent pixels")
  func sparse() throws {
    let base = noise(64, 64, seed: 5)
    var next = base
    next[0, 0] = .gray(1)
    next[63, 63] = .gray(2)
    let animation = CanvasAnimation(
      canvases: [base, next],
      delays: .init(repeating: .init(numerator: 1, denominator: 10), count: 2))
    let bytes = try ImageEncoder.apng(animation, loop: .forever)
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases == [base, next])
    let frame = try #require(decoded.container.frameTable.last)
    #expect(frame.blend == .over)
    #expect(frame.width == 64 && frame.height == 64)
    // 64 * 64 pixels of noise take 12 KB or more; two pixels among zeros take next to nothing.
    #expect(frame.byteCount < 500)
  }

  @Test("unchanged pixels are stored if a changed one is not opaque", arguments: [0, 1, 128, 254])
  func notSparse(_ alpha: Int) throws {
    let base = noise(64, 64, seed: 11)
    var next = base
    next[0, 0] = .gray(1)
    next[63, 63] = alpha == 0 ? .clear : Pixel(red: 9, green: 9, blue: 9, alpha: UInt8(alpha))
    let delay = Delay(numerator: 1, denominator: 10)
    let bytes = try ImageEncoder.apng(
      CanvasAnimation(canvases: [base, next], delays: [delay, delay]), loop: .forever)
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases == [base, next])
    #expect(decoded.container.frameTable.last?.blend == .source)
  }

  @Test("ten canvases with small changes take little more than one")
  func size() throws {
    let base = noise(64, 64, seed: 6)
    let canvases = (0..<10).map { index in
      Self.painting(base, PixelRect(x: index * 6, y: 20, width: 5, height: 5), .gray(200))
    }
    let animation = CanvasAnimation(
      canvases: canvases, delays: .init(repeating: .init(numerator: 1, denominator: 10), count: 10))
    let bytes = try ImageEncoder.apng(animation, loop: .forever)
    #expect(try Decoded(bytes).canvases == canvases)
    let still = try ImageEncoder.png(base)
    #expect(bytes.count < still.count * 3 / 2)
  }

  @Test("a hidden image stays hidden and exact")
  func hidden() throws {
    let hidden = noise(16, 16, seed: 7)
    let bytes = try ImageEncoder.apng(Self.animation, loop: .times(2), hiddenImage: hidden)
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.canvases == Self.canvases)
    #expect(PNGContainer(bytes).animation?.defaultImageIsFrame == false)
    #expect(decoded.hiddenImage == hidden)
  }

  @Test("one canvas is an animation with one frame")
  func single() throws {
    let animation = CanvasAnimation(
      canvases: [Self.art], delays: [.init(numerator: 1, denominator: 2)])
    let decoded = try Decoded(try ImageEncoder.apng(animation, loop: .forever))
    #expect(decoded.defects == [])
    #expect(decoded.container.format == .apng)
    #expect(decoded.canvases == [Self.art])
  }

  @Test("gray canvases are stored as gray and alpha")
  func gray() throws {
    var colors = ColorDescription()
    colors.isGray = true
    let canvases = [10, 200].map { code in
      Bitmap(width: 4, height: 4) { x, _ in
        x == 0 ? .clear : Pixel(red: code, green: code, blue: code, alpha: 99)
      }
    }
    let animation = CanvasAnimation(
      canvases: canvases, delays: .init(repeating: .init(numerator: 1, denominator: 10), count: 2))
    let bytes = try ImageEncoder.apng(animation, loop: .forever, colors: colors)
    #expect(PNGContainer(bytes).header?.colorType == .grayAlpha)
    #expect(try Decoded(bytes).canvases == canvases)
  }
}
