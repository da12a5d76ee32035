import Basics
import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import StickerPacks
import TestSupport
import Testing

@Suite("Fitting for WebP", .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
struct WebPFitTests {
  /// A store that takes WebP files of at most some bytes.
  static func store(_ bytes: Int) throws -> Destination {
    let file = """
      { "limits": { "formats": ["webp", "webp-animated"], "maximumBytes": \(bytes) },
        "output": { "still": "webp", "animated": "webp-animated" } }
      """
    return try Destination(parsing: Array(file.utf8), named: "example")
  }

  static func fit(_ file: [UInt8], _ bytes: Int) throws -> StickerChange {
    try StickerFitter().fit(HashedBytes(file), for: try store(bytes))
  }

  @Test("art that fits loses nothing")
  func lossless() throws {
    let change = try Self.fit(try ImageEncoder.png(StickerFitterTests.disc(100)), 50_000)
    #expect(change.steps == [.imported(from: "PNG")] && change.score == 100 && change.fits)
  }

  @Test("noise gets the highest quality that fits", arguments: [20_000, 40_000])
  func quality(_ limit: Int) throws {
    let change = try Self.fit(try ImageEncoder.png(StickerFitterTests.noise(200, seed: 1)), limit)
    #expect(change.content.count <= limit && change.content.count > limit * 9 / 10)
    #expect(change.fits && change.steps.count == 2, "\(change.steps)")
  }

  @Test("flat art has fewer colors instead of a lower quality")
  func colors() throws {
    // Stripes of many similar colors, which blocks of 8 px ruin.
    var random = SplitMix(state: 5)
    let art = Bitmap(width: 200, height: 200) { x, _ in
      let green: UInt8 = x % 3 == 0 ? 255 : 0
      return Pixel(
        red: UInt8(x / 4 * 5), green: green, blue: UInt8.random(in: 0...3, using: &random))
    }
    let file = try ImageEncoder.png(art)
    let exact = try Self.fit(file, 1_000_000).content.count
    let change = try Self.fit(file, exact * 2 / 3)
    let last = try #require(change.steps.last)
    #expect("\(last)".contains("colors"))
    #expect(change.score > 80 && change.fits)
  }

  @Test("art with grain loses as little of it as the limit requires")
  func grain() throws {
    // A shaded disc with grain, as in painted art.
    var random = SplitMix(state: 7)
    var art = StickerFitterTests.disc(160)
    for index in art.samples.indices where index % 4 < 3 && art.samples[index | 3] > 0 {
      art.samples[index] = art.samples[index] / 2 + UInt8.random(in: 0...3, using: &random)
    }
    let file = try ImageEncoder.png(art)
    let limit = try Self.fit(file, 1_000_000).content.count * 4 / 5
    let change = try Self.fit(file, limit)
    #expect(change.fits && change.content.count > limit * 9 / 10)
    #expect(change.score > 95)
  }

  @Test("frames are dropped last, and the duration stays")
  func frames() throws {
    let frames = (0..<12).map { StickerFitterTests.noise(64, seed: UInt64($0)) }
    let file = try StickerFitterTests.apng(
      frames, frames.map { _ in Delay(numerator: 1, denominator: 20) })
    let change = try Self.fit(file, 8_000)
    let result = try WebPFile(change.content)
    #expect(change.content.count <= 8_000 && change.fits)
    #expect(result.frames.count >= 2)
    #expect(result.frames.reduce(0) { $0 + $1.entry.delay.milliseconds } == 600)
  }

  @Test("the search ends where no quality is small enough")
  func noisyAlpha() throws {
    var random = SplitMix(state: 3)
    // No quality makes alpha smaller, so the search comes near the last level in small steps.
    let noise = Bitmap(width: 600, height: 600) { _, _ in
      Pixel(packed: UInt32(truncatingIfNeeded: random.next()))
    }
    let destination = try Destination.named("whatsapp-static")
    let change = try StickerFitter().fit(
      HashedBytes(try ImageEncoder.png(noise)), for: destination)
    #expect(!change.fits && change.content.count > 100_000)
  }

  @Test("what cannot fit says so")
  func tooLarge() throws {
    let file = try ImageEncoder.png(StickerFitterTests.noise(200, seed: 1))
    let change = try Self.fit(file, 500)
    #expect(!change.fits && change.content.count > 500)
  }
}
