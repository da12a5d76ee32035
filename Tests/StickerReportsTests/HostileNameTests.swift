import Foundation
import StickerLint
import StickerModel
import StickerReports
import TestSupport
import Testing

@Suite("Reports about names that mean harm")
struct HostileNameTests {
  /// Each name would do something in a report that took it as it is.
  static let names = [
    "<script>document.title='pwned'</script>", "<img src=x onerror=alert(1)>", "\" onload=\"x",
    "'>&amp;<b>", "</style></title>", "<!-- ", "]]>", "&#60;b&#62;",
    "a|b|c", "a\\|b", "`code`", String(repeating: "`", count: 90) + "@octocat",
    "[x](javascript:alert(1))", "![x](https://example.com/x.png)", "<https://example.com>",
    "https://example.com", "www.example.com", "me@example.com", "@octocat", "#123", "GH-123",
    "octocat/hello#1", ":tada:", "*a* _b_ ~c~ **d**", "$x$", "[^1]", "- a", "> b", "1. c",
    "line\nbreak", "line\r\n| error | forged |", "a\u{2028}b\u{2029}c", "a\u{85}b",
    "\u{1B}[2J\u{1B}]0;title\u{7}", "\u{9B}31m", "tab\tstop", "\u{202E}gnp.evil",
    "\u{2066}a\u{2069}", "a\u{200B}b", "a\u{FEFF}b", "\u{E0041}", "\u{115F}\u{3164}", "\u{FFFF}",
    "   ", " a", "`", "%n%s", "--exit-zero", "-rf", "😀", "e\u{301}", "\u{301}x", "\u{0}",
  ]

  /// The characters that no report shows as they are.
  static let invisible = Set(
    "\u{0}\u{7}\u{9}\u{D}\u{1B}\u{85}\u{9B}\u{115F}\u{200B}\u{2028}\u{2029}\u{202E}\u{2066}\u{2069}"
      .unicodeScalars
  ).union("\u{3164}\u{FEFF}\u{FFFF}\u{E0041}".unicodeScalars)

  /// A pack in which the name is that of two files, so that messages quote it, and the reason for
  /// an allowed finding of a third.
  func result(_ name: String) -> LintResult {
    let sources = [
      StickerSource(id: name, path: "a", displayPath: "Pack/\(name).png"),
      StickerSource(id: name, path: "b", displayPath: "Pack/\(name).gif"),
      StickerSource(
        id: "c", path: "c", displayPath: "Pack/c", allowed: ["unsupported-format": name]),
    ]
    let pack = PackSource(
      kind: .folder, name: name, path: "Pack", displayPath: "Pack", gridSize: .small,
      stickers: sources, problems: [])
    let facts = sources.map { AssetFacts(source: $0, bytes: [1, 2, 3], limits: .init()) }
    return LintResult(packs: [
      Linter(jobs: 1).judge(PackFacts(source: pack, assets: facts, animationBudget: 1))
    ])
  }

  @Test("no invisible character is left in any report for people", arguments: names)
  func invisible(_ name: String) {
    let result = result(name)
    let colored = TextReport(style: TextStyle(hasColor: true)).text(of: result)
    for report in [
      colored.replacing(/\u{1B}\[[0-9]+m/, with: ""), TextReport(style: .plain).text(of: result),
      MarkdownReport.text(of: result), HTMLReport.text(of: result),
    ] {
      #expect(Self.invisible.isDisjoint(with: report.unicodeScalars))
      #expect(!report.isEmpty)
    }
  }

  @Test("a name adds no line to a report", arguments: names)
  func lines(_ name: String) {
    func counts(_ name: String) -> [Int] {
      let result = result(name)
      return [
        TextReport(style: .plain).text(of: result), MarkdownReport.text(of: result),
        HTMLReport.text(of: result),
      ].map { $0.count { $0.isNewline } }
    }
    #expect(counts(name) == counts("harmless"))
  }

  @Test("HTML has only its own elements, and shows the name as text", arguments: names)
  func html(_ name: String) throws {
    let page = try StrictHTML(HTMLReport.text(of: result(name)))
    let plain = try StrictHTML(HTMLReport.text(of: result("harmless")))
    #expect(page.texts.map(\.element) == plain.texts.map(\.element))
    #expect(page.attributes.map(\.name) == plain.attributes.map(\.name))
    #expect(page.attributes.map(\.value) == plain.attributes.map(\.value))
    #expect(Set(page.attributes.map(\.name)).isDisjoint(with: ["src", "href", "style", "onload"]))
    let isSpelledOut =
      !Self.invisible.isDisjoint(with: name.unicodeScalars) || name.contains(where: \.isNewline)
      || name == "\u{301}x"
    if !isSpelledOut {
      #expect(page.texts.contains { $0.element == "bdi" && $0.text == name + ".png" })
      #expect(page.texts.contains { $0.element == "bdi" && $0.text == name })
    }
  }

  @Test("the page allows itself nothing but its own style")
  func policy() throws {
    let page = try StrictHTML(HTMLReport.text(of: result("a")))
    #expect(
      page.attributes.contains {
        $0.name == "content" && $0.value == "default-src 'none'; style-src 'unsafe-inline'"
      })
    #expect(page.texts.filter { $0.element == "style" }.allSatisfy { !$0.text.contains("url(") })
  }

  @Test(
    "outside of code spans, Markdown holds nothing that becomes a link or markup", arguments: names)
  func markdown(_ name: String) throws {
    let text = MarkdownReport.text(of: result(name))
    let tables = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    for row in tables {
      // Code spans in reports are made with one backtick, and hold none.
      let bare = row.replacing(/`[^`]*`/, with: "CODE")
      let cells = bare.split(separator: "|", omittingEmptySubsequences: false)
      #expect([6, 7].contains(cells.count), "\(row)")
      for mark in ["`", "@", "#", "<", ">", "[", "]", "*", "_", "~", "$", "&", "\\", "://", "www."]
      {
        #expect(!bare.contains(mark), "\(row)")
      }
      #expect(bare.firstMatch(of: /(?i)gh-[0-9]|:[a-z]+:/) == nil, "\(row)")
    }
    let others = text.split(separator: "\n").filter { !$0.hasPrefix("|") }
    #expect(
      others.dropFirst() == [
        "### `Pack`", "<details>", "<summary>1 allowed</summary>", "</details>",
      ])
  }

  @Test("JSON gives every name back as it was", arguments: names)
  func json(_ name: String) throws {
    let bytes = try JSONReport.bytes(of: result(name))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let packs = try #require(document["packs"] as? [[String: Any]])
    let read = try #require(packs.first?["name"] as? String)
    #expect(Array(read.utf8) == Array(name.utf8))
  }
}
