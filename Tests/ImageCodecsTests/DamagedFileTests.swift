import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Decoding damaged files")
struct DamagedFileTests {
  typealias P = PNGBytes
  typealias G = GIFBytes

  /// Numbers without order, the same in every run.
  struct Generator {
    var state: UInt64
    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  static let gif =
    G.screen(6, 6) + G.application("NETSCAPE2.0", [[1, 0, 0]])
    + G.control(disposal: 2, transparent: 3) + G.image(6, 6, (0..<36).map { UInt8($0 % 4) })
    + G.control(disposal: 3) + G.image(x: 2, y: 2, 3, 3, [0, 1, 2, 3, 0, 1, 2, 3, 0]) + G.trailer

  static let chunks: [(type: String, data: [UInt8])] = [
    ("IHDR", P.number(4) + P.number(4) + [8, 6, 0, 0, 0]), ("acTL", P.number(2) + P.number(0)),
    ("fcTL", control(0, side: 4)), ("IDAT", P.solid(4, 4, [1, 2, 3, 200])),
    ("fcTL", control(1, side: 2)), ("fdAT", P.number(2) + P.solid(2, 2, [9, 8, 7, 100])),
    ("IEND", []),
  ]

  static func control(_ sequence: Int, side: Int) -> [UInt8] {
    [sequence, side, side, 0, 0].flatMap(P.number) + [0, 1, 0, 10, 1, 1]
  }

  /// Decodes a file and checks what is true of every file.
  static func check(_ bytes: [UInt8]) throws {
    guard ImageContainer(bytes) != nil else { return }
    var limits = DecodingLimits()
    limits.pixels = 4096
    let decoded = try Decoded(bytes, limits: limits)
    let canvas = decoded.container.canvas
    #expect(
      decoded.canvases.allSatisfy { CanvasSize(width: $0.width, height: $0.height) == canvas })
    #expect(decoded.canvases.count <= max(1, decoded.container.frameTable.count))
    if decoded.canvases.isEmpty { #expect(!decoded.defects.isEmpty) }
  }

  @Test("a GIF or JPEG with changed bytes has canvases of its size or a defect")
  func wrongBytes() throws {
    var generator = Generator(state: 1)
    for _ in 0..<1500 {
      for file in [Self.gif, JPEGBytes.color, JPEGBytes.progressive, JPEGBytes.cmyk] {
        var bytes = file
        for _ in 0...generator.next(below: 3) {
          bytes[generator.next(below: bytes.count)] = UInt8(generator.next(below: 256))
        }
        try Self.check(bytes)
      }
    }
  }

  @Test("an APNG with changed bytes and valid checksums has canvases of its size or a defect")
  func wrongChunks() throws {
    #expect(PNGContainer(Self.file(Self.chunks)).defects == [])
    var generator = Generator(state: 2)
    for _ in 0..<3000 {
      var chunks = Self.chunks
      for _ in 0...generator.next(below: 3) {
        let index = generator.next(below: chunks.count - 1)
        let byte = generator.next(below: chunks[index].data.count)
        chunks[index].data[byte] = UInt8(generator.next(below: 256))
      }
      try Self.check(Self.file(chunks))
    }
  }

  @Test("an APNG with removed, duplicate or swapped chunks has canvases of its size or a defect")
  func wrongOrder() throws {
    for first in Self.chunks.indices {
      for second in Self.chunks.indices {
        var swapped = Self.chunks
        swapped.swapAt(first, second)
        try Self.check(Self.file(swapped))
        var doubled = Self.chunks
        doubled.insert(doubled[first], at: second)
        try Self.check(Self.file(doubled))
        var missing = Self.chunks
        missing.remove(at: first)
        if missing.indices.contains(second) { missing.remove(at: second) }
        try Self.check(Self.file(missing))
      }
    }
  }

  static func file(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
    P.signature + chunks.flatMap { P.chunk($0.type, $0.data) }
  }
}
