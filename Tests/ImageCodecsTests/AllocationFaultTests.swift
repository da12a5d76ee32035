import Foundation
import ImageCodecs
import Pixels
import TestSupport
import Testing

@Suite("Allocation failures")
struct AllocationFaultTests {
  typealias P = PNGBytes
  typealias J = JPEGBytes

  /// One file for each way that the decoders take.
  static let files: [(name: String, bytes: [UInt8])] = [
    ("gray1.png", P.still(9, 9, depth: 1, color: 0, rows: rows(9, 2))),
    ("gray8.png", P.still(9, 9, depth: 8, color: 0, rows: rows(9, 9))),
    ("gray16.png", P.still(9, 9, depth: 16, color: 0, rows: rows(9, 18))),
    ("grayalpha8.png", P.still(9, 9, depth: 8, color: 4, rows: rows(9, 18))),
    ("rgb8.png", P.still(9, 9, depth: 8, color: 2, rows: rows(9, 27))),
    ("rgb16.png", P.still(9, 9, depth: 16, color: 2, rows: rows(9, 54))),
    ("rgba8.png", P.still(9, 9, depth: 8, color: 6, rows: rows(9, 36))),
    ("rgba16.png", P.still(9, 9, depth: 16, color: 6, rows: rows(9, 72))),
    (
      "rgb8-trns.png",
      P.still(9, 9, depth: 8, color: 2, P.chunk("tRNS", [0, 1, 0, 2, 0, 3]), rows: rows(9, 27))
    ),
    (
      "indexed8.png",
      P.still(
        9, 9, depth: 8, color: 3, P.chunk("PLTE", [1, 2, 3, 4, 5, 6]) + P.chunk("tRNS", [0, 128]),
        rows: rows(9, 9))
    ),
    // Rows and columns of Adam7's seven passes over 9 × 9 pixels.
    (
      "interlaced.png",
      P.still(
        9, 9, depth: 8, color: 0, interlace: 1,
        rows: [(2, 2), (2, 1), (1, 3), (3, 2), (2, 5), (5, 4), (4, 9)].flatMap { rows($0.0, $0.1) })
    ),
    (
      "indexed.gif",
      GIFBytes.screen(9, 9, globalPalette: false)
        + GIFBytes.image(9, 9, [UInt8](repeating: 1, count: 81)) + GIFBytes.trailer
    ),
    ("gray.jpg", J.gray), ("ycbcr.jpg", J.color), ("cmyk.jpg", J.cmyk),
    ("progressive.jpg", J.progressive),
  ]

  static func rows(_ count: Int, _ bytes: Int) -> [UInt8] {
    Array(repeatElement([0] + [UInt8](repeating: 1, count: bytes), count: count).joined())
  }

  @Test("each failed allocation fails its operation without a leak")
  func everyAllocation() throws {
    let folder = try TemporaryFolder()
    let paths = try Self.files.map { try folder.write($0.bytes, to: $0.name) }
    let run = try Program.allocationFaults.run(paths)
    if run.output.hasPrefix("skipped") { try Test.cancel(Comment(rawValue: run.output)) }
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0)
    #expect(!run.output.contains("fault:"), "\(run.output)\(run.errors)")
    // 16 files, zlib streams of 12 levels, a JPEG and a zlib stream, and WebP with loss.
    let operations = WebPEncoder.isAvailable ? 32 : 30
    let words = try #require(lines.last).split(separator: " ")
    #expect(words.prefix(3) == ["fine:", "\(operations)", "operations,"])
    // Inflating asks for memory once, deflating twice, and everything else at least three times.
    let allocations = try #require(Int(words[3]))
    let fewest: Int = (17 * 3 + 12 * 2 + 1) * 2
    #expect(allocations >= fewest)
    #expect(lines.count == operations + 1)
  }
}
