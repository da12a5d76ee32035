import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Decoding PNG")
struct PNGDecodingTests {
  typealias P = PNGBytes

  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var pixels: [Pixel]
    var testDescription: String { name }
  }

  static let twoPixels = [
    Pixel(red: 1, green: 2, blue: 3, alpha: 4), Pixel(red: 250, green: 251, blue: 252),
  ]

  // Each by hand from the samples: PNG Third Edition, 6.1 and 13.12.
  static let examples = [
    Example(
      name: "RGBA",
      bytes: P.signature + P.header(2, 1) + P.chunk("IDAT", P.rows([twoPixels]))
        + P.chunk("IEND"), pixels: twoPixels),
    Example(
      name: "RGB", bytes: P.still(2, 1, depth: 8, color: 2, rows: [0, 1, 2, 3, 4, 5, 6]),
      pixels: [Pixel(red: 1, green: 2, blue: 3), Pixel(red: 4, green: 5, blue: 6)]),
    Example(
      name: "RGB with a transparent color",
      bytes: P.still(
        2, 1, depth: 8, color: 2, P.chunk("tRNS", [0, 1, 0, 2, 0, 3]), rows: [0, 1, 2, 3, 4, 5, 6]),
      pixels: [Pixel(red: 1, green: 2, blue: 3, alpha: 0), Pixel(red: 4, green: 5, blue: 6)]),
    Example(
      name: "gray of 8 bits", bytes: P.still(2, 1, depth: 8, color: 0, rows: [0, 7, 200]),
      pixels: [.gray(7), .gray(200)]),
    Example(
      name: "gray of 1 bit", bytes: P.still(4, 1, depth: 1, color: 0, rows: [0, 0b1010_0000]),
      pixels: [.gray(255), .gray(0), .gray(255), .gray(0)]),
    Example(
      name: "gray of 2 bits", bytes: P.still(4, 1, depth: 2, color: 0, rows: [0, 0b0001_1011]),
      pixels: [.gray(0), .gray(85), .gray(170), .gray(255)]),
    Example(
      name: "gray of 4 bits", bytes: P.still(2, 1, depth: 4, color: 0, rows: [0, 0x1E]),
      pixels: [.gray(17), .gray(238)]),
    Example(
      name: "gray and alpha", bytes: P.still(2, 1, depth: 8, color: 4, rows: [0, 7, 128, 9, 0]),
      pixels: [
        Pixel(red: 7, green: 7, blue: 7, alpha: 128), Pixel(red: 9, green: 9, blue: 9, alpha: 0),
      ]),
    Example(
      name: "indexed with alpha",
      bytes: P.still(
        3, 1, depth: 2, color: 3,
        P.chunk("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]) + P.chunk("tRNS", [0, 128]),
        rows: [0, 0b0001_1000]),
      pixels: [
        Pixel(red: 1, green: 2, blue: 3, alpha: 0), Pixel(red: 4, green: 5, blue: 6, alpha: 128),
        Pixel(red: 7, green: 8, blue: 9),
      ]),
    Example(
      name: "rows filtered by Sub and Up",
      bytes: P.still(2, 2, depth: 8, color: 0, rows: [1, 10, 5, 2, 1, 250]),
      pixels: [.gray(10), .gray(15), .gray(11), .gray(9)]),
    // Pass 1 holds the pixel at 0, 0; pass 6 that at 1, 0; pass 7 the row below.
    Example(
      name: "Adam7",
      bytes: P.still(
        2, 2, depth: 8, color: 0, interlace: 1, rows: [0, 1, 0, 2, 0, 3, 4]),
      pixels: [.gray(1), .gray(2), .gray(3), .gray(4)]),
  ]

  @Test("each color type and bit depth is decoded", arguments: examples)
  func samples(_ example: Example) throws {
    let decoded = try Decoded(example.bytes)
    #expect(decoded.defects == [])
    #expect(!decoded.isAnimated)
    #expect(decoded.canvases.map(\.pixels) == [example.pixels])
  }

  static let threeGrays = P.chunk("PLTE", [10, 10, 10, 20, 20, 20, 30, 30, 30])

  @Test(
    "an index outside the palette is a defect with its row, and its pixel is black",
    arguments: [
      // The unused bits of the first row are not an index.
      P.still(2, 2, depth: 2, color: 3, threeGrays, rows: [0, 0b0001_1111, 0, 0b1011_0000]),
      P.still(2, 2, depth: 8, color: 3, threeGrays, rows: [0, 0, 1, 0, 2, 3]),
      // Pass 1 holds the pixel at 0, 0; pass 6 that at 1, 0; pass 7 the row below.
      P.still(2, 2, depth: 8, color: 3, interlace: 1, threeGrays, rows: [0, 0, 0, 1, 0, 2, 3]),
    ])
  func strayIndex(_ bytes: [UInt8]) throws {
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases.map(\.pixels) == [[.gray(10), .gray(20), .gray(30), .gray(0)]])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(
      decoded.defects.first?.message
        == "the image is corrupt: invalid palette index in row 2: expected 0 to 2, found 3")
    #expect(decoded.defects.first?.place?.part == "IDAT")
  }

  @Test("a frame with an index outside the palette is named")
  func strayIndexOfFrame() throws {
    let decoded = try Decoded(
      P.file(
        2, 1, depth: 8, color: 3, Self.threeGrays,
        frames: [(P.zlib([0, 2, 1]), (1, 10)), (P.zlib([0, 200, 255]), (1, 10))]))
    #expect(decoded.canvases.map(\.pixels) == [[.gray(30), .gray(20)], [.gray(0), .gray(0)]])
    #expect(
      decoded.defects.map(\.message) == [
        "frame 2 is corrupt: invalid palette index in row 1: expected 0 to 2, found 200"
      ])
  }

  @Test("a palette of 256 colors has no invalid index")
  func fullPalette() throws {
    let palette = P.chunk("PLTE", (0...255).flatMap { [UInt8($0), 0, 0] })
    let decoded = try Decoded(
      P.still(256, 1, depth: 8, color: 3, palette, rows: [0] + (0...255).map { UInt8($0) }))
    #expect(decoded.defects == [])
    #expect(decoded.canvases.first?.pixels.map(\.red) == (0...255).map { UInt8($0) })
  }

  // The nearest of v / 257: 128 / 257 = 0.498, 129 / 257 = 0.502, 32767 / 257 = 127.498.
  @Test(
    "16 bits are rounded to the nearest 8",
    arguments: [
      (0, 0), (128, 0), (129, 1), (256, 1), (257, 1), (385, 1), (386, 2), (32767, 127),
      (32896, 128), (65406, 254), (65407, 255), (65535, 255),
    ] as [(Int, UInt8)])
  func narrowing(_ wide: Int, _ narrow: UInt8) throws {
    let sample = [UInt8(wide >> 8), UInt8(wide & 0xFF)]
    let gray = try Decoded(P.still(1, 1, depth: 16, color: 0, rows: [0] + sample))
    #expect(gray.canvases.map(\.pixels) == [[.gray(narrow)]])
    let rgba = try Decoded(
      P.still(1, 1, depth: 16, color: 6, rows: [0] + sample + [0, 0] + sample + sample))
    #expect(
      rgba.canvases.map(\.pixels) == [
        [Pixel(red: narrow, green: 0, blue: narrow, alpha: narrow)]
      ])
  }

  @Test("image data in several chunks is one image")
  func pieces() throws {
    let data = P.rows([Self.twoPixels])
    let bytes =
      P.signature + P.header(2, 1) + data.flatMap { P.chunk("IDAT", [$0]) } + P.chunk("IEND")
    #expect(try Decoded(bytes).canvases.map(\.pixels) == [Self.twoPixels])
  }

  @Test("trailing bytes do not prevent decoding")
  func trailing() throws {
    let decoded = try Decoded(P.still(1, 1, [1, 2, 3, 4]) + [0])
    #expect(decoded.canvases.map(\.pixels) == [[Pixel(red: 1, green: 2, blue: 3, alpha: 4)]])
    #expect(decoded.defects.map(\.kind) == [.trailingBytes])
  }

  @Test("a damaged file is not decoded")
  func damaged() throws {
    var bytes = P.still(1, 1, [1, 2, 3, 4])
    bytes[bytes.count - 1] ^= 1
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases == [])
    #expect(decoded.decodingDefects == [])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
  }

  /// A zlib stream whose block has a type that does not exist.
  static func spoiled(_ stream: [UInt8]) -> [UInt8] {
    var spoiled = stream
    spoiled[2] = 0x07
    return spoiled
  }

  @Test("invalid zlib data is a defect at IDAT")
  func corruptIDAT() throws {
    let bytes =
      P.signature + P.header(2, 1) + P.chunk("IDAT", Self.spoiled(P.rows([Self.twoPixels])))
      + P.chunk("IEND")
    let decoded = try Decoded(bytes)
    #expect(decoded.container.defects == [])
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(decoded.defects.map(\.place) == [Place("IDAT", offset: 33)])
  }

  @Test("a zlib checksum mismatch is a defect")
  func zlibChecksum() throws {
    var stream = P.rows([Self.twoPixels])
    stream[stream.count - 1] ^= 1
    let bytes = P.signature + P.header(2, 1) + P.chunk("IDAT", stream) + P.chunk("IEND")
    let decoded = try Decoded(bytes)
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(decoded.defects.map(\.place) == [Place("IDAT", offset: 33)])
  }

  @Test("missing rows are a defect")
  func shortData() throws {
    let bytes =
      P.signature + P.header(2, 2) + P.chunk("IDAT", P.rows([Self.twoPixels])) + P.chunk("IEND")
    let decoded = try Decoded(bytes)
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(decoded.defects.map(\.place) == [Place("IDAT", offset: 33)])
  }

  @Test("invalid zlib data of a frame is a defect at fdAT")
  func corruptFDAT() throws {
    let image = P.chunk("IDAT", P.solid(1, 1, [9, 9, 9, 255]))
    let start =
      P.signature + P.header(1, 1) + P.animationControl(frames: 3) + P.frameControl(0, 1, 1)
      + image + P.frameControl(1, 1, 1)
    let bytes =
      start + P.frameData(2, Self.spoiled(P.solid(1, 1, [8, 8, 8, 255])))
      + P.frameControl(3, 1, 1) + P.frameData(4, P.solid(1, 1, [7, 7, 7, 255])) + P.chunk("IEND")
    let decoded = try Decoded(bytes)
    #expect(decoded.container.defects == [])
    #expect(decoded.canvases.map(\.pixels) == [[.gray(9)]])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(decoded.defects.map(\.place) == [Place("fdAT", offset: start.count)])
    #expect(try #require(decoded.defects.first).message.hasPrefix("frame 2 "))
  }

  @Test("a limit stops decoding before it begins")
  func limits() throws {
    let bytes = P.animation(4, 4, [[1, 1, 1, 255], [2, 2, 2, 255]])
    for path in [\DecodingLimits.pixels, \.frames, \.decodedBytes] {
      var limits = DecodingLimits()
      limits[keyPath: path] = 1
      let decoded = try Decoded(bytes, limits: limits)
      #expect(decoded.canvases == [])
      #expect(decoded.decodingDefects.map(\.kind) == [.limit])
    }
  }

  @Test("a canvas of 2^31 - 1 squared is rejected before it is allocated")
  func huge() throws {
    let bytes =
      P.signature + P.header(Int(Int32.max), Int(Int32.max)) + P.chunk("IDAT", P.zlib([0]))
      + P.chunk("IEND")
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases == [])
    #expect(decoded.decodingDefects.map(\.kind) == [.limit])
  }
}
