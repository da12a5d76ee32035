import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing
import Timing

@Suite("WebP", .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
struct WebPTests {
  static func encoder(
    _ canvases: [Bitmap], _ delays: [Delay]? = nil, loop: LoopCount = .forever
  ) -> WebPEncoder {
    WebPEncoder(
      CanvasAnimation(
        canvases: canvases,
        delays: delays ?? canvases.map { _ in Delay(numerator: 1, denominator: 10) }),
      loop: loop, jobs: 2)
  }

  /// The canvases of a file, without the colors of transparent pixels.
  static func decoded(_ file: [UInt8]) throws -> [Bitmap] {
    try Artwork(webP: file, limits: DecodingLimits()).animation.canvases.map { canvas in
      var canvas = canvas
      canvas.clearHiddenColor()
      return canvas
    }
  }

  /// A soft disc that moves by an odd number of pixels, and disappears.
  static let frames: [Bitmap] = [3, 10, 17, 17, 60, 11].map { place in
    Bitmap(width: 45, height: 37) { x, y in
      let edge = 100 - (x - place) * (x - place) - (y - 15) * (y - 15)
      guard edge > 0 else { return .clear }
      return Pixel(
        red: UInt8(x * 5), green: UInt8(y * 6), blue: 90, alpha: UInt8(min(255, edge * 5)))
    }
  }

  @Test("frames without loss come back exactly, including those that change nothing")
  func lossless() throws {
    var encoder = Self.encoder(Self.frames)
    #expect(try Self.decoded(encoder.encode(quality: nil)) == Self.frames)
  }

  @Test("opaque changes are drawn over what stays, and come back exactly")
  func changes() throws {
    var noise = SplitMix(state: 3)
    let background = Bitmap(width: 64, height: 64) { _, _ in
      Pixel(packed: UInt32(truncatingIfNeeded: noise.next()) | 0xFF)
    }
    let frames = (0..<4).map { step in
      Bitmap(width: 64, height: 64) { x, y in
        (x == y || x + y == 60) && (x + step) % 4 == 0 ? .gray(0) : background[x, y]
      }
    }
    var encoder = Self.encoder(frames)
    let file = try encoder.encode(quality: nil)
    #expect(try WebPFile(file).frames.dropFirst().contains { $0.entry.blend == .over })
    #expect(try Self.decoded(file) == frames)
  }

  @Test("loss changes colors and no alpha, and a higher quality is nearer to the original")
  func lossy() throws {
    var distances: [Double] = []
    for quality in [0, 50, 100] {
      var encoder = Self.encoder(Self.frames)
      let result = try Self.decoded(encoder.encode(quality: quality))
      for (canvas, original) in zip(result, Self.frames) {
        #expect(canvas.pixels.map(\.alpha) == original.pixels.map(\.alpha))
      }
      distances.append(
        zip(result, Self.frames).reduce(0) { sum, pair in
          sum
            + zip(pair.0.pixels, pair.1.pixels).reduce(0.0) {
              $0 + abs(Double($1.0.red) - Double($1.1.red)) * Double($1.1.alpha)
            }
        })
    }
    #expect(distances[0] > distances[1] && distances[1] > distances[2] && distances[2] > 0)
  }

  @Test("each frame begins within half a millisecond of its time, and loops stay")
  func timing() throws {
    let delays = [1, 2, 3, 4, 5, 6].map { Delay(numerator: $0, denominator: 60) }
    var encoder = Self.encoder(Self.frames, delays, loop: .times(3))
    let file = try WebPFile(encoder.encode(quality: nil))
    #expect(file.loop == .times(3))
    // The sums of 16.7, 33.3, 50, 66.7, 83.3 and 100 ms, rounded.
    #expect(file.frames.map(\.entry.delay.numerator) == [17, 33, 50, 67, 83, 100])
    #expect(file.frames.allSatisfy { $0.entry.x % 2 == 0 && $0.entry.y % 2 == 0 })
  }

  @Test("one canvas is a still file, down to one pixel")
  func still() throws {
    for side in [1, 2, 33] {
      let canvas = Bitmap(width: side, height: 1) { x, _ in .gray(UInt8(x * 7)) }
      var encoder = Self.encoder([canvas])
      let file = try encoder.encode(quality: nil)
      #expect(FileSignature(of: file) == .unsupported(.webP))
      #expect(try Self.decoded(file) == [canvas])
    }
  }

  @Test("dwebp reads what is written", .enabled(if: OtherProgram.dwebp.isHere))
  func dwebp() throws {
    let folder = try TemporaryFolder()
    let canvas = Self.frames[1]
    for quality in [nil, 0, 80] {
      var encoder = Self.encoder([canvas])
      let file = try encoder.encode(quality: quality)
      try folder.write(file, to: "a.webp")
      _ = try OtherProgram.dwebp.run(
        ["-quiet", "-pam", "a.webp", "-o", "a.pam"], in: folder.url)
      let pam = try folder.bytes("a.pam")
      let shown = try Artwork(webP: file, limits: DecodingLimits()).animation.canvases[0]
      #expect(pam.suffix(shown.samples.count).elementsEqual(shown.samples))
    }
  }

  @Test("damaged and cut files are refused, and none is read beyond its end")
  func damage() throws {
    var encoder = Self.encoder(Self.frames)
    let file = try encoder.encode(quality: 50)
    for length in stride(from: 0, to: file.count - 1, by: 7) {
      let canvases = try? Self.decoded(Array(file.prefix(length)))
      #expect(canvases?.count ?? 0 < Self.frames.count)
    }
    var limits = DecodingLimits()
    limits.frames = 5
    #expect(throws: ImageError.self) { try Artwork(webP: file, limits: limits) }
    #expect(throws: ImageError.self) { try Self.decoded([1, 2, 3]) }
  }

  @Test("a canvas over the format's largest side is refused")
  func largest() throws {
    var encoder = Self.encoder([Bitmap(width: 16_384, height: 1)])
    let error = #expect(throws: ImageError.self) { try encoder.encode(quality: nil) }
    #expect(error.map { "\($0)" }?.contains("16383") == true)
  }
}
