import Foundation
import StickerFit
import Testing

@Suite("Sizes at levels of loss")
struct SizeCurveTests {
  /// Halves with each two levels.
  private let halves = SizeCurve([
    .init(level: 4, bytes: 250_000), .init(level: 0, bytes: 1_000_000),
    .init(level: 2, bytes: 500_000),
  ])

  @Test("Between and beyond known levels, the logarithm of the size is linear")
  func levels() throws {
    for (level, bytes) in [(1.0, 707_106.8), (3, 353_553.4), (6, 125_000), (-2, 2_000_000)] {
      #expect(abs(try #require(halves.level(of: bytes)) - level) < 0.001)
      #expect(abs(try #require(halves.bytes(at: level)) / bytes - 1) < 0.001)
    }
  }

  @Test("One size falls by 17% of its logarithm for each level, and nothing is known without any")
  func few() throws {
    let one = SizeCurve([.init(level: 3, bytes: 100_000)])
    #expect(abs(try #require(one.bytes(at: 4)) - 100_000 * exp(-0.17)) < 1)
    #expect(abs(try #require(one.level(of: 100_000 * exp(-0.34))) - 5) < 0.001)
    #expect(SizeCurve([]).level(of: 1) == nil)
    #expect(SizeCurve([]).bytes(at: 1) == nil)
  }

  @Test(
    "The level lies after the last file that is too large, even if a file with less loss is small enough"
  )
  func uneven() throws {
    let curve = SizeCurve([
      .init(level: 1, bytes: 400_000), .init(level: 2, bytes: 600_000),
      .init(level: 3, bytes: 300_000),
    ])
    let level = try #require(curve.level(of: 500_000))
    #expect(level > 2 && level < 3)
  }

  @Test("Sizes that do not fall are taken to fall slowly, and empty files have a size")
  func flat() throws {
    let flat = SizeCurve([.init(level: 0, bytes: 100), .init(level: 1, bytes: 100)])
    #expect(try #require(flat.level(of: 50)).isFinite)
    #expect(try #require(SizeCurve([.init(level: 0, bytes: 0)]).bytes(at: 0)) == 1)
  }
}
