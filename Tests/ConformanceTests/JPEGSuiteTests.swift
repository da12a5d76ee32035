import Foundation
import ImageContainers
import TestSupport
import Testing

@Suite("JPEG reference set", .enabled(if: Suites.jpeg != nil, Suites.missing))
struct JPEGSuiteTests {
  static let ordinary = SuiteCases(
    name: "JPEG reference set", compares: "every sample within 3 of 255",
    cases: ["", "mozilla/"].flatMap(names), outcome: decoding)

  static let lossless = SuiteCases(
    name: "JPEG reference set, lossless",
    compares: "reported as unsupported: libjpeg cannot decode them",
    cases: ["lossless/1/", "lossless/2/"].flatMap(names), outcome: rejection)

  static func names(_ folder: String) -> [String] {
    Suites.names(in: Suites.jpeg?.appending(path: folder), endingIn: ".jpg").map { folder + $0 }
  }

  @Test("decodes to within 3 of the reference", arguments: ordinary.cases)
  func agrees(_ name: String) throws {
    #expect(try Self.decoding(name).fault == nil)
  }

  @Test("reports what libjpeg-turbo cannot decode", arguments: lossless.cases)
  func rejects(_ name: String) throws {
    #expect(try Self.rejection(name).fault == nil)
  }

  static func decoding(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.jpeg)
    let decoded = try Decoded(Repository.bytes(folder.appending(path: name)))
    let png = try Decoded(Repository.bytes(folder.appending(path: name.dropLast(4) + ".png")))
    let expected = try #require(png.canvases.first)
    guard let canvas = decoded.canvases.first, canvas.bounds == expected.bounds else {
      return .wrong(decoded.defects.first?.message ?? "the size differs")
    }
    let worst = zip(canvas.samples, expected.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
    return worst <= 3 ? .same : .wrong("a sample differs by \(worst)")
  }

  static func rejection(_ name: String) throws -> Outcome {
    let decoded = try Decoded(Repository.bytes(try #require(Suites.jpeg).appending(path: name)))
    let named = decoded.defects.first { $0.kind == .unsupportedCoding }
    guard decoded.canvases.isEmpty, let named else { return .wrong("not reported as unsupported") }
    return .reported(named.message)
  }
}
