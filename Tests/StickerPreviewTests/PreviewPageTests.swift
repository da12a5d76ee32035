import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerPreview
import TestSupport
import Testing

@Suite("The page of a preview")
struct PreviewPageTests {
  /// Names that would end the script element, begin another or a comment, or be taken for a place of the
  /// template.
  static let names = [
    "</script><script>alert(1)</script>", "<!--<script>", "]]>", "&lt;b&gt;", "\"'`",
    "\\u003c/script>",
    "{{data}}", "{{style}}", "}}", "line\nbreak", "a\u{2028}b", "\u{202E}gnp.evil", "e\u{301}",
    "\u{301}x",
    "\u{0}", "😀",
  ]

  /// A pack with a file of the name, which is also the pack's name and the reason of a suppression.
  func preview(_ name: String) async throws -> PreviewedPack {
    let source = StickerSource(
      id: name, at: Location("a", displayPath: "Pack/\(name).png"), label: name, emoji: [name],
      suppressed: ["unsupported-format": name])
    let pack = PackSource(
      kind: .folder, name: name, at: Location("Pack", displayPath: "Pack"), gridSize: .small,
      stickers: [source])
    let facts = AssetFacts(source: source, bytes: [1, 2, 3], limits: .init())
    return try await PreviewedPack(
      [Linter(jobs: 1).check(PackFacts(source: pack, assets: [facts]))])
  }

  @Test("a name changes nothing but the data, which has no markup", arguments: names)
  func hostile(_ name: String) async throws {
    func frame(_ preview: PreviewedPack) throws -> (
      before: Substring, data: Substring, after: Substring
    ) {
      let page = preview.page
      let start = try #require(page.range(of: #"id="data">"#)).upperBound
      let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
      return (page[..<start], page[start..<end], page[end...])
    }
    let shown = try await preview(name)
    let parts = try frame(shown)
    let plain = try frame(try await preview("harmless"))
    #expect(parts.before == plain.before)
    #expect(parts.after == plain.after)
    #expect(!parts.data.contains("<"))
    let sticker = try #require(try shown.stickers.first)
    let file = try #require(sticker["file"] as? String)
    #expect(Array(file.utf8) == FilePath("Pack/\(name).png").bytes)
  }

  @Test("invisible characters are escaped where people read them")
  func invisible() async throws {
    let shown = try await preview("\u{202E}gnp.evil")
    let sticker = try #require(try shown.stickers.first)
    #expect(sticker["name"] as? String == "\\u{202E}gnp.evil.png")
    #expect(sticker["label"] as? String == "\\u{202E}gnp.evil")
    #expect(try shown.pack["name"] as? String == "\\u{202E}gnp.evil")
    let finding = try #require(
      try shown.findings.first { $0["rule"] as? String == "unsupported-format" })
    #expect(finding["reason"] as? String == "\\u{202E}gnp.evil")
    #expect(finding["status"] as? String == "suppressed")
  }

  @Test("its policy allows only its own script and style, by hash, and loads nothing")
  func policy() async throws {
    let page = try await preview("a").page
    let policy = try #require(
      page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)
    ).1
    func hash(_ start: String, _ end: String) throws -> String {
      let from = try #require(page.range(of: start)).upperBound
      let to = try #require(page.range(of: end, range: from..<page.endIndex)).lowerBound
      let hex = Digest.sha256(Array(page[from..<to].utf8))
      let bytes = stride(from: 0, to: 64, by: 2).compactMap { offset in
        UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
      }
      return "'sha256-\(Data(bytes).base64EncodedString())'"
    }
    #expect(
      policy
        == "default-src 'none'; img-src blob:; script-src \(try hash("<script>", "</script>")); "
        + "style-src \(try hash("<style>", "</style>")); base-uri 'none'; form-action 'none'")
    #expect(page.firstMatch(of: /(?i)\b(src|href|style|on[a-z]+)="/) == nil)
    #expect(!page.contains("{{"))
  }
}
