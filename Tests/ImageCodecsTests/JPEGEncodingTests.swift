import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Encoding JPEG")
struct JPEGEncodingTests {
  typealias J = JPEGBytes

  static let ramp = Bitmap(width: 40, height: 24) { x, y in
    Pixel(red: UInt8(x * 6), green: UInt8(y * 10), blue: UInt8(200 - x - y))
  }

  @Test("a smooth image changes little", arguments: [(90, 6), (100, 3)])
  func roundTrip(_ quality: Int, _ tolerance: Int) throws {
    let decoded = try Decoded(try ImageEncoder.jpeg(Self.ramp, quality: quality))
    #expect(decoded.defects == [])
    let canvas = try #require(decoded.canvases.first)
    #expect(canvas.bounds == Self.ramp.bounds)
    let worst = zip(canvas.samples, Self.ramp.samples).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= tolerance)
  }

  @Test("the file is baseline with three components and no subsampling")
  func structure() throws {
    let bytes = try ImageEncoder.jpeg(Self.ramp)
    let jpeg = JPEGContainer(bytes)
    #expect(jpeg.coding == .baseline)
    #expect(jpeg.components == 3)
    #expect(jpeg.width == 40 && jpeg.height == 24)
    #expect(jpeg.orientation == 1)
    // Each component's sampling factors are at 1 + 3 * n after the count (T.81, B.2.2).
    let frame = try #require(J.offset(of: 0xC0, in: bytes))
    #expect([11, 14, 17].map { bytes[frame + $0] } == [0x11, 0x11, 0x11])
  }

  @Test("a lower quality takes fewer bytes")
  func quality() throws {
    let picture = noise(32, 32, seed: 10)
    let sizes = try [100, 75, 20].map { try ImageEncoder.jpeg(picture, quality: $0).count }
    #expect(sizes == sizes.sorted(by: >) && Set(sizes).count == 3)
  }

  @Test("alpha is ignored")
  func alpha() throws {
    let clear = Bitmap(
      width: 8, height: 8, filledWith: Pixel(red: 200, green: 100, blue: 50, alpha: 0))
    let opaque = Bitmap(
      width: 8, height: 8, filledWith: Pixel(red: 200, green: 100, blue: 50))
    #expect(try ImageEncoder.jpeg(clear) == ImageEncoder.jpeg(opaque))
  }

  static func source(colorSpace: String) -> (bytes: [UInt8], segments: [UInt8]) {
    let profile = J.profile(colorSpace: colorSpace)
    let segments =
      J.profileSegment(profile[..<70], number: 1, of: 2)
      + J.profileSegment(profile[70...], number: 2, of: 2)
    return (J.inserting(segments), segments)
  }

  @Test("the segments of an RGB profile are copied")
  func profile() throws {
    let (bytes, segments) = Self.source(colorSpace: "RGB ")
    let container = try #require(ImageContainer(bytes))
    let colors = ColorDescription(of: container, bytes: bytes)
    #expect(!colors.isGray)
    let copy = try ImageEncoder.jpeg(Self.ramp, colors: colors)
    let jpeg = JPEGContainer(copy)
    #expect(jpeg.defects == [])
    #expect(jpeg.profileSegments.flatMap { copy[$0] } == segments)
    #expect(jpeg.profileColorSpace == "RGB")
    // JFIF must come first, and so stays where it was.
    #expect(J.offset(of: 0xE0, in: copy) == 2)
    #expect(try Decoded(copy).canvases == Decoded(try ImageEncoder.jpeg(Self.ramp)).canvases)
  }

  @Test(
    "a CMYK or gray profile is omitted", arguments: ["CMYK", "GRAY"])
  func otherProfile(_ colorSpace: String) throws {
    let bytes = Self.source(colorSpace: colorSpace).bytes
    let container = try #require(ImageContainer(bytes))
    #expect(ColorDescription(of: container, bytes: bytes) == ColorDescription())
  }
}
