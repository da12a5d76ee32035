import ImageCodecs
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
