import Foundation
import ImageCodecs
import ImageContainers
import TestSupport
import Testing

@Suite("PngSuite", .enabled(if: Suites.png != nil, Suites.missing))
struct PNGSuiteTests {
  static let valid = SuiteCases(
    name: "PngSuite", compares: "every sample at 16 bits a channel, no finding",
    cases: Suites.names(in: Suites.png?.appending(path: "valid"), endingIn: ".png"),
    outcome: decoding)

  static let invalid = SuiteCases(
    name: "PngSuite, invalid files", compares: "rejected, with the reason",
    cases: Suites.names(in: Suites.png?.appending(path: "invalid"), endingIn: ".png"),
    outcome: rejection)

  static let apple = SuiteCases(
    name: "PngSuite, optimized by Xcode", compares: "reported as Apple's CgBI format",
    cases: Suites.names(in: Suites.png?.appending(path: "cgbi"), endingIn: ".png"),
    outcome: appleVerdict)

  @Test("decodes to the reference, 16 bits a channel", arguments: valid.cases)
  func decodes(_ name: String) throws {
    #expect(try Self.decoding(name).fault == nil)
  }

  @Test("is rejected", arguments: invalid.cases)
  func rejects(_ name: String) throws {
    #expect(try Self.rejection(name).fault == nil)
  }

  @Test("reports PNGs that Xcode optimized", arguments: apple.cases)
  func reportsCgBI(_ name: String) throws {
    #expect(try Self.appleVerdict(name).fault == nil)
  }

  static func decoding(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.png)
    let bytes = try Repository.bytes(folder.appending(path: "valid/\(name)"))
    let container = PNGContainer(bytes)
    let decoded = try ReferencePNGDecoder(container, bytes: bytes).staticSamples()
    let expected = try Repository.bytes(folder.appending(path: "expected/\(name).rgba"))
    let wide =
      decoded.bitsPerChannel == 16
      ? decoded.samples.asLittleEndian : decoded.samples.flatMap { [$0, $0] }
    return Outcome(faults: [
      container.defects.first?.message, wide == expected ? nil : "the samples differ",
    ])
  }

  static func rejection(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.png)
    let bytes = try Repository.bytes(folder.appending(path: "invalid/\(name)"))
    guard FileSignature(of: bytes) == .png else {
      // A file with a damaged signature is not a PNG; lint reports an unknown format.
      return ImageContainer(bytes) == nil
        ? .reported("the file does not start with a PNG signature")
        : .wrong("detected as another format")
    }
    let decoded = try Decoded(bytes)
    guard decoded.canvases.isEmpty, let defect = decoded.defects.first else {
      return .wrong("not rejected")
    }
    return .reported(defect.message)
  }

  static func appleVerdict(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.png)
    let defects = PNGContainer(try Repository.bytes(folder.appending(path: "cgbi/\(name)"))).defects
    guard defects.map(\.kind) == [.appleOptimized] else {
      return .wrong(defects.map(\.message).joined(separator: "; "))
    }
    return .reported(defects[0].message)
  }
}

extension [UInt8] {
  /// Native 16-bit samples as little-endian bytes.
  fileprivate var asLittleEndian: [UInt8] {
    UInt16(1).littleEndian == 1
      ? self : stride(from: 0, to: count, by: 2).flatMap { [self[$0 + 1], self[$0]] }
  }
}
