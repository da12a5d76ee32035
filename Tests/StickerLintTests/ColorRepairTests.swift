import ImageCodecs
import ImageContainers
import Pixels
import RuleExamples
import StickerLint
import TestSupport
import Testing

/// The expected colors are those of Little CMS 2 (relative colorimetric, without optimization), for a
/// profile with the same primaries and curves.
@Suite("Conversion to sRGB")
struct ColorRepairTests {
  static let colors: [[UInt8]] = [
    [200, 100, 50], [10, 200, 90], [128, 128, 128], [255, 0, 0], [90, 60, 200],
  ]
  /// Adobe RGB (1998), adapted to D50.
  static let adobe = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]

  /// A pack in which rules about the look of the art are off.
  private static func pack(_ file: [UInt8]) throws -> RepairedPack {
    try RepairedPack([
      .init(path: "hello.png", content: .bytes(file), label: nil),
      .init(
        path: "stickerpack.json",
        content: .text(
          #"{ "rules": { "low-contrast": "off", "edge-halo": "off", "background-box": "off" } }"#),
        label: nil),
    ])
  }

  /// Repairs a still of five colored stripes, and returns their colors and alphas.
  private func repaired(_ chunk: [UInt8]) async throws -> [[UInt8]] {
    let art = Bitmap(width: 300, height: 300) { x, y in
      guard y >= 20, y < 280, x >= 20, x < 280 else { return .clear }
      let color = Self.colors[(y - 20) / 52]
      return Pixel(red: color[0], green: color[1], blue: color[2], alpha: x < 150 ? 255 : 200)
    }
    var file = try ImageEncoder.png(art)
    file.insert(contentsOf: chunk, at: 33)
    let pack = try Self.pack(file)
    #expect(try await pack.rules().contains("not-srgb"))
    let results = try await pack.repair()
    #expect(results.flatMap(\.repairs).contains(.convertToSRGB))
    let result = try #require(Decoded(pack.bytes("hello.png")).canvases.first)
    for index in Self.colors.indices {
      let (opaque, translucent) = (result[100, 40 + index * 52], result[200, 40 + index * 52])
      #expect(opaque.alpha == 255 && translucent.alpha == 200)
      #expect(opaque.red == translucent.red && opaque.blue == translucent.blue)
    }
    return Self.colors.indices.map { index in
      let pixel = result[100, 40 + index * 52]
      return [pixel.red, pixel.green, pixel.blue]
    }
  }

  private func expectNear(_ found: [[UInt8]], _ expected: [[UInt8]]) {
    for (color, other) in zip(found, expected) {
      for (own, other) in zip(color, other) { #expect(abs(Int(own) - Int(other)) <= 1) }
    }
  }

  @Test("an ICC profile with primaries and curves")
  func profile() async throws {
    let profile = MetadataBytes.profile("Test", Self.adobe, gamma: 2.19921875)
    expectNear(
      try await repaired(MetadataBytes.iCCP(profile)),
      [[227, 100, 42], [0, 201, 80], [129, 129, 129], [255, 0, 0], [99, 57, 205]])
  }

  /// A table of an ICC profile, and the colors that Little CMS 2 converts with it.
  struct Table: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var data: [UInt8]
    var connection = "Lab "
    var version: UInt8 = 2
    var expected: [[UInt8]]

    /// The colors at the corners of the RGB cube, blue first, as codes of 8 bits.
    static let lab: [[UInt8]] = [
      [0, 128, 128], [80, 150, 40], [200, 60, 200], [220, 90, 120], [120, 210, 190],
      [150, 220, 70], [240, 120, 230], [255, 128, 128],
    ]
    static let xyz: [[UInt8]] = [
      [0, 0, 0], [19, 8, 95], [26, 80, 8], [45, 88, 103], [78, 40, 2], [97, 48, 97],
      [104, 120, 10], [123, 128, 105],
    ]

    private static func fixed(_ values: [Double]) -> [UInt8] {
      values.flatMap { PNGBytes.number(Int(($0 * 65536).rounded())) }
    }

    private static let identity = fixed([1, 0, 0, 0, 1, 0, 0, 0, 1])

    /// lut8Type: squares, the corners, and what they are.
    static var lut8: [UInt8] {
      let square = (0...255).map { UInt8((Double($0 * $0) / 255).rounded()) }
      let plain = (0...255).map { UInt8($0) }
      return Array("mft1\0\0\0\0".utf8) + [3, 3, 2, 0] + identity + square + square + square
        + lab.flatMap(\.self) + plain + plain + plain
    }

    /// lut16Type: five points of a curve, the corners, and what they are.
    static func lut16(_ corners: [[UInt8]]) -> [UInt8] {
      let curve: [UInt8] = [0, 0, 0x0F, 0xA0, 0x3E, 0x80, 0x8C, 0xA0, 0xFF, 0xFF]
      let plain: [UInt8] = [0, 0, 0xFF, 0xFF]
      return Array("mft2\0\0\0\0".utf8) + [3, 3, 2, 0] + identity + [0, 5, 0, 2]
        + curve + curve + curve + corners.flatMap(\.self).flatMap { [$0, 0] } + plain + plain
        + plain
    }

    /// lutAToBType with all five elements: squares, the corners, a power of L, a matrix, nothing.
    static var elements: [UInt8] {
      func power(_ exponent: Double) -> [UInt8] {
        Array("para\0\0\0\0\0\0\0\0".utf8) + fixed([exponent])
      }
      let none = Array("curv\0\0\0\0\0\0\0\0".utf8)
      let parts = [
        none + none + none, fixed([0.9, 0, 0, 0, 1, 0, 0, 0, 1, 0.05, 0, 0]),
        power(1.5) + power(1) + power(1),
        [2, 2, 2] + [UInt8](repeating: 0, count: 13) + [1, 0, 0, 0] + lab.flatMap(\.self),
        power(2) + power(2) + power(2),
      ]
      var offset = 32
      let offsets = parts.flatMap { part in
        defer { offset += part.count }
        return PNGBytes.number(offset)
      }
      return Array("mAB \0\0\0\0".utf8) + [3, 3, 0, 0] + offsets + parts.flatMap(\.self)
    }

    /// A profile with only a name and the table.
    var profile: [UInt8] {
      let name =
        Array("desc\0\0\0\0".utf8) + PNGBytes.number(5) + Array("Test".utf8)
        + [UInt8](repeating: 0, count: 80)
      let tags = [("desc", name), ("A2B0", data)]
      var offset = 132 + 12 * tags.count
      let table = tags.flatMap { tag, data in
        defer { offset += data.count }
        return Array(tag.utf8) + PNGBytes.number(offset) + PNGBytes.number(data.count)
      }
      let header =
        PNGBytes.number(offset) + [0, 0, 0, 0, version, 0, 0, 0]
        + Array("mntrRGB \(connection)".utf8) + [UInt8](repeating: 0, count: 12)
        + Array("acsp".utf8) + [UInt8](repeating: 0, count: 88)
      return header + PNGBytes.number(tags.count) + table + name + data
    }
  }

  static let tables = [
    Table(
      testDescription: "lut8Type", data: Table.lut8,
      expected: [[145, 56, 20], [53, 133, 54], [60, 60, 60], [232, 0, 9], [41, 53, 132]]),
    Table(
      testDescription: "lut16Type", data: Table.lut16(Table.lab),
      expected: [[145, 59, 22], [55, 132, 56], [59, 59, 59], [232, 0, 9], [45, 53, 132]]),
    Table(
      testDescription: "lut16Type to XYZ", data: Table.lut16(Table.xyz), connection: "XYZ ",
      expected: [[229, 114, 56], [0, 205, 96], [136, 136, 136], [255, 10, 0], [114, 68, 208]]),
    Table(
      testDescription: "lutAToBType", data: Table.elements, version: 4,
      expected: [[112, 27, 0], [6, 99, 21], [41, 41, 41], [189, 0, 0], [8, 34, 110]]),
  ]

  @Test("an ICC profile with a table of colors", arguments: tables)
  func table(_ table: Table) async throws {
    expectNear(try await repaired(MetadataBytes.iCCP(table.profile)), table.expected)
  }

  @Test("a table that ends too early is not used")
  func truncatedTable() async throws {
    for end in [31, 40, 60, 141] {
      let table = Table(
        testDescription: "", data: Array(Table.lut16(Table.lab).prefix(end)), expected: [])
      #expect(ICCProfile(table.profile).table == nil)
    }
    #expect(ICCProfile(Self.tables[1].profile).table != nil)
  }

  @Test("gAMA and cHRM with the same values")
  func chunks() async throws {
    let places = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]
    expectNear(
      try await repaired(
        PNGBytes.chunk("gAMA", PNGBytes.number(45470))
          + PNGBytes.chunk("cHRM", places.flatMap(PNGBytes.number))),
      [[227, 100, 42], [0, 201, 80], [129, 129, 129], [255, 0, 0], [99, 57, 205]])
  }

  /// Code 55 of 255 is 0.2157 in linear light, which sRGB stores as 0.5019.
  @Test("linear light by cICP and by gAMA", arguments: ["cICP", "gAMA"])
  func linear(_ type: String) async throws {
    let chunk = PNGBytes.chunk(type, type == "cICP" ? [1, 8, 0, 1] : PNGBytes.number(100_000))
    let found = try await repaired(chunk)
    func encoded(_ code: UInt8) -> UInt8 {
      switch code {
      case 10: 56
      case 50: 122
      case 60: 133
      case 90: 160
      case 100: 168
      case 128: 188
      case 200: 229
      default: code
      }
    }
    expectNear(found, Self.colors.map { $0.map(encoded) })
  }

  @Test("PQ is left as it is")
  func unsupported() async throws {
    var file = try ImageEncoder.png(
      Bitmap(width: 300, height: 300) { x, y in
        (x - 150) * (x - 150) + (y - 150) * (y - 150) < 16_000
          ? Pixel(red: 90, green: 60, blue: 200) : .clear
      })
    file.insert(contentsOf: PNGBytes.chunk("cICP", [9, 16, 0, 1]), at: 33)
    let pack = try Self.pack(file)
    let problems = try await pack.repair().flatMap(\.problems)
    #expect(problems.map(\.repair) == [.convertToSRGB])
    #expect(try pack.bytes("hello.png") == file)
  }
}
