import Foundation
import ImageCodecs
import Pixels
import StickerLint
import StickerReports
import TestSupport
import Testing

/// `Documentation/Rules` is generated from the rules and a lint of their examples.
@Suite("Rule pages")
struct RulePageTests {
  static let folder = Repository.root.appending(path: "Documentation/Rules")
  static let isRecording = ProcessInfo.processInfo.environment["STICKERPACK_RECORD"] != nil

  @Test("each rule has a page that is up to date", arguments: Rule.all.map(\.id))
  func page(_ id: String) async throws {
    let rule = try #require(Rule.named(id))
    let findings = try await LintedExamples.shared.findings(of: rule)
    let examples = zip(rule.examples, findings).map { RulePage.Shown($0, findings: $1) }
    let picture = RulePicture(of: rule, examples)
    try compare(picture?.bitmap, with: Self.pictures.appending(path: "\(id).png"))
    try compare(
      RulePage.page(
        of: rule, examples: examples, picture: picture, sample: Self.sample(of: id)),
      with: Self.folder.appending(path: "\(id).md"))
  }

  static let pictures = folder.appending(path: "Images")

  /// The rules about what is seen, whose examples look different.
  @Test("rules about pictures have one, and together they are small")
  func pictures() throws {
    let names = try Repository.names(in: Self.pictures, endingIn: ".png")
    #expect(Set(names).isSubset(of: Rule.all.map { $0.id + ".png" }))
    for rule in ["background-box", "clipped-art", "edge-halo", "hidden-color", "off-center"] {
      #expect(names.contains("\(rule).png"))
    }
    #expect(!names.contains("label-missing.png"))
    let sizes = try names.map { try Repository.bytes(Self.pictures.appending(path: $0)).count }
    #expect(sizes.reduce(0, +) < 1_000_000)
  }

  /// Compares pixels: their compression depends on the version of a library.
  private func compare(_ picture: Bitmap?, with file: URL) throws {
    let name = file.lastPathComponent
    let committed = try? Decoded(Repository.bytes(file)).canvases.first
    if Self.isRecording, committed != picture {
      try FileManager.default.createDirectory(
        at: Self.pictures, withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: file)
      try picture.map { try Data(ImageEncoder.png($0)).write(to: file) }
      Issue.record("recorded \(name); run again without STICKERPACK_RECORD")
      return
    }
    #expect(committed == picture, "\(name) is stale; run `make rule-pages`")
  }

  @Test("the index links to each rule once")
  func index() throws {
    let text = RulePage.index(Rule.all)
    for rule in Rule.all {
      #expect(text.split(separator: "\n").count { $0.contains("(Rules/\(rule.id).md)") } == 1)
    }
    try compare(text, with: Repository.root.appending(path: "Documentation/Rules.md"))
  }

  @Test("each page belongs to a rule", .disabled(if: isRecording))
  func leftovers() throws {
    let pages = try Repository.names(in: Self.folder, endingIn: ".md")
    #expect(pages == Rule.all.map { $0.id + ".md" }.sorted())
  }

  private func compare(_ text: String, with page: URL) throws {
    let name = page.lastPathComponent
    if Self.isRecording {
      try Data(text.utf8).write(to: page)
      Issue.record("recorded \(name); run again without STICKERPACK_RECORD")
    }
    let committed = try String(decoding: Repository.bytes(page), as: UTF8.self)
    #expect(committed == text, "\(name) is stale; run `make rule-pages`")
  }

  /// The sample that is named after a rule, if it is one image and every browser shows it.
  private static func sample(of id: String) throws -> String? {
    guard !unshown.contains(id) else { return nil }
    let broken = Repository.root.appending(path: "SampleStickers/Broken")
    return try Repository.names(in: broken, endingIn: "").first {
      ["\(id).png", "\(id).apng", "\(id).gif", "\(id).jpg"].contains($0)
    }
  }

  /// Rules whose sample browsers cannot show.
  private static let unshown: Set = [
    "animation-unsupported", "blank-sticker", "cgbi-png", "corrupt-file", "empty-file",
    "git-lfs-pointer", "truncated-file", "unsupported-format",
    // It flashes.
    "photosensitive-flash",
  ]
}
