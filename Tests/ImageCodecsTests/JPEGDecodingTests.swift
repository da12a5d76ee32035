import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

private let red = Pixel(red: 230, green: 40, blue: 40)
private let blue = Pixel(red: 40, green: 40, blue: 230)

extension Pixel {
  fileprivate func isNear(_ other: Pixel, within tolerance: Int = 3) -> Bool {
    [(red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha)]
      .allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }
}

@Suite("Decoding JPEG")
struct JPEGDecodingTests {
  typealias J = JPEGBytes

  @Test("both halves have their colours", arguments: [J.color, J.progressive, J.cmyk])
  func colors(_ bytes: [UInt8]) throws {
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(!decoded.isAnimated)
    #expect(decoded.canvases.count == 1)
    let canvas = try #require(decoded.canvases.first)
    #expect(canvas.width == 16 && canvas.height == 8)
    for y in 0..<8 {
      for x in 0..<16 { #expect(canvas[x, y].isNear(x < 8 ? red : blue)) }
    }
  }

  @Test("grey is grey and opaque")
  func grey() throws {
    let canvas = try #require(try Decoded(J.grey).canvases.first)
    #expect(canvas.pixels.allSatisfy { $0 == .grey($0.red) })
    #expect(canvas[2, 2].isNear(.grey(97)))
    #expect(canvas[13, 5].isNear(.grey(62)))
  }

  /// Where the red half lies once the picture is upright.
  enum Side: Sendable { case left, right, top, bottom }

  @Test(
    "the orientation is applied to the pixels",
    arguments: [
      (1, .left), (2, .right), (3, .right), (4, .left), (5, .top), (6, .top), (7, .bottom),
      (8, .bottom),
    ] as [(Int, Side)])
  func orientation(_ value: Int, _ side: Side) throws {
    let decoded = try Decoded(J.inserting(J.orientation(value, littleEndian: false)))
    #expect(decoded.defects == [])
    let canvas = try #require(decoded.canvases.first)
    let size = decoded.container.canvas
    #expect(size == CanvasSize(width: canvas.width, height: canvas.height))
    #expect(canvas.width == (value < 5 ? 16 : 8))
    let (right, bottom) = (canvas.width - 2, canvas.height - 2)
    let redCorners: Set<Int> =
      switch side {
      case .left: [0, 2]
      case .right: [1, 3]
      case .top: [0, 1]
      case .bottom: [2, 3]
      }
    for (index, corner) in [(1, 1), (right, 1), (1, bottom), (right, bottom)].enumerated() {
      #expect(canvas[corner.0, corner.1].isNear(redCorners.contains(index) ? red : blue))
    }
  }

  /// The file without the second half of its scan; the end marker is still there.
  static let halfScan = J.color.dropLast(12) + [0xFF, 0xD9]

  @Test("a file that ends too early is truncated and not decoded")
  func truncated() throws {
    let decoded = try Decoded(Array(J.color.dropLast(10)))
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.truncated])
  }

  @Test("a scan that ends too early is decoded as far as it goes, and named")
  func shortScan() throws {
    let decoded = try Decoded(Array(Self.halfScan))
    #expect(decoded.container.defects == [])
    #expect(decoded.canvases.map(\.bounds) == [PixelRect(x: 0, y: 0, width: 16, height: 8)])
    #expect(decoded.decodeDefects.map(\.kind) == [.corrupt])
  }

  @Test("libjpeg prints nothing about what it finds")
  func silence() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for length in 3...JPEGBytes.color.count {
          _ = try Decoded(Array(JPEGBytes.color[..<length]))
          _ = try Decoded(Array(JPEGBytes.color[..<length]) + [0xFF, 0xD9])
        }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  @Test("a coding that libjpeg cannot read is named and not tried")
  func lossless() throws {
    var bytes = J.color
    bytes[try #require(J.offset(of: 0xC0, in: bytes)) + 1] = 0xC3
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.unsupportedCoding])
  }

  @Test("a header without its tables does not decode")
  func withoutTables() throws {
    let frame = try #require(J.offset(of: 0xC0, in: J.color))
    let decoded = try Decoded([0xFF, 0xD8] + J.color[frame...])
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
  }

  @Test("a limit stops decoding")
  func limits() throws {
    var limits = DecodingLimits()
    limits.pixels = 127
    let decoded = try Decoded(J.color, limits: limits)
    #expect(decoded.canvases == [])
    #expect(decoded.decodeDefects.map(\.kind) == [.limit])
    limits.pixels = 128
    #expect(try Decoded(J.color, limits: limits).canvases.count == 1)
  }
}
