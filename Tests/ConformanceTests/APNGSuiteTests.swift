import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("APNG browser tests", .enabled(if: Suites.apng != nil, Suites.missingExpectations))
struct APNGSuiteTests {
  static let suite = SuiteCases(
    name: "APNG browser tests",
    compares: "verdict, size, plays, delays, every composited canvas",
    cases: Suites.names(in: Suites.apng, endingIn: ".png"), outcome: outcome)

  @Test("has its verdict, timing and canvases", arguments: suite.cases)
  func agrees(_ name: String) throws {
    #expect(try Self.outcome(name).fault == nil)
  }

  struct Expectation: Decodable {
    var verdict: String
    var width: Int?
    var height: Int?
    var plays: Int?
    var defaultImageIsFrame: Bool?
    var delaysMilliseconds: [Double]?
    var frameRGBASHA256: [String]?
  }

  /// Cases without expected canvases whose last canvas is not solid green.
  static let withoutReference: Set<String> = [
    "mode_16bit.png", "mode_grayscale_alpha.png", "mode_palette_1bit_alpha.png",
    "blend_op_over_near_transparent.png",
  ]

  static func expectation(_ name: String) throws -> (Expectation, [UInt8]) {
    let folder = try #require(Suites.apng)
    let table = try JSONDecoder().decode(
      [String: Expectation].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
    return (try #require(table[name]), try Repository.bytes(folder.appending(path: name)))
  }

  static func outcome(_ name: String) throws -> Outcome {
    let (expected, bytes) = try expectation(name)
    let decoded = try Decoded(bytes)
    if let defect = decoded.decodingDefects.first { return .wrong(defect.message) }
    switch expected.verdict {
    case "animated": return try animated(name, decoded, expected)
    case "static":
      return decoded.container.format == .png && decoded.canvases.count == 1
        ? .same : .wrong("not a single still image")
    default:
      guard !decoded.isAnimated, let defect = decoded.container.defects.first else {
        return .wrong("not rejected")
      }
      return .reported(defect.message)
    }
  }

  private static func animated(
    _ name: String, _ decoded: Decoded, _ expected: Expectation
  ) throws -> Outcome {
    guard case .png(let png) = decoded.container, decoded.isAnimated else {
      return .wrong("not animated")
    }
    let canvas = [png.header?.width, png.header?.height]
    let delays = decoded.container.frameTable.map(\.delay.milliseconds)
    let faults = [
      png.defects.first?.message,
      canvas == [expected.width, expected.height] ? nil : "the size differs",
      png.animation?.plays == expected.plays ? nil : "plays differ",
      png.animation?.defaultImageIsFrame == expected.defaultImageIsFrame
        ? nil : "the role of the default image differs",
      delays == expected.delaysMilliseconds ? nil : "delays differ",
    ]
    let outcome = Outcome(faults: faults)
    guard outcome == .same else { return outcome }
    if let hashes = expected.frameRGBASHA256 {
      return decoded.canvases.map { Digest.sha256($0.samples) } == hashes
        ? .same : .wrong("canvases differ")
    }
    guard !withoutReference.contains(name) else {
      return .known("no reference for the canvases; everything else is equal")
    }
    // The other cases without expected canvases end in solid green.
    let last = try #require(decoded.canvases.last)
    let green = Pixel(red: 0, green: 255, blue: 0)
    return last == Bitmap(width: last.width, height: last.height, filledWith: green)
      ? .same : .wrong("the last canvas is not green")
  }
}
