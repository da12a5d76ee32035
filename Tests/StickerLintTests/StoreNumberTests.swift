import Basics
import ImageContainers
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Numbers from files, in a lint for stores")
struct StoreNumberTests {
  /// Lints a file for every store, plans what a build would change, and returns all findings.
  static func findings(_ bytes: [UInt8]) throws -> [Finding] {
    var linter = Linter(jobs: 1)
    // Headers are read for stores only.
    linter.profile.store = StoreProfile.lintable.first
    let facts = AssetFacts(bytes, profile: linter.profile)
    let read = LintResult(packs: [linter.check(PackFacts([facts]))])
    let findings = StoreProfile.lintable.flatMap {
      StoreVerdict($0, read, by: linter).result.findings
    }
    for finding in findings {
      #expect(throws: Never.self) {
        try CanonicalJSON.bytes(of: [finding.measured, finding.limit])
      }
    }
    return findings
  }

  static func messages(_ bytes: [UInt8]) throws -> [String] { try findings(bytes).map(\.message) }

  @Test(
    "a TGS can state any frame rate and duration",
    arguments: [
      ("1e-300", "1e308", false), ("60", "1e308", false), ("60", "1e300", true),
      ("1e308", "60", true), ("1e-300", "1", true), ("1", "1e19", true),
      // Not a number of JSON here, so the file is not an animation.
      ("1e400", "1e400", false),
    ])
  func lottie(frameRate: String, end: String, isFinite: Bool) throws {
    let messages = try Self.messages(VideoBytes.tgs(frameRate: frameRate, end: end))
    #expect(messages.contains { $0.contains("The format is TGS") })
    #expect(messages.contains { $0.contains("The animation takes") } == isFinite)
    #expect(!messages.contains { $0.contains("inf ms") || $0.contains("nan") }, "\(messages)")
  }

  @Test(
    "a WebM can state any duration",
    arguments: [1e300, 1e19, 9_223_372_036_854_775_808, .infinity, .nan, -1, 1e-300])
  func webM(duration: Double) throws {
    let messages = try Self.messages(VideoBytes.webM(duration: duration))
    #expect(messages.contains { $0.contains("The format is WebM") })
    #expect(
      messages.contains { $0.contains("The animation takes") }
        == (duration.isFinite && duration > 0))
    #expect(!messages.contains { $0.contains("inf ms") || $0.contains("nan") }, "\(messages)")
  }

  @Test(
    "a video of any size has none, or one whose product fits in an integer",
    arguments: [
      (0, 512), (512, 0), (1 << 55, 1 << 55), (1 << 31, 1), ((1 << 31) - 1, (1 << 31) - 1),
    ])
  func sides(width: Int, height: Int) throws {
    let messages = try Self.messages(VideoBytes.webM(width: width, height: height))
    #expect(messages.contains { $0.contains("The format is WebM") })
    #expect(
      messages.contains { $0.contains("2,147,483,647") } == (width == height && width < 1 << 32))
  }

  @Test("a JPEG of 0 × 0 px is corrupt for every store, and has no plan")
  func noSides() throws {
    // SOI, SOF0 with 8 bits, 0 x 0 px and no component, EOI.
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 0, 0, 0, 0, 0xFF, 0xD9]
    let findings = try Self.findings(jpeg)
    #expect(findings.contains { $0.rule == "corrupt-file" })
    #expect(!findings.contains { $0.message.contains("The canvas is") })
    for store in StoreProfile.all { #expect(AssetFacts(jpeg).plan(for: store) == nil) }
  }

  @Test("a damaged image has no plan, although its header can be read")
  func damaged() throws {
    let whole = PNGBytes.animation(5, 4, [[255, 0, 0, 255], [0, 255, 0, 128]])
    let truncated = Array(whole.dropLast(30))
    let built = StoreProfile.all.filter(\.canBeBuilt)
    #expect(built.contains { AssetFacts(whole).plan(for: $0) != nil })
    #expect(!built.contains { AssetFacts(truncated).plan(for: $0) != nil })
  }
}
