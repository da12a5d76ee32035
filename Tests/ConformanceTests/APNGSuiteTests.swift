import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("APNG browser tests", .enabled(if: Suites.apng != nil, Suites.missing))
struct APNGSuiteTests {
  struct Expectation: Decodable {
    var verdict: String
    var width: Int?
    var height: Int?
    var plays: Int?
    var defaultImageIsFrame: Bool?
    var delaysMilliseconds: [Double]?
    var frameRGBASHA256: [String]?
  }

  static let names = Suites.names(in: Suites.apng, endingIn: ".png")

  static func expectation(_ name: String) throws -> (Expectation, [UInt8]) {
    let folder = try #require(Suites.apng)
    let table = try JSONDecoder().decode(
      [String: Expectation].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
    return (try #require(table[name]), try Repository.bytes(folder.appending(path: name)))
  }

  @Test("has its verdict, timing and canvases", arguments: names)
  func agrees(_ name: String) throws {
    let (expected, bytes) = try Self.expectation(name)
    let decoded = try Decoded(bytes)
    let (container, canvases) = (decoded.container, decoded.canvases)
    #expect(decoded.decodeDefects == [])
    switch expected.verdict {
    case "animated":
      #expect(container.defects == [])
      #expect(decoded.isAnimated)
    case "static":
      #expect(container.format == .png)
      #expect(canvases.count == 1)
    default:
      #expect(container.defects != [])
      #expect(!decoded.isAnimated)
    }
    guard expected.verdict == "animated", case .png(let png) = container else { return }
    #expect(container.canvas?.width == expected.width)
    #expect(container.canvas?.height == expected.height)
    #expect(png.animation?.plays == expected.plays)
    #expect(png.animation?.defaultImageIsFrame == expected.defaultImageIsFrame)
    #expect(container.frameTable.map(\.delayMilliseconds) == expected.delaysMilliseconds)
    if let hashes = expected.frameRGBASHA256 {
      #expect(canvases.map { Digest.sha256($0.samples) } == hashes)
    } else if !Self.endsOtherwise.contains(name) {
      // The suite's drawings without a reference end in solid green, the colour of success.
      let last = try #require(canvases.last)
      #expect(last == Bitmap(filling: last, with: Pixel(red: 0, green: 255, blue: 0)))
    }
  }

  /// Drawings without a reference that end in another picture, by their names.
  static let endsOtherwise: Set<String> = [
    "mode_16bit.png", "mode_grayscale_alpha.png", "mode_palette_1bit_alpha.png",
    "blend_op_over_near_transparent.png",
  ]
}

extension Bitmap {
  fileprivate init(filling other: Bitmap, with pixel: Pixel) {
    self.init(width: other.width, height: other.height)
    for y in 0..<height { for x in 0..<width { self[x, y] = pixel } }
  }
}
