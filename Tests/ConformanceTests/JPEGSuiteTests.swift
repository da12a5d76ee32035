import Foundation
import ImageContainers
import TestSupport
import Testing

@Suite("JPEG reference set", .enabled(if: Suites.jpeg != nil, Suites.missing))
struct JPEGSuiteTests {
  static let lossless = ["lossless/1/", "lossless/2/"].flatMap(names)
  static let ordinary = ["", "mozilla/"].flatMap(names)

  static func names(_ folder: String) -> [String] {
    Suites.names(in: Suites.jpeg?.appending(path: folder), endingIn: ".jpg").map { folder + $0 }
  }

  @Test("decodes to within 3 of the reference", arguments: ordinary)
  func agrees(_ name: String) throws {
    let folder = try #require(Suites.jpeg)
    let decoded = try Decoded(Repository.bytes(folder.appending(path: name)))
    let png = try Decoded(Repository.bytes(folder.appending(path: name.dropLast(4) + ".png")))
    let canvas = try #require(decoded.canvases.first)
    let expected = try #require(png.canvases.first)
    #expect(canvas.bounds == expected.bounds)
    let worst = zip(canvas.samples, expected.samples).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= 3)
  }

  @Test("names what libjpeg-turbo cannot decode", arguments: lossless)
  func refuses(_ name: String) throws {
    let decoded = try Decoded(Repository.bytes(try #require(Suites.jpeg).appending(path: name)))
    #expect(decoded.canvases.isEmpty)
    #expect(decoded.defects.contains { $0.kind == .unsupportedCoding })
  }
}
