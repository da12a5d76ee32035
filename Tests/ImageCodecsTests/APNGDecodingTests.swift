import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

private let red = Pixel(red: 200, green: 0, blue: 0)
private let blue = Pixel(red: 0, green: 0, blue: 255)
private let halfGreen = Pixel(red: 0, green: 100, blue: 0, alpha: 128)
/// `halfGreen` over `red`: 200 * 127 / 255 = 99.6 and 100 * 128 / 255 = 50.2.
private let mixed = Pixel(red: 100, green: 50, blue: 0)

@Suite("Decoding APNG")
struct APNGDecodingTests {
  typealias P = PNGBytes

  static func idat(_ rows: [[Pixel]]) -> [UInt8] { P.chunk("IDAT", P.rows(rows)) }
  static func fdat(_ sequence: Int, _ rows: [[Pixel]]) -> [UInt8] {
    P.frameData(sequence, P.rows(rows))
  }
  static func file(_ width: Int, _ height: Int, _ chunks: [UInt8]...) -> [UInt8] {
    P.signature + P.header(width, height) + chunks.joined() + P.chunk("IEND")
  }

  struct Case: Sendable {
    var dispose: Int
    var blend: Int
    var second: [Pixel]
    var third: [Pixel]
  }

  @Test(
    "dispose and blend operations follow the specification",
    arguments: [
      Case(dispose: 0, blend: 0, second: [red, halfGreen, red], third: [red, halfGreen, blue]),
      Case(dispose: 0, blend: 1, second: [red, mixed, red], third: [red, mixed, blue]),
      Case(dispose: 1, blend: 0, second: [red, halfGreen, red], third: [red, .clear, blue]),
      Case(dispose: 1, blend: 1, second: [red, mixed, red], third: [red, .clear, blue]),
      Case(dispose: 2, blend: 0, second: [red, halfGreen, red], third: [red, red, blue]),
      Case(dispose: 2, blend: 1, second: [red, mixed, red], third: [red, red, blue]),
    ])
  func operations(_ example: Case) throws {
    let bytes = Self.file(
      3, 1, P.animationControl(frames: 3), P.frameControl(0, 3, 1), Self.idat([[red, red, red]]),
      P.frameControl(1, 1, 1, x: 1, dispose: example.dispose, blend: example.blend),
      Self.fdat(2, [[halfGreen]]), P.frameControl(3, 1, 1, x: 2), Self.fdat(4, [[blue]]))
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.isAnimated)
    #expect(
      decoded.canvases.map(\.pixels) == [[red, red, red], example.second, example.third])
  }

  @Test("disposing to PREVIOUS skips several frames that do the same")
  func previousTwice() throws {
    let bytes = Self.file(
      3, 1, P.animationControl(frames: 4), P.frameControl(0, 3, 1), Self.idat([[red, red, red]]),
      P.frameControl(1, 1, 1, x: 0, dispose: 2), Self.fdat(2, [[blue]]),
      P.frameControl(3, 1, 1, x: 1, dispose: 2), Self.fdat(4, [[blue]]),
      P.frameControl(5, 1, 1, x: 2), Self.fdat(6, [[blue]]))
    #expect(
      try Decoded(bytes).canvases.map(\.pixels) == [
        [red, red, red], [blue, red, red], [red, blue, red], [red, red, blue],
      ])
  }

  @Test("a first frame that disposes to PREVIOUS is cleared like BACKGROUND", arguments: [1, 2])
  func firstPrevious(_ dispose: Int) throws {
    let bytes = Self.file(
      2, 1, P.animationControl(frames: 2), P.frameControl(0, 2, 1, dispose: dispose),
      Self.idat([[red, red]]), P.frameControl(1, 1, 1, x: 1), Self.fdat(2, [[blue]]))
    #expect(try Decoded(bytes).canvases.map(\.pixels) == [[red, red], [.clear, blue]])
  }

  @Test("a translucent pixel over a cleared canvas is unchanged")
  func overClear() throws {
    let bytes = Self.file(
      2, 1, P.animationControl(frames: 2), P.frameControl(0, 2, 1, dispose: 1),
      Self.idat([[red, red]]), P.frameControl(1, 1, 1, blend: 1), Self.fdat(2, [[halfGreen]]))
    #expect(try Decoded(bytes).canvases.map(\.pixels) == [[red, red], [halfGreen, .clear]])
  }

  @Test("source copies transparent pixels, over skips them")
  func transparentPatch() throws {
    for (blend, expected) in [(0, Pixel.clear), (1, red)] {
      let bytes = Self.file(
        1, 1, P.animationControl(frames: 2), P.frameControl(0, 1, 1), Self.idat([[red]]),
        P.frameControl(1, 1, 1, blend: blend), Self.fdat(2, [[.clear]]))
      #expect(try Decoded(bytes).canvases.map(\.pixels) == [[red], [expected]])
    }
  }

  @Test("a hidden image is not drawn on the canvas")
  func hidden() throws {
    let bytes = Self.file(
      2, 1, P.animationControl(frames: 2), Self.idat([[blue, blue]]),
      P.frameControl(0, 1, 1, x: 1, blend: 1), Self.fdat(1, [[red]]),
      P.frameControl(2, 1, 1, x: 0, blend: 1), Self.fdat(3, [[halfGreen]]))
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases.map(\.pixels) == [[.clear, red], [halfGreen, red]])
    #expect(decoded.hiddenImage?.pixels == [blue, blue])
  }

  @Test("an image that is a frame is not hidden")
  func shown() throws {
    let bytes = P.animation(1, 1, [[1, 1, 1, 255], [2, 2, 2, 255]])
    let decoded = try Decoded(bytes)
    #expect(decoded.hiddenImage == nil)
    #expect(decoded.isAnimated)
  }

  @Test("a hidden image that cannot be decoded is a defect")
  func damagedHidden() throws {
    let bytes = Self.file(
      2, 1, P.animationControl(frames: 1), P.chunk("IDAT", [1, 2, 3]), P.frameControl(0, 2, 1),
      Self.fdat(1, [[red, red]]))
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases.map(\.pixels) == [[red, red]])
    #expect(decoded.decodingDefects.map(\.kind) == [.corrupt])
    #expect(decoded.decodingDefects.first?.place?.part == "IDAT")
  }

  @Test("a frame's data may come in several fdAT chunks")
  func pieces() throws {
    let data = P.rows([[blue]])
    let bytes = Self.file(
      1, 1, P.animationControl(frames: 2), P.frameControl(0, 1, 1), Self.idat([[red]]),
      P.frameControl(1, 1, 1), P.frameData(2, Array(data[..<3])), P.frameData(3, []),
      P.frameData(4, Array(data[3...])))
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.canvases.map(\.pixels) == [[red], [blue]])
  }

  @Test("frames of an indexed file share its palette and transparency")
  func indexed() throws {
    let palette = P.chunk("PLTE", [200, 0, 0, 0, 0, 255]) + P.chunk("tRNS", [255, 9])
    let bytes =
      P.signature + P.header(1, 1, depth: 1, color: 3) + palette + P.animationControl(frames: 2)
      + P.frameControl(0, 1, 1) + P.chunk("IDAT", P.zlib([0, 0])) + P.frameControl(1, 1, 1)
      + P.frameData(2, P.zlib([0, 0x80])) + P.chunk("IEND")
    #expect(
      try Decoded(bytes).canvases.map(\.pixels)
        == [[red], [Pixel(red: 0, green: 0, blue: 255, alpha: 9)]])
  }

  @Test("an invalid animation is its static image, as in viewers")
  func broken() throws {
    let bytes = Self.file(
      1, 1, P.animationControl(frames: 3), P.frameControl(0, 1, 1), Self.idat([[red]]),
      P.frameControl(1, 1, 1), Self.fdat(2, [[blue]]))
    let decoded = try Decoded(bytes)
    #expect(decoded.container.defects.map(\.kind) == [.frameCount])
    #expect(!decoded.isAnimated)
    #expect(decoded.canvases.map(\.pixels) == [[red]])
  }

  @Test("a frame whose only fdAT is empty is a defect")
  func emptyData() throws {
    let bytes = Self.file(
      1, 1, P.animationControl(frames: 2), P.frameControl(0, 1, 1), Self.idat([[red]]),
      P.frameControl(1, 1, 1), P.frameData(2, []))
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases.map(\.pixels) == [[red]])
    #expect(decoded.defects.count == 1)
  }
}
