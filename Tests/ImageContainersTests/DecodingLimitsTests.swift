import ImageContainers
import TestSupport
import Testing

@Suite("DecodingLimits")
struct DecodingLimitsTests {
  static func container(_ bytes: [UInt8]) throws -> ImageContainer {
    try #require(ImageContainer(bytes))
  }

  /// Three frames of 10 × 6.
  static let animation = PNGBytes.animation(
    10, 6, [[1, 1, 1, 255], [2, 2, 2, 255], [3, 3, 3, 255]])

  @Test("a file at every limit is within all of them")
  func within() throws {
    var limits = DecodingLimits()
    limits.pixels = 60
    limits.frames = 3
    limits.decodedBytes = 720
    #expect(limits.defect(of: try Self.container(Self.animation)) == nil)
    #expect(DecodingLimits().defect(of: try Self.container(Self.animation)) == nil)
  }

  @Test("one pixel too many names the limit and both numbers")
  func pixels() throws {
    var limits = DecodingLimits()
    limits.pixels = 59
    let defect = try #require(limits.defect(of: try Self.container(Self.animation)))
    #expect(defect.kind == .limit)
    #expect(defect.message.contains("(pixel limit: 59)"))
    #expect(defect.measured == Quantity(60, .pixels))
    #expect(defect.limit == Quantity(59, .pixels))
  }

  @Test("one frame too many names the limit and both numbers")
  func frames() throws {
    var limits = DecodingLimits()
    limits.frames = 2
    let defect = try #require(limits.defect(of: try Self.container(Self.animation)))
    #expect(defect.kind == .limit)
    #expect(defect.message.contains("(frame limit: 2)"))
    #expect(defect.measured == Quantity(3, .frames))
    #expect(defect.limit == Quantity(2, .frames))
  }

  @Test("one byte too many names the limit and both numbers")
  func decodedBytes() throws {
    var limits = DecodingLimits()
    limits.decodedBytes = 719
    let defect = try #require(limits.defect(of: try Self.container(Self.animation)))
    #expect(defect.kind == .limit)
    #expect(defect.message.contains("(decoded size limit: 719)"))
    // 10 * 6 pixels of 4 bytes, 3 times.
    #expect(defect.measured == Quantity(720, .bytes))
    #expect(defect.limit == Quantity(719, .bytes))
  }

  @Test("a GIF frame larger than its canvas counts with its own size")
  func framesBeyondTheCanvas() throws {
    let gif = GIFBytes.file(
      1, 1,
      [
        GIFBytes.Frame(width: 10, height: 6, index: 1),
        GIFBytes.Frame(width: 1, height: 1, index: 2),
      ])
    var limits = DecodingLimits()
    // 60 pixels and 1 pixel, of 4 bytes each.
    limits.decodedBytes = 244
    #expect(limits.defect(of: try Self.container(gif)) == nil)
    limits.decodedBytes = 243
    let defect = try #require(limits.defect(of: try Self.container(gif)))
    #expect(defect.measured == Quantity(244, .bytes))
  }

  static let huge =
    PNGBytes.signature + PNGBytes.header(Int(Int32.max), Int(Int32.max))
    + PNGBytes.chunk("IDAT", [0x78, 1]) + PNGBytes.chunk("IEND")

  @Test("the largest canvas that a PNG can declare is over the limit")
  func largestCanvas() throws {
    let container = try Self.container(Self.huge)
    #expect(container.defects == [])
    let defect = try #require(DecodingLimits().defect(of: container))
    #expect(defect.message.contains(" has 4,611,686,014,132,420,609 pixels "))
    #expect(defect.message.contains("(pixel limit: 16,777,216)"))
    // (2^31 - 1)^2
    #expect(defect.measured == Quantity(4_611_686_014_132_420_609, .pixels))
    #expect(defect.limit == Quantity(16_777_216, .pixels))
  }

  @Test("the side limit applies regardless of the pixel limit")
  func longSide() throws {
    var limits = DecodingLimits()
    limits.pixels = .max
    let defect = try #require(limits.defect(of: try Self.container(Self.huge)))
    #expect(defect.kind == .limit)
    #expect(defect.measured == Quantity(2_147_483_647, .pixels))
    #expect(defect.limit == Quantity(65_535, .pixels))
  }

  @Test("a file without a canvas is within all limits")
  func noCanvas() throws {
    let container = try Self.container(PNGBytes.signature)
    #expect(DecodingLimits().defect(of: container) == nil)
  }
}
