import Basics
import ImageContainers
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Numbers from files, in a lint for destinations")
struct StoreNumberTests {
  /// Returns the findings in a file for each destination, with the plan of a build.
  static func findings(_ bytes: [UInt8]) throws -> [Finding] {
    let linter = Linter(jobs: 1)
    let facts = AssetFacts(bytes, destination: linter.destination)
    let read = LintResult(packs: [linter.check(PackFacts([facts]))])
    let findings = Destination.all.flatMap {
      DestinationVerdict($0, read, by: linter).result.findings
    }
    for finding in findings {
      // JSON has no other numbers.
      #expect([finding.measured, finding.limit].allSatisfy { $0?.value.isFinite ?? true })
    }
    return findings
  }

  static func messages(_ bytes: [UInt8]) throws -> [String] { try findings(bytes).map(\.message) }

  @Test("a JPEG of 0 × 0 px is corrupt for each destination, and gets no plan")
  func noSides() throws {
    // SOI, SOF0 with 8 bits, 0 x 0 px and no component, EOI.
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 0, 0, 0, 0, 0xFF, 0xD9]
    let findings = try Self.findings(jpeg)
    #expect(findings.contains { $0.rule == "corrupt-file" })
    #expect(!findings.contains { $0.message.contains("The canvas is") })
    for store in Destination.all { #expect(AssetFacts(jpeg).plan(for: store) == nil) }
  }

  @Test("a damaged image has no plan, although its header can be read")
  func damaged() throws {
    let whole = PNGBytes.animation(5, 4, [[255, 0, 0, 255], [0, 255, 0, 128]])
    let truncated = Array(whole.dropLast(30))
    let built = Destination.all.filter(\.canBeBuilt)
    #expect(built.contains { AssetFacts(whole).plan(for: $0) != nil })
    #expect(!built.contains { AssetFacts(truncated).plan(for: $0) != nil })
  }
}
