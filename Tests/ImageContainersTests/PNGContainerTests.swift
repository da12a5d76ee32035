import ImageContainers
import TestSupport
import Testing

@Suite("PNGContainer")
struct PNGContainerTests {
  typealias P = PNGBytes

  /// 2 × 1 RGBA. The signature takes bytes 0 to 7, IHDR 8 to 32; so other chunks begin at 33.
  static let small = P.signature + P.header(2, 1) + data + P.chunk("IEND")
  static let data = P.chunk("IDAT", P.zlib([0, 1, 2, 3, 255, 1, 2, 3, 255]))

  @Test("a valid file has its header, its data and no defects")
  func sound() throws {
    let png = PNGContainer(Self.small)
    #expect(png.defects == [])
    let header = try #require(png.header)
    #expect(header.width == 2 && header.height == 1)
    #expect(header.bitDepth == 8 && header.colorType == .rgba && !header.interlaced)
    // 2 bytes of zlib header, 5 of block header, 9 of row, 4 of checksum.
    #expect(png.imageData == [41..<61])
    #expect(png.animation == nil)
    #expect(png.chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    #expect(png.chunks.map(\.offset) == [8, 33, 65])
    #expect(png.chunks.map(\.count) == [1, 1, 1])
    #expect(png.chunks.map(\.byteCount) == [13, 20, 0])
  }

  @Test("Adam7 is read from the header")
  func interlaced() {
    let bytes = P.signature + P.header(2, 1, interlace: 1) + Self.data + P.chunk("IEND")
    #expect(PNGContainer(bytes).header?.interlaced == true)
    #expect(PNGContainer(bytes).defects == [])
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var kind: Defect.Kind
    var part: String
    var offset: Int
    var testDescription: String { name }

    /// A file of `chunks` between the signature and IEND.
    init(
      _ name: String, _ chunks: [UInt8], _ part: String, _ offset: Int,
      kind: Defect.Kind = .corrupt
    ) {
      self.name = name
      bytes = P.signature + chunks + P.chunk("IEND")
      self.kind = kind
      self.part = part
      self.offset = offset
    }
  }

  static let rgba = P.header(2, 1)
  static let rgb = P.header(2, 1, color: 2)
  static let gray = P.header(2, 1, color: 0)
  static let indexed = P.header(2, 1, depth: 1, color: 3)
  static let twoColors = P.chunk("PLTE", [0, 0, 0, 9, 9, 9])

  static let damages = [
    Damage("a color type that does not exist", P.header(2, 1, color: 5), "IHDR", 8),
    Damage("a width of 0", P.header(0, 1), "IHDR", 8),
    Damage("a height of 0", P.header(1, 0), "IHDR", 8),
    Damage("a width of 2^31", P.header(1 << 31, 1), "IHDR", 8),
    Damage("an interlace method of 2", P.header(2, 1, interlace: 2), "IHDR", 8),
    Damage(
      "a compression method of 1",
      P.chunk("IHDR", P.number(2) + P.number(1) + [8, 6, 1, 0, 0]), "IHDR", 8),
    Damage(
      "a filter method of 1",
      P.chunk("IHDR", P.number(2) + P.number(1) + [8, 6, 0, 1, 0]), "IHDR", 8),
    Damage("a short IHDR", P.chunk("IHDR", P.number(2) + P.number(1) + [8, 6, 0, 0]), "IHDR", 8),
    Damage("no IHDR at the start", data + rgba, "IDAT", 8),
    Damage("a second IHDR", rgba + rgba + data, "IHDR", 33),
    Damage("no palette where indices need one", indexed + data, "IDAT", 33),
    Damage(
      "a palette of three colors for one bit",
      P.header(2, 1, depth: 1, color: 3) + P.chunk("PLTE", [UInt8](repeating: 0, count: 9)),
      "PLTE", 33),
    Damage(
      "a palette of 257 colors", rgb + P.chunk("PLTE", [UInt8](repeating: 0, count: 771)) + data,
      "PLTE", 33),
    Damage("a palette of no colors", rgb + P.chunk("PLTE") + data, "PLTE", 33),
    Damage(
      "a palette of four bytes", rgb + P.chunk("PLTE", [1, 2, 3, 4]) + data, "PLTE", 33),
    Damage("a palette in a gray image", gray + twoColors + data, "PLTE", 33),
    Damage(
      "a palette in a gray image with alpha", P.header(2, 1, color: 4) + twoColors + data, "PLTE",
      33),
    // twoColors takes 18 bytes.
    Damage("a second palette", indexed + twoColors + twoColors + data, "PLTE", 51),
    // data takes 32 bytes.
    Damage("a palette after the data", rgb + data + twoColors, "PLTE", 65),
    Damage(
      "more alphas than colors", indexed + twoColors + P.chunk("tRNS", [1, 2, 3]) + data, "tRNS",
      51),
    Damage("tRNS beside an alpha channel", rgba + P.chunk("tRNS", [0, 1]) + data, "tRNS", 33),
    Damage("a gray tRNS of 3 bytes", gray + P.chunk("tRNS", [0, 1, 2]) + data, "tRNS", 33),
    Damage("an RGB tRNS of 2 bytes", rgb + P.chunk("tRNS", [0, 1]) + data, "tRNS", 33),
    Damage("tRNS after the data", gray + data + P.chunk("tRNS", [0, 1]), "tRNS", 65),
    Damage(
      "a second tRNS", gray + P.chunk("tRNS", [0, 1]) + P.chunk("tRNS", [0, 1]) + data, "tRNS", 47),
    Damage(
      "split image data", rgba + data + P.chunk("tEXt", [65, 0, 66]) + data, "IDAT", 80),
    Damage("an unknown critical chunk", rgba + P.chunk("ABCD") + data, "ABCD", 33),
    Damage("a chunk type with a digit", rgba + P.chunk("tE1t") + data, "tE1t", 33),
    Damage("no image data", rgba, "IDAT", 45),
    Damage(
      "a CgBI chunk", P.chunk("CgBI", [0x50, 0, 0x20, 2]) + rgba + data, "CgBI", 8,
      kind: .appleOptimized),
  ]

  @Test("each defect has its kind, chunk and offset", arguments: damages)
  func damage(_ damage: Damage) throws {
    let defects = PNGContainer(damage.bytes).defects
    let first = try #require(defects.first)
    #expect(first.kind == damage.kind)
    #expect(first.place == Place(damage.part, offset: damage.offset))
    #expect(Set(defects.map(\.kind)) == [damage.kind])
  }

  // Table 8 of the specification, and nothing besides.
  static let suppressed: [Int: Set<Int>] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  @Test("bit depths and color types are checked as the specification defines", arguments: 0...7)
  func depths(_ color: Int) {
    for depth in 0...17 {
      let palette = color == 3 ? P.chunk("PLTE", [1, 2, 3]) : []
      let bytes =
        P.signature + P.header(2, 1, depth: depth, color: color) + palette + Self.data
        + P.chunk("IEND")
      let png = PNGContainer(bytes)
      if Self.suppressed[color]?.contains(depth) ?? false {
        #expect(png.defects == [])
        #expect(png.header?.bitDepth == depth)
        #expect(png.header?.colorType.rawValue == color)
      } else {
        #expect(png.header == nil)
        #expect(png.defects.map(\.place) == [Place("IHDR", offset: 8)])
      }
    }
  }

  @Test("an invalid signature is corrupt, and a cut-off one truncated", arguments: 0..<8)
  func signature(_ index: Int) throws {
    var bytes = Self.small
    bytes[index] ^= 0x20
    let damaged = try #require(PNGContainer(bytes).defects.first)
    #expect(damaged.kind == .corrupt)
    #expect(damaged.place == Place("signature", offset: 0))
    let short = try #require(PNGContainer(Array(P.signature[..<index])).defects.first)
    #expect(short.kind == .truncated)
    #expect(short.place == Place("signature", offset: 0))
  }

  @Test("flipping any byte is a defect", arguments: small.indices)
  func flipped(_ index: Int) {
    for mask: UInt8 in [0xFF, 0x01, 0x20, 0x80] {
      var bytes = Self.small
      bytes[index] ^= mask
      #expect(!PNGContainer(bytes).defects.isEmpty)
    }
  }

  @Test("a file cut off at any byte is truncated", arguments: 0..<small.count)
  func truncated(_ length: Int) throws {
    let png = PNGContainer(Array(Self.small[..<length]))
    let defect = try #require(png.defects.first)
    #expect(defect.kind == .truncated)
  }

  @Test("a truncated chunk has the expected file size")
  func truncationMeasures() {
    // IDAT begins at 33 and ends at 65.
    let defects = PNGContainer(Array(Self.small[..<50])).defects
    #expect(defects.map(\.place) == [Place("IDAT", offset: 33)])
    #expect(defects.first?.measured == Quantity(50, .bytes))
    #expect(defects.first?.limit == Quantity(65, .bytes))
  }

  @Test("parsing ends at a chunk longer than 2^31 - 1")
  func longChunk() {
    var bytes = Self.small
    bytes[33] = 0x80
    let defects = PNGContainer(bytes).defects
    #expect(defects.map(\.kind) == [.corrupt])
    #expect(defects.map(\.place) == [Place("IDAT", offset: 33)])
  }

  @Test("a CRC mismatch has both values")
  func checksum() throws {
    var bytes = Self.small
    bytes[bytes.count - 1] ^= 0xFF
    let defect = try #require(PNGContainer(bytes).defects.first)
    #expect(defect.kind == .corrupt)
    #expect(defect.place == Place("IEND", offset: 65))
    #expect(defect.message.contains("AE42607D") && defect.message.contains("AE426082"))
  }

  @Test("an IEND with data is a defect")
  func fullEnd() throws {
    let png = PNGContainer(
      P.signature + P.header(2, 1) + Self.data + P.chunk("IEND", [1, 2]))
    let defect = try #require(png.defects.first)
    #expect(png.defects.count == 1)
    #expect(defect.kind == .corrupt)
    #expect(defect.place?.part == "IEND")
    #expect(defect.measured == Quantity(2, .bytes))
  }

  @Test("bytes after IEND are the only defect", arguments: [1, 2, 1000])
  func trailing(_ count: Int) {
    let png = PNGContainer(Self.small + [UInt8](repeating: 0, count: count))
    #expect(png.defects.map(\.kind) == [.trailingBytes])
    #expect(png.defects.first?.measured == Quantity(count, .bytes))
    #expect(png.defects.map(\.place) == [Place("trailing bytes", offset: Self.small.count)])
  }

  @Test("consecutive IDAT chunks are one image")
  func severalIDAT() {
    let bytes =
      P.signature + Self.rgba + P.chunk("IDAT", [1]) + P.chunk("IDAT") + P.chunk("IDAT", [2, 3])
      + P.chunk("IEND")
    let png = PNGContainer(bytes)
    #expect(png.defects == [])
    #expect(png.imageData == [41..<42, 54..<54, 66..<68])
    #expect(png.chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    #expect(png.chunks.map(\.count) == [1, 3, 1])
    #expect(png.chunks.map(\.byteCount) == [13, 3, 0])
  }

  @Test("the palette and its alpha values are found")
  func palette() {
    let bytes =
      P.signature + Self.indexed + Self.twoColors + P.chunk("tRNS", [7]) + Self.data
      + P.chunk("IEND")
    let png = PNGContainer(bytes)
    #expect(png.defects == [])
    #expect(png.palette == 41..<47)
    #expect(png.transparency == 59..<60)
  }

  @Test("color chunks and the profile name are read")
  func colors() {
    let profile = P.chunk("iCCP", Array("Display P3".utf8) + [0, 0, 0x78, 0x9C])
    let gamma = P.chunk("gAMA", P.number(45455))
    let text = P.chunk("tEXt", Array("Title".utf8) + [0, 65])
    let chromaticities = P.chunk("cHRM", [UInt8](repeating: 1, count: 32))
    let bytes =
      P.signature + Self.rgba + profile + text + gamma + chromaticities + Self.data
      + P.chunk("IEND")
    let png = PNGContainer(bytes)
    #expect(png.defects == [])
    #expect(png.profileName == "Display P3")
    #expect(png.colorChunks.map { Array(bytes[$0]) } == [profile, gamma, chromaticities])
    #expect(png.chunks.map(\.type) == ["IHDR", "iCCP", "tEXt", "gAMA", "cHRM", "IDAT", "IEND"])
  }

  // PNG Third Edition, 5.6 and 11.3.2.
  @Test(
    "malformed color chunks are left out",
    arguments: [
      (P.chunk("gAMA", [0, 1, 2]), "invalid gAMA length: expected 4 bytes, found 3"),
      (P.chunk("gAMA", P.number(0)), "invalid gamma in gAMA: expected more than 0, found 0"),
      (P.chunk("sRGB"), "invalid sRGB length: expected 1 byte, found 0"),
      (P.chunk("sRGB", [4]), "invalid rendering intent in sRGB: expected 0 to 3, found 4"),
      (
        P.chunk("cHRM", [UInt8](repeating: 1, count: 31)),
        "invalid cHRM length: expected 32 bytes, found 31"
      ),
      (P.chunk("cICP", [1, 13, 0]), "invalid cICP length: expected 4 bytes, found 3"),
      (P.chunk("PLTE", [1, 2, 3]) + P.chunk("sRGB", [0]), "unexpected sRGB after PLTE"),
    ])
  func malformedColors(_ chunks: [UInt8], _ problem: String) {
    let png = PNGContainer(P.signature + Self.rgba + chunks + Self.data + P.chunk("IEND"))
    #expect(png.colorChunks == [])
    #expect(png.colorProblem == problem)
    #expect(png.defects == [])
  }

  @Test("of two color chunks of one type, the first counts")
  func duplicateColors() {
    let (first, second) = (P.chunk("gAMA", P.number(45455)), P.chunk("gAMA", P.number(100_000)))
    let bytes = P.signature + Self.rgba + first + second + Self.data + P.chunk("IEND")
    let png = PNGContainer(bytes)
    #expect(png.colorChunks.map { Array(bytes[$0]) } == [first])
    #expect(png.colorProblem == "duplicate gAMA")
  }

  @Test("color chunks after the image data are ignored")
  func lateColors() {
    let bytes = P.signature + Self.rgba + Self.data + P.chunk("sRGB", [0]) + P.chunk("IEND")
    #expect(PNGContainer(bytes).colorChunks == [])
  }

  @Test("at most 8 defects are kept")
  func flood() {
    let chunks = Array(repeatElement(P.chunk("ABCD"), count: 200).joined())
    let png = PNGContainer(P.signature + Self.rgba + chunks + Self.data + P.chunk("IEND"))
    #expect(png.defects.count == 8)
  }
}
