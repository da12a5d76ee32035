import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Encoding GIF")
struct GIFEncodingTests {
  static func animation(_ canvases: [Bitmap], delays: [Int]? = nil) -> CanvasAnimation {
    CanvasAnimation(
      canvases: canvases,
      delays: (delays ?? canvases.map { _ in 10 }).map { .init(numerator: $0, denominator: 100) })
  }

  static func decoded(_ canvases: [Bitmap]) throws -> [Bitmap] {
    let decoded = try Decoded(try ImageEncoder.gif(animation(canvases), loop: .forever))
    #expect(decoded.defects == [])
    return decoded.canvases
  }

  static let art = noise(12, 9, seed: 8, colors: 4)

  @Test("canvases with few colors are encoded exactly, with their delays")
  func roundTrip() throws {
    var second = Self.art
    second[3, 2] = .gray(1)
    second[7, 6] = .gray(2)
    let canvases = [Self.art, second, second, Self.art]
    let bytes = try ImageEncoder.gif(
      Self.animation(canvases, delays: [5, 0, 65535, 300]), loop: .forever)
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.canvases == canvases)
    #expect(decoded.container.frameTable.map(\.delay.numerator) == [5, 0, 65535, 300])
    let areas = decoded.container.frameTable.map {
      PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
    #expect(
      areas == [
        PixelRect(x: 0, y: 0, width: 12, height: 9), PixelRect(x: 3, y: 2, width: 5, height: 5),
        PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 3, y: 2, width: 5, height: 5),
      ])
  }

  @Test(
    "a delay is rounded to hundredths and clamped to the maximum",
    arguments: [(66, 1000, 7), (64, 1000, 6), (1, 3, 33), (700, 1, 65535), (5, 100, 5)])
  func delays(_ numerator: Int, _ denominator: Int, _ hundredths: Int) throws {
    let animation = CanvasAnimation(
      canvases: [Self.art], delays: [.init(numerator: numerator, denominator: denominator)])
    let gif = GIFContainer(try ImageEncoder.gif(animation, loop: .unstated))
    #expect(gif.frames.map(\.entry.delay.numerator) == [hundredths])
  }

  @Test(
    "the loop block states the repetitions after the first play; a single play has none",
    arguments: [
      (LoopCount.unstated, nil), (.times(1), nil), (.forever, 0), (.times(2), 1), (.times(6), 5),
      (.times(65_536), 65_535), (.times(1_000_000), 65_535),
    ] as [(LoopCount, Int?)])
  func loops(_ loop: LoopCount, _ repetitions: Int?) throws {
    let bytes = try ImageEncoder.gif(Self.animation([Self.art, Self.art]), loop: loop)
    let gif = GIFContainer(bytes)
    #expect(gif.defects == [])
    #expect(gif.loopCount == repetitions)
    #expect(gif.frames.count == 2)
  }

  @Test("pixels with an alpha of at least 128 are opaque, others transparent")
  func threshold() throws {
    let alphas: [UInt8] = [0, 1, 127, 128, 254, 255]
    let canvas = Bitmap(width: 6, height: 1) { x, _ in
      Pixel(red: 9, green: 8, blue: 7, alpha: alphas[x])
    }
    let seen = Pixel(red: 9, green: 8, blue: 7)
    #expect(
      try Self.decoded([canvas]).map(\.pixels) == [[.clear, .clear, .clear, seen, seen, seen]])
  }

  @Test("pixels that disappear and reappear between frames are encoded")
  func vanishing() throws {
    let (one, two) = (Pixel.gray(10), Pixel.gray(20))
    let canvases = [
      Bitmap(rows: [[one, two, one], [two, one, two]]),
      Bitmap(rows: [[one, .clear, one], [two, one, two]]),
      Bitmap(rows: [[.clear, .clear, .clear], [.clear, .clear, .clear]]),
      Bitmap(rows: [[.clear, two, .clear], [.clear, .clear, one]]),
      Bitmap(rows: [[one, .clear, .clear], [.clear, .clear, one]]),
    ]
    #expect(try Self.decoded(canvases) == canvases)
  }

  @Test("art that moves on a transparent background leaves no trail")
  func walking() throws {
    let canvases = (0..<8).map { step in
      Bitmap(width: 12, height: 6) { x, y in
        (step..<step + 4).contains(x) && (1..<5).contains(y)
          ? .gray(UInt8(100 + (x - step) * 10 + y)) : .clear
      }
    }
    #expect(try Self.decoded(canvases) == canvases)
  }

  @Test("transparent canvases stay transparent")
  func empty() throws {
    let canvases = [Bitmap](repeating: Bitmap(width: 5, height: 4), count: 2)
    #expect(try Self.decoded(canvases) == canvases)
  }

  @Test(
    "colors that fit next to the transparent one are exact",
    arguments: [1, 2, 3, 4, 7, 8, 127, 128, 254, 255])
  func exactColors(_ count: Int) throws {
    let canvas = Bitmap(width: 256, height: 1) { x, _ in
      x == 255 ? .clear : Pixel(red: UInt8(x % count), green: UInt8(255 - x % count), blue: 77)
    }
    let bytes = try ImageEncoder.gif(Self.animation([canvas]), loop: .unstated)
    #expect(try Decoded(bytes).canvases == [canvas])
    // The least power of two that is greater than the count, three bytes each.
    let entries = [2, 4, 8, 16, 32, 64, 128, 256].first { $0 > count }
    #expect(GIFContainer(bytes).globalPalette?.count == entries.map { $0 * 3 })
  }

  @Test("more colors than fit are reduced to 255 similar ones")
  func manyColors() throws {
    let canvases = [0, 64].map { blue in
      Bitmap(width: 64, height: 64) { x, y in
        Pixel(red: UInt8(x * 4), green: UInt8(y * 4), blue: UInt8(blue))
      }
    }
    let bytes = try ImageEncoder.gif(Self.animation(canvases), loop: .forever)
    let gif = GIFContainer(bytes)
    #expect(gif.globalPalette?.count == 768)
    #expect(gif.frames.allSatisfy { $0.localPalette == nil })
    let decoded = try Decoded(bytes).canvases
    #expect(Set(decoded.flatMap(\.pixels)).count <= 255)
    #expect(decoded.allSatisfy { AlphaStatistics(of: $0).opaque == 4096 })
    // Two planes of 64 × 64 colors share 255 entries: about 11 × 11 cells of 23 codes a plane, whose
    // mean error is 6 a channel in red and green.
    for (canvas, result) in zip(canvases, decoded) {
      let errors = zip(canvas.samples, result.samples).map { abs(Int($0) - Int($1)) }
      #expect(Double(errors.reduce(0, +)) / Double(3 * 4096) < 8)
    }
  }

  @Test("with a tolerance, noisy art is smaller, and no color differs by more")
  func tolerance() throws {
    // Noise of up to 6 codes of gray.
    var random = SplitMix(state: 5)
    let canvases = (0..<4).map { _ in
      Bitmap(width: 60, height: 50) { x, _ in
        x < 8 ? .clear : .gray(UInt8(100 + random.next() % 7))
      }
    }
    let animation = Self.animation(canvases)
    func encode(_ tolerance: Float) throws -> (bytes: [UInt8], canvases: [Bitmap]) {
      var shown: [Bitmap] = []
      let bytes = try ImageEncoder.gif(
        animation, loop: .forever, palette: (100...106).map { .gray($0) },
        tolerance: Tolerance(flat: tolerance, texture: tolerance), colors: .init()
      ) { shown.append($0) }
      return (bytes, shown)
    }
    let exact = try encode(0)
    #expect(exact.canvases == canvases)
    let near = try encode(3)
    #expect(near.bytes.count < exact.bytes.count * 3 / 4)
    #expect(try Decoded(near.bytes).canvases == near.canvases)
    for (canvas, result) in zip(canvases, near.canvases) {
      let errors = zip(canvas.samples, result.samples).map { abs(Int($0) - Int($1)) }
      #expect(errors.max() ?? 0 <= 3)
    }
  }

  @Test("the block with an ICC profile is copied")
  func profile() throws {
    typealias G = GIFBytes
    let profile = JPEGBytes.profile(colorSpace: "RGB ")
    let block = G.application("ICCRGBG1012", [Array(profile[..<130]), Array(profile[130...])])
    let source = G.screen(1, 1) + G.comment("x") + block + G.image(1, 1, [1]) + G.trailer
    let container = try #require(ImageContainer(source))
    let colors = ColorDescription(of: container, bytes: source)
    let bytes = try ImageEncoder.gif(Self.animation([Self.art]), loop: .times(4), colors: colors)
    let gif = GIFContainer(bytes)
    #expect(gif.defects == [])
    #expect(Array(bytes[try #require(gif.profileBlock)]) == block)
    #expect(gif.loopCount == 3)
    #expect(try Decoded(bytes).canvases == [Self.art])
  }

  @Test("a large frame with many codes is encoded exactly")
  func large() throws {
    let canvas = noise(300, 200, seed: 9, colors: 4)
    #expect(try Self.decoded([canvas]) == [canvas])
  }
}
