import Foundation
import ImageCodecs
import ImageContainers
import TestSupport
import Testing

@Suite("PngSuite", .enabled(if: Suites.png != nil, Suites.missing))
struct PNGSuiteTests {
  static let valid = Suites.png?.appending(path: "valid")
  static let invalid = Suites.png?.appending(path: "invalid")
  static let apple = Suites.png?.appending(path: "cgbi")

  @Test(
    "decodes to the reference, 16 bits a channel",
    arguments: Suites.names(in: valid, endingIn: ".png"))
  func decodes(_ name: String) throws {
    let folder = try #require(Suites.png)
    let bytes = try Repository.bytes(folder.appending(path: "valid/\(name)"))
    let container = PNGContainer(bytes)
    #expect(container.defects == [])
    let decoded = try PNGDecoding(container, bytes: bytes, mostPixels: 1 << 24).staticSamples()
    let expected = try Repository.bytes(folder.appending(path: "expected/\(name).rgba"))
    let wide =
      decoded.bitsPerChannel == 16
      ? decoded.samples.asLittleEndian : decoded.samples.flatMap { [$0, $0] }
    #expect(wide == expected)
  }

  @Test("is rejected", arguments: Suites.names(in: invalid, endingIn: ".png"))
  func rejects(_ name: String) throws {
    let bytes = try Repository.bytes(try #require(Self.invalid).appending(path: name))
    guard FileSignature(of: bytes) == .png else {
      // A signature whose first bytes are damaged is no PNG's, and lint says that it is no image.
      #expect(ImageContainer(bytes)?.format == nil)
      return
    }
    let decoded = try Decoded(bytes)
    #expect(decoded.canvases.isEmpty)
    #expect(!decoded.defects.isEmpty)
  }

  @Test("names Xcode's rewritten PNGs", arguments: Suites.names(in: apple, endingIn: ".png"))
  func namesApple(_ name: String) throws {
    let bytes = try Repository.bytes(try #require(Self.apple).appending(path: name))
    #expect(PNGContainer(bytes).defects.map(\.kind) == [.appleOptimized])
  }
}

extension [UInt8] {
  /// 16-bit samples of this machine's byte order as little-endian bytes.
  fileprivate var asLittleEndian: [UInt8] {
    UInt16(1).littleEndian == 1
      ? self : stride(from: 0, to: count, by: 2).flatMap { [self[$0 + 1], self[$0]] }
  }
}
