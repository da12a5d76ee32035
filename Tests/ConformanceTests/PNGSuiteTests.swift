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
    name: "PngSuite, optimized by Xcode", compares: "every sample, multiplied by alpha; finding",
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

  @Test("reports and decodes PNGs that Xcode optimized", arguments: apple.cases)
  func decodesCgBI(_ name: String) throws {
    #expect(try Self.appleVerdict(name).fault == nil)
  }

  static func decoding(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.png)
    let bytes = try Repository.bytes(folder.appending(path: "valid/\(name)"))
    let container = PNGContainer(bytes)
    let decoded = try #require(ReferencePNGDecoder(container, bytes: bytes)).staticSamples()
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
    let decoded = try Decoded(try Repository.bytes(folder.appending(path: "cgbi/\(name)")))
    guard decoded.defects.map(\.kind) == [.appleOptimized], let canvas = decoded.canvases.first
    else {
      return .wrong(decoded.defects.map(\.message).joined(separator: "; "))
    }
    // 16 bits a sample, little-endian; the files have 8, so both bytes are equal.
    let wide = try Repository.bytes(folder.appending(path: "expected/\(name).rgba"))
    let expected = stride(from: 0, to: wide.count, by: 2).map { wide[$0] }
    return Self.multiplied(canvas.samples) == Self.multiplied(expected)
      ? .same : .wrong("the samples differ")
  }

  /// Multiplies colors by alpha. What the file has lost by that does not count.
  private static func multiplied(_ samples: [UInt8]) -> [UInt8] {
    samples.indices.map { index in
      let alpha = Int(samples[index | 3])
      return index & 3 == 3 ? samples[index] : UInt8((Int(samples[index]) * alpha + 127) / 255)
    }
  }
}

extension [UInt8] {
  /// Native 16-bit samples as little-endian bytes.
  fileprivate var asLittleEndian: [UInt8] {
    UInt16(1).littleEndian == 1
      ? self : stride(from: 0, to: count, by: 2).flatMap { [self[$0 + 1], self[$0]] }
  }
}
