import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("Lint pages")
struct LintPageTests {
  /// The parts of a page around the data that its scripts read.
  struct Page {
    var before: Substring
    var json: Substring
    var after: Substring

    init(_ text: String) throws {
      let start = try #require(text.range(of: #"id="data">"#)).upperBound
      let end = try #require(text.range(of: "</script>", range: start..<text.endIndex)).lowerBound
      (before, json, after) = (text[..<start], text[start..<end], text[end...])
    }

    init(_ page: LintPage) throws {
      try self.init(String(decoding: page.bytes(), as: UTF8.self))
    }

    var data: [String: Any] {
      get throws {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      }
    }
    var pack: [String: Any] {
      get throws { try #require((try data["packs"] as? [[String: Any]])?.first) }
    }
    var stickers: [[String: Any]] {
      get throws { try #require(try pack["stickers"] as? [[String: Any]]) }
    }
    var findings: [[String: Any]] {
      get throws { try #require(try pack["findings"] as? [[String: Any]]) }
    }
  }

  /// Further names that would end the script element, begin another or a comment, or be taken for a place of
  /// the template.
  static let names =
    HostileNameTests.names + [
      "</script><script>alert(1)</script>", "<!--<script>", "\\u003c/script>", "{{data}}",
      "{{style}}",
      "}}",
    ]

  /// A pack with a file of the name, which is also the pack's name, a label, an emoji and the reason of a
  /// suppression.
  func result(_ name: String) -> LintResult {
    var source = StickerSource(
      id: name, at: Location("a", displayPath: "Pack/\(name).png"), label: name,
      suppressed: ["unsupported-format": name])
    source.emoji = [name]
    let pack = PackSource(
      kind: .folder, name: name, at: Location("Pack", displayPath: "Pack"),
      settings: PackSettings(gridSize: .small),
      stickers: [source])
    let facts = AssetFacts(source: source, bytes: [1, 2, 3], limits: .init())
    return LintResult(packs: [Linter(jobs: 1).check(PackFacts(source: pack, assets: [facts]))])
  }

  @Test("a name changes nothing but the data, which has no markup", arguments: names)
  func hostile(_ name: String) throws {
    let page = try Page(LintPage(ReportContents(result(name))))
    let plain = try Page(LintPage(ReportContents(result("harmless"))))
    #expect(page.before == plain.before)
    #expect(page.after == plain.after)
    #expect(!page.json.contains("<"))
    let file = try #require(try page.stickers.first?["file"] as? String)
    #expect(Array(file.utf8) == FilePath("Pack/\(name).png").bytes)
  }

  @Test("invisible characters are escaped where they are read", arguments: names)
  func invisible(_ name: String) throws {
    let page = try Page(LintPage(ReportContents(result(name))))
    let (pack, sticker) = (try page.pack, try #require(try page.stickers.first))
    var texts = [pack["name"], sticker["name"], sticker["label"]].map { $0 as? String ?? "" }
    texts += try #require(sticker["emoji"] as? [String])
    for finding in try page.findings {
      texts += ["name", "message", "reason"].map { finding[$0] as? String ?? "" }
      texts += try #require(finding["files"] as? [String])
    }
    #expect(texts.count > 6)
    for text in texts { #expect(HostileNameTests.invisible.isDisjoint(with: text.unicodeScalars)) }
  }

  @Test("a sticker has its name in the pack and its facts")
  func facts() throws {
    let result = Findings.result([("a.png", .error), ("b.png", .two)])
    let page = try Page(LintPage(ReportContents(result)))
    #expect(try page.stickers.map { $0["name"] as? String } == ["a.png", "b.png"])
    #expect(try page.stickers.map { $0["facts"] as? String }.first == "0 bytes")
    let facts = try #require(try page.stickers.last?["facts"] as? String)
    #expect(facts.wholeMatch(of: /PNG, \d+ × \d+ px, [\d,]+ bytes/) != nil)
  }

  @Test("findings below the minimum severity are left out")
  func severity() throws {
    let contents = ReportContents(Findings.result([("a.png", .error), ("b.png", .two)]))
    #expect(Set(try Page(LintPage(contents)).findings.map { $0["severity"] as? String }).count > 1)
    let errors = try Page(LintPage(contents.limited(to: .error))).findings
    #expect(Set(errors.map { $0["severity"] as? String }) == ["error"])
  }

  @Test("a report starts with the findings, unless it is a preview")
  func view() throws {
    var page = LintPage(ReportContents(result("a")))
    #expect(try Page(page).data["view"] as? String == "findings")
    page.view = .stickers
    #expect(try Page(page).data["view"] as? String == "stickers")
  }

  @Test("its policy allows only its own script and style, by hash, and loads nothing")
  func policy() throws {
    let page = String(
      decoding: LintPage(ReportContents(result("a"))).bytes(), as: UTF8.self)
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
