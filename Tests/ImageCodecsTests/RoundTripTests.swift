import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

/// Files of random frames, written byte by byte, as the decoder may meet them.
struct RandomFile {
  private var random: SplitMix
  private let width: Int
  private let height: Int

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    width = Int.random(in: 1...12, using: &random)
    height = Int.random(in: 1...12, using: &random)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  /// An area of the canvas.
  private mutating func area() -> PixelRect {
    let (x, y) = (number(0...width - 1), number(0...height - 1))
    return PixelRect(x: x, y: y, width: number(1...width - x), height: number(1...height - y))
  }

  /// The zlib stream of an image with few colors and many transparent pixels.
  private mutating func rows(_ area: PixelRect, _ channels: Int, alpha: Bool) -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<area.height {
      rows.append(0)
      for _ in 0..<area.width {
        for channel in 0..<channels {
          let isAlpha = alpha && channel == channels - 1
          rows.append(UInt8(isAlpha ? one(of: [0, 0, 128, 255, 255]) : number(0...3) * 80))
        }
      }
    }
    return PNGBytes.zlib(rows)
  }

  private static func profile(_ space: String) -> [UInt8] {
    MetadataBytes.iCCP(
      MetadataBytes.profile(
        "Wide", space == "GRAY" ? [] : [[0.6, 0.3, 0], [0.2, 0.6, 0.1], [0.1, 0.1, 0.7]],
        gamma: 1.8, space: space))
  }

  mutating func apng() -> [UInt8] {
    typealias P = PNGBytes
    let (color, channels) = one(of: [(0, 1), (2, 3), (4, 2), (6, 4)])
    let gamma = P.chunk("gAMA", P.number(45455))
    let primaries = P.chunk("cHRM", (1...8).flatMap { P.number($0 * 10000) })
    let colors = one(of: [
      [], P.chunk("sRGB", [1]), gamma, gamma + primaries, P.chunk("cICP", [12, 13, 0, 1]),
      Self.profile(channels < 3 ? "GRAY" : "RGB "), gamma + P.chunk("sRGB", [0]),
    ])
    let (frames, isHidden) = (number(1...6), one(of: [false, false, true]))
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    var file = P.signature + P.header(width, height, color: color) + colors
    file += P.animationControl(frames: frames, plays: one(of: [0, 1, 2, 99, 2_147_483_647]))
    if isHidden { file += P.chunk("IDAT", rows(whole, channels, alpha: color >= 4)) }
    var sequence = 0
    for frame in 0..<frames {
      let isStatic = frame == 0 && !isHidden
      let area = isStatic ? whole : area()
      file += P.frameControl(
        sequence, area.width, area.height, x: area.x, y: area.y,
        delay: (number(0...65535), one(of: [0, 1, 100, 1000, number(1...65535)])),
        dispose: number(0...2), blend: number(0...1))
      let data = rows(area, channels, alpha: color >= 4)
      file += isStatic ? P.chunk("IDAT", data) : P.frameData(sequence + 1, data)
      sequence += isStatic ? 1 : 2
    }
    return file + P.chunk("IEND")
  }

  /// - Parameter frames: the number of frames, each of which may have four colors of its own.
  mutating func gif(frames: Int) -> [UInt8] {
    typealias G = GIFBytes
    var file = G.screen(width, height)
    if let count = one(of: [nil, 0, 1, 7, 65535]) as Int? {
      file += G.application("NETSCAPE2.0", [[1, UInt8(count & 255), UInt8(count >> 8)]])
    }
    if one(of: [true, false, false]) {
      file += G.application("ICCRGBG1012", [JPEGBytes.profile(colorSpace: "RGB ")])
    }
    for _ in 0..<frames {
      let area = area()
      let palette = one(of: [true, false]) ? (0..<12).map { _ in UInt8(number(0...255)) } : []
      file += G.control(
        delay: number(0...65535), disposal: number(0...3), transparent: one(of: [nil, 0, 3]))
      file += G.image(
        x: area.x, y: area.y, area.width, area.height,
        (0..<area.width * area.height).map { _ in UInt8(number(0...3)) },
        interlaced: one(of: [true, false]), localPalette: palette)
    }
    return file + G.trailer
  }
}

@Suite("Decoding and encoding")
struct RoundTripTests {
  @Test("an APNG keeps its canvases, delays, loops, colors and hidden image", arguments: 1...60)
  func apng(_ seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    let file = try RoundTrip(random.apng())
    #expect(try file.difference() == nil)
    #expect(try file.difference(effort: .smallest) == nil)
  }

  @Test("a GIF keeps its canvases, delays, loops and profile", arguments: 1...60)
  func gif(_ seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    // Every fourth file has more colors than one palette.
    #expect(try RoundTrip(random.gif(frames: seed % 4 == 0 ? 150 : 5)).difference() == nil)
  }

  /// The colors of 100 frames on a canvas of 400 pixels, each pixel with its own.
  static let tiles: [UInt8] = (0..<100).flatMap { tile in
    let palette = (0..<4).flatMap { [UInt8(tile), UInt8($0 * 60), 9] as [UInt8] }
    return GIFBytes.control()
      + GIFBytes.image(
        x: tile % 10 * 2, y: tile / 10 * 2, 2, 2, [0, 1, 2, 3], localPalette: palette)
  }

  @Test("a GIF frame that is removed shows more colors again than a palette has")
  func restored() throws {
    typealias G = GIFBytes
    let cover = [UInt8](repeating: 1, count: 400)
    let file =
      G.screen(20, 20) + Self.tiles + G.control(disposal: 3) + G.image(20, 20, cover) + G.control()
      + G.image(1, 1, [2]) + G.trailer
    let canvases = try Decoded(file).canvases
    #expect(Set(canvases[101].pixels).count == 400)
    #expect(try RoundTrip(file).difference() == nil)
  }

  @Test(
    "a GIF canvas of 256 opaque colors is exact, and one of more colors is not",
    arguments: [(16, true), (17, false)])
  func opaque(_ side: Int, _ isExact: Bool) throws {
    let canvas = Bitmap(width: side, height: side) { x, y in
      Pixel(red: UInt8(x * 15), green: UInt8(y * 15), blue: 7)
    }
    let animation = CanvasAnimation(
      canvases: [canvas], delays: [Delay(numerator: 1, denominator: 4)])
    let decoded = try Decoded(ImageEncoder.gif(animation, loop: .forever))
    #expect(decoded.defects == [])
    #expect((decoded.canvases == [canvas]) == isExact)
  }

  @Test("color information of another format is not stored")
  func otherFormat() throws {
    let block = GIFBytes.application("ICCRGBG1012", [JPEGBytes.profile(colorSpace: "RGB ")])
    let gif = GIFBytes.screen(1, 1) + block + GIFBytes.image(1, 1, [1]) + GIFBytes.trailer
    let canvas = Bitmap(width: 2, height: 2, filledWith: .gray(7))
    let colors = try ImageDecoder(gif).colors
    #expect(colors != ColorDescription())
    #expect(try ImageEncoder.png(canvas, colors: colors) == ImageEncoder.png(canvas))
    #expect(try ImageEncoder.jpeg(canvas, colors: colors) == ImageEncoder.jpeg(canvas))
    let animation = CanvasAnimation(
      canvases: [canvas], delays: [Delay(numerator: 1, denominator: 4)])
    #expect(
      try ImageEncoder.gif(animation, loop: .forever, colors: .sRGB)
        == ImageEncoder.gif(animation, loop: .forever))
  }

  @Test("colors that were added to a gray image are stored, without its gray profile")
  func tinted() throws {
    let profile = MetadataBytes.iCCP(MetadataBytes.profile("Gray", [], gamma: 1.8, space: "GRAY"))
    for (chunk, isKept) in [(profile, false), (PNGBytes.chunk("sRGB", [0]), true)] {
      let gray = PNGBytes.file(1, 1, color: 0, chunk, image: PNGBytes.zlib([0, 90]))
      let colors = try ImageDecoder(gray).colors
      let canvas = Bitmap(width: 1, height: 1, filledWith: Pixel(red: 90, green: 20, blue: 9))
      let tinted = try ImageEncoder.png(canvas, colors: colors)
      #expect(try Decoded(tinted).canvases == [canvas])
      #expect(try (ImageDecoder(tinted).colors.chunks == chunk) == isKept)
      let frame = CanvasAnimation(canvases: [canvas], delays: [Delay(numerator: 1, denominator: 4)])
      for effort in [ImageEncoder.Effort.quick, .smallest] {
        let animation = try ImageEncoder.apng(frame, loop: .forever, colors: colors, effort: effort)
        #expect(try Decoded(animation).canvases == [canvas])
      }
    }
  }
}
