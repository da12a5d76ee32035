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

  @Test("both halves have their colors", arguments: [J.color, J.progressive, J.cmyk])
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

  @Test("gray is gray and opaque")
  func gray() throws {
    let canvas = try #require(try Decoded(J.gray).canvases.first)
    #expect(canvas.pixels.allSatisfy { $0 == .gray($0.red) })
    #expect(canvas[2, 2].isNear(.gray(97)))
    #expect(canvas[13, 5].isNear(.gray(62)))
  }

  // The quarters of a stored image are numbered 1 2 / 3 4. Exif 2.32, 4.6.4, defines the results.
  @Test(
    "the orientation is applied to the pixels",
    arguments: [
      (1, [1, 2, 3, 4]), (2, [2, 1, 4, 3]), (3, [4, 3, 2, 1]), (4, [3, 4, 1, 2]),
      (5, [1, 3, 2, 4]), (6, [3, 1, 4, 2]), (7, [4, 2, 3, 1]), (8, [2, 4, 1, 3]),
    ], [true, false])
  func orientation(_ example: (value: Int, quarters: [Int]), _ littleEndian: Bool) throws {
    let colors = [red, blue, .gray(20), .gray(220)]
    let stored = Bitmap(width: 32, height: 16) { x, y in colors[y / 8 * 2 + x / 16] }
    let file = try ImageEncoder.jpeg(stored, quality: 100)
    let segment = J.orientation(example.value, littleEndian: littleEndian)
    let decoded = try Decoded(J.inserting(segment, into: file))
    #expect(decoded.defects == [])
    let canvas = try #require(decoded.canvases.first)
    let size = decoded.container.canvas
    #expect(size == CanvasSize(width: canvas.width, height: canvas.height))
    #expect(canvas.width == (example.value < 5 ? 32 : 16))
    let (right, bottom) = (canvas.width - 2, canvas.height - 2)
    for (place, quarter) in zip(
      [(1, 1), (right, 1), (1, bottom), (right, bottom)], example.quarters)
    {
      #expect(canvas[place.0, place.1].isNear(colors[quarter - 1]))
    }
  }

  /// The file without the second half of its scan; the end marker is still there.
  static let halfScan = J.color.dropLast(12) + [0xFF, 0xD9]

  @Test("a truncated file is not decoded")
  func truncated() throws {
    let decoded = try Decoded(Array(J.color.dropLast(10)))
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.truncated])
  }

  @Test("a truncated scan is decoded as far as possible and is a defect")
  func shortScan() throws {
    let decoded = try Decoded(Array(Self.halfScan))
    #expect(decoded.container.defects == [])
    #expect(decoded.canvases.map(\.bounds) == [PixelRect(x: 0, y: 0, width: 16, height: 8)])
    #expect(decoded.decodingDefects.map(\.kind) == [.corrupt])
  }

  @Test("missing scans do not prevent decoding", arguments: 1..<10)
  func missingScans(_ count: Int) throws {
    let decoded = try Decoded(J.firstScans(count))
    #expect(decoded.defects == [])
    #expect(decoded.canvases.count == 1)
  }

  @Test("libjpeg prints nothing")
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

  @Test(
    "an unsupported coding is a defect and is not decoded",
    arguments: [0xC3, 0xC9, 0xCA] as [UInt8])
  func unsupported(_ marker: UInt8) throws {
    var bytes = J.color
    bytes[try #require(J.offset(of: 0xC0, in: bytes)) + 1] = marker
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.unsupportedCoding])
  }

  @Test("a header without tables cannot be decoded")
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
    #expect(decoded.decodingDefects.map(\.kind) == [.limit])
    limits.pixels = 128
    #expect(try Decoded(J.color, limits: limits).canvases.count == 1)
  }
}
