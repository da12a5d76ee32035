import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

/// PNG files with a CgBI chunk, as Apple's pngcrush writes them.
@Suite("PNGs that Xcode optimized")
struct AppleOptimizedTests {
  typealias P = PNGBytes

  /// A file whose deflate stream has one stored block.
  static func file(
    _ header: [UInt8], _ rows: [UInt8], chunks: [UInt8] = [], length: UInt8? = nil
  ) -> [UInt8] {
    let count = length ?? UInt8(rows.count)
    return P.signature + P.chunk("CgBI", [0x50, 0, 0x20, 6]) + header + chunks
      + P.chunk("IDAT", [1, count, 0, ~count, 0xFF] + rows) + P.chunk("IEND")
  }

  @Test("BGRA that is multiplied by alpha becomes straight RGBA")
  func pixels() throws {
    // Opaque, half transparent, transparent with a color, and brighter than its alpha allows.
    let rows: [UInt8] = [0, 10, 20, 30, 255, 64, 32, 16, 128, 7, 7, 7, 0, 9, 200, 0, 8]
    let decoded = try Decoded(Self.file(P.header(4, 1), rows))
    #expect(decoded.defects.map(\.kind) == [.appleOptimized])
    #expect(
      decoded.canvases.map(\.samples) == [
        [30, 20, 10, 255, 32, 64, 128, 128, 0, 0, 0, 0, 0, 255, 255, 8]
      ])
    var limits = DecodingLimits()
    limits.usesReferenceDecoders = true
    let file = Self.file(P.header(4, 1), rows)
    #expect(try Decoded(file, limits: limits).canvases == decoded.canvases)
  }

  /// Made in Python with its own filters (none, up, sub) and zlib, in two IDAT chunks.
  @Test("a file of another program is decoded up to what the multiplication has lost")
  func independent() throws {
    let file = try #require(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAAEQ2dCSVAAIAIr1bN/AAAADUlIRFIAAAADAAAAAwgGAAAAVii1vwAAABRJREFUYzBKOfFfQoDjBCMQMJ2T\
          sWh88eFSbUzQAAAAFUlEQVSHBRMjw19GRUZ7Bza1F7wLbB5tAgD+L+ARAAAAAElFTkSuQmCC
          """))
    let expected: [[UInt8]] = [
      [200, 100, 50, 255], [10, 20, 30, 200], [255, 255, 255, 1], [0, 255, 0, 128],
      [0, 0, 0, 0], [1, 2, 3, 254], [250, 5, 130, 64], [128, 128, 128, 77], [9, 99, 199, 255],
    ]
    let samples = try #require(Decoded(Array(file)).canvases.first?.samples)
    for (index, color) in expected.enumerated() {
      for channel in 0..<4 {
        let difference = abs(Int(samples[index * 4 + channel]) - Int(color[channel]))
        // Half a code before the division by alpha.
        #expect(difference * Int(color[3]) <= (channel == 3 ? 0 : 255), "\(index)")
      }
    }
  }

  @Test(
    "what no known program writes is corrupt",
    arguments: [
      file(P.header(1, 1, color: 2), [0, 1, 2, 3]), file(P.header(1, 1, depth: 16), [0]),
      file(P.header(1, 1), [0, 1, 2, 3, 4], chunks: P.animationControl(frames: 1)),
    ])
  func unsupported(_ file: [UInt8]) throws {
    let decoded = try Decoded(file)
    #expect(decoded.defects.contains { $0.kind == .corrupt } && decoded.canvases.isEmpty)
  }

  @Test("a damaged stream has no canvas")
  func damaged() throws {
    let short = Self.file(P.header(2, 1), [0, 1, 2, 3, 255])
    let wrong = Self.file(P.header(1, 1), [0, 1, 2, 3, 255], length: 99)
    for file in [short, wrong] {
      let decoded = try Decoded(file)
      #expect(decoded.defects.map(\.kind) == [.appleOptimized, .corrupt])
      #expect(decoded.canvases.isEmpty)
    }
  }
}
