import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("ImageDecoder")
struct ImageDecoderTests {
  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]
  private static let animation = PNGBytes.animation(2, 1, [red, blue])

  /// A still image whose IDAT is not a zlib stream.
  private static let corrupt =
    PNGBytes.signature + PNGBytes.header(1, 1) + PNGBytes.chunk("IDAT", [1, 2, 3])
    + PNGBytes.chunk("IEND")

  /// A GIF with a palette of two colors and a third index.
  private static let partlyDamaged: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 3, 0, 0x80, 0, 0, 9, 9, 9, 8, 8, 8]
    + GIFBytes.image(1, 3, [0, 1, 2]) + GIFBytes.trailer

  @Test("frames have their canvas, index and delay")
  func frames() throws {
    let frames = try ImageDecoder.frames(of: Self.animation)
    #expect(frames.map(\.index) == [0, 1])
    #expect(frames.map { $0.canvas[1, 0].blue } == [0, 255])
    #expect(
      frames.map(\.delay.milliseconds)
        == PNGContainer(Self.animation).animation?.frames.map(\.entry.delay.milliseconds))
  }

  @Test("a still image has one frame without a delay")
  func still() throws {
    var decoder = try ImageDecoder(PNGBytes.still(1, 1, Self.red))
    let frame = try #require(try decoder.nextFrame())
    #expect(frame.index == 0 && frame.delay.milliseconds == 0)
    #expect(try decoder.nextFrame() == nil)
    #expect(try decoder.hiddenImage() == nil)
  }

  @Test("an unsupported format is an error of the initializer")
  func unsupportedFormat() throws {
    let bytes = Array("%PDF-1.7".utf8)
    let error = try #require(throws: ImageError.self) { try ImageDecoder(bytes) }
    #expect(error == .unsupportedFormat(.unsupported(.pdf)))
    #expect("\(error)" == "unsupported format: expected PNG, GIF or JPEG, found PDF")
  }

  @Test("an exceeded limit is an error, and the container can still be inspected")
  func limit() throws {
    var limits = DecodingLimits()
    limits.pixels = 1
    var decoder = try ImageDecoder(Self.animation, limits: limits)
    #expect(decoder.container.canvas == CanvasSize(width: 2, height: 1))
    let error = try #require(throws: ImageError.self) { try decoder.nextFrame() }
    let defect = try #require(limits.defect(of: decoder.container))
    #expect(error == .limitExceeded(defect))
    // The defect is collected once.
    decoder = try ImageDecoder(Self.animation, limits: limits)
    var defects: [Defect] = []
    for _ in 0..<2 { #expect(decoder.nextFrame(collecting: &defects) == nil) }
    #expect(defects == [defect])
  }

  @Test("a truncated file is an error, whose defect the container has")
  func truncated() throws {
    var decoder = try ImageDecoder(Array(Self.animation.dropLast(3)))
    let error = try #require(throws: ImageError.self) { try decoder.nextFrame() }
    #expect(error == .truncated(try #require(decoder.container.defects.first)))
    var defects: [Defect] = []
    #expect(decoder.nextFrame(collecting: &defects) == nil && defects == [])
  }

  @Test("corrupt image data is an error of every later call")
  func corruptData() throws {
    var decoder = try ImageDecoder(Self.corrupt)
    let first = try #require(throws: ImageError.self) { try decoder.nextFrame() }
    guard case .corrupt(let defect) = first else {
      Issue.record("unexpected error: \(first)")
      return
    }
    #expect(defect.place == Place("IDAT", offset: 33))
    #expect(throws: first) { try decoder.nextFrame() }
  }

  @Test("a partly damaged frame is an error, or a frame with a defect")
  func partialDamage() throws {
    #expect(throws: ImageError.self) { try ImageDecoder.frames(of: Self.partlyDamaged) }
    var decoder = try ImageDecoder(Self.partlyDamaged)
    var defects: [Defect] = []
    #expect(decoder.nextFrame(collecting: &defects) != nil)
    #expect(defects.map(\.kind) == [.corrupt])
  }
}
