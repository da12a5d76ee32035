import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("Reports of hostile file names")
struct HostileNameTests {
  /// Names that are markup, commands or control sequences in some format.
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

  /// The characters that every report for readers must escape.
  static let invisible = Set(
    "\u{0}\u{7}\u{9}\u{D}\u{1B}\u{85}\u{9B}\u{115F}\u{200B}\u{2028}\u{2029}\u{202E}\u{2066}\u{2069}"
      .unicodeScalars
  ).union("\u{3164}\u{FEFF}\u{FFFF}\u{E0041}".unicodeScalars)

  /// A pack with two files of the name, so messages quote it, and a third whose finding is suppressed
  /// with the name as the reason.
  func result(_ name: String) -> LintResult {
    let sources = [
      StickerSource(id: name, at: Location("a", displayPath: "Pack/\(name).png")),
      StickerSource(id: name, at: Location("b", displayPath: "Pack/\(name).gif")),
      StickerSource(
        id: "c", at: Location("c", displayPath: "Pack/c"), suppressed: ["unsupported-format": name]),
    ]
    let pack = PackSource(
      kind: .folder, name: name, at: Location("Pack", displayPath: "Pack"),
      settings: PackSettings(gridSize: .small),
      stickers: sources)
    let facts = sources.map { AssetFacts(source: $0, bytes: [1, 2, 3], limits: .init()) }
    return LintResult(packs: [
      Linter(jobs: 1).check(PackFacts(source: pack, assets: facts))
    ])
  }

  @Test("reports for readers contain no invisible characters", arguments: names)
  func invisible(_ name: String) {
    let result = result(name)
    let colored = TextReport(style: TextStyle(hasColor: true)).text(of: ReportContents(result))
    for report in [
      colored.replacing(/\u{1B}\[[0-9]+m/, with: ""),
      TextReport(style: .plain).text(of: ReportContents(result)),
      MarkdownReport.text(of: ReportContents(result)),
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
        // Longer names need more lines.
        TextReport(style: .plain, width: 10_000).text(of: ReportContents(result)),
        MarkdownReport.text(of: ReportContents(result)),
      ].map { $0.count { $0.isNewline } }
    }
    #expect(counts(name) == counts("harmless"))
  }

  @Test("an upload report names what it cannot tell on one line, visibly", arguments: names)
  func upload(_ name: String) {
    func report(_ name: String) -> String {
      let source = StickerSource(id: name, at: Location("a", displayPath: "Pack/\(name).png"))
      let damaged = PNGBytes.still(4, 3, [200, 0, 0, 160]).dropLast(30)
      let pack = PackSource(
        kind: .folder, name: name, at: Location("Pack", displayPath: "Pack"), stickers: [source])
      let facts = PackFacts(
        source: pack, assets: [AssetFacts(source: source, bytes: Array(damaged), limits: .init())])
      let result = LintResult(packs: [Linter(LintOptions().forUpload).check(facts)]).forUpload
      return UploadReport.text(of: result, style: .plain, width: 10_000)
    }
    let text = report(name)
    #expect(Self.invisible.isDisjoint(with: text.unicodeScalars))
    #expect(text.contains("is damaged"))
    #expect(text.count { $0.isNewline } == report("harmless").count { $0.isNewline })
  }

  @Test(
    "Markdown contains no links or markup outside of code spans", arguments: names)
  func markdown(_ name: String) throws {
    let text = MarkdownReport.text(of: ReportContents(result(name)))
    let tables = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    for row in tables {
      // Code spans start and end with a single backtick and contain none.
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
        "### `Pack`", "<details>", "<summary>1 suppressed</summary>", "</details>",
      ])
  }

  @Test("JSON contains the exact name", arguments: names)
  func json(_ name: String) throws {
    let bytes = ReportContents(result(name)).bytes(as: .json)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let packs = try #require(document["packs"] as? [[String: Any]])
    let read = try #require(packs.first?["name"] as? String)
    #expect(Array(read.utf8) == Array(name.utf8))
  }

  @Test("emoji that a joiner makes one picture stay as they are")
  func joinedEmoji() {
    for name in ["👩‍👩‍👧", "❤️‍🔥", "👩🏽‍🚀"] { #expect(name.withoutControls == name) }
    #expect("a\u{200D}b".withoutControls == "a\\u{200D}b")
    #expect("1\u{200D}2".withoutControls == "1\\u{200D}2")
    #expect("😀\u{200D}".withoutControls == "😀\\u{200D}")
  }

  // MARK: Reports for CI

  /// Whether the name has no invisible character, so it is not escaped.
  static func isExact(_ name: String) -> Bool {
    invisible.union(["\n"]).isDisjoint(with: name.unicodeScalars)
  }

  @Test("a name adds no line to a report for programs", arguments: names)
  func machineLines(_ name: String) throws {
    let reports = try FormatTests.all(result(name))
    let plain = try FormatTests.all(result("harmless"))
    #expect(reports.count == 6)
    for (format, report) in reports {
      // JSON contains exact names, and only a line feed ends its lines.
      let isLineEnd: (Character) -> Bool =
        ["json", "sarif", "gitlab"].contains(format) ? { $0 == "\n" } : { $0.isNewline }
      #expect(report.count(where: isLineEnd) == plain[format]?.count(where: isLineEnd), "\(format)")
    }
  }

  @Test("a name adds no element to XML", arguments: names)
  func xml(_ name: String) throws {
    let reports = try FormatTests.all(result(name))
    let plain = try FormatTests.all(result("harmless"))
    let tree = try XMLTree(reports["junit"] ?? "")
    let harmless = try XMLTree(plain["junit"] ?? "")
    #expect(tree.elements.map(\.name) == harmless.elements.map(\.name))
    for (element, other) in zip(tree.elements, harmless.elements) {
      #expect(element.attributes.keys.sorted() == other.attributes.keys.sorted())
    }
  }

  @Test("reports for programs contain no control characters", arguments: names)
  func controls(_ name: String) throws {
    for (format, report) in try FormatTests.all(result(name)) {
      // In JSON, names are exact.
      if !["json", "sarif", "gitlab"].contains(format) {
        let found = Self.invisible.intersection(report.unicodeScalars)
        #expect(found.isEmpty, "\(format): \(found)")
      }
      // JSON escapes only characters below U+0020.
      let last: UInt32 = ["json", "gitlab"].contains(format) ? 0x1F : 0x9F
      let controls = Set(report.unicodeScalars).map(\.value).filter {
        ($0 < 0x20 || 0x7F...0x9F ~= $0) && $0 <= last && $0 != 0x0A
      }
      #expect(controls == [], "\(format)")
    }
  }

  @Test("SARIF has relative URIs with the exact name, and messages without links")
  func sarif() throws {
    for name in Self.names {
      let results = try SARIFTests.run(result(name)).results
      var paths: Set<[UInt8]> = []
      for result in results {
        let uri = result.place.artifactLocation.uri
        #expect(uri.firstMatch(of: /[^A-Za-z0-9._~\/%-]/) == nil)
        #expect(URL(string: uri)?.scheme == nil)
        paths.insert(Array(try #require(uri.removingPercentEncoding).utf8))
        #expect(Self.invisible.isDisjoint(with: result.message.text.unicodeScalars))
        #expect(result.message.text.firstMatch(of: /(^|[^\\])\]\(/) == nil)
        #expect(result.message.text.replacing(/\{\{|\}\}/, with: "").firstMatch(of: /[{}]/) == nil)
      }
      #expect(paths.contains(FilePath("Pack/\(name).png").bytes), "\(name.debugDescription)")
    }
  }

  @Test("GitHub's runner reads only the intended commands, with the exact name", arguments: names)
  func github(_ name: String) throws {
    let reports = [result(name), result("harmless")].map {
      GitHubReport.text(of: ReportContents($0))
    }
    let commands = reports.map { $0.split(separator: "\n").compactMap(RunnerCommand.init) }
    #expect(commands[0].map(\.name) == commands[1].map(\.name))
    #expect(
      commands[0].map { $0.properties.keys.sorted() }
        == commands[1].map { $0.properties.keys.sorted() })
    for command in commands[0] {
      #expect(Self.invisible.isDisjoint(with: command.message.unicodeScalars))
    }
    if Self.isExact(name) {
      let files = commands[0].compactMap { $0.properties["file"].map { Array($0.utf8) } }
      #expect(files.contains(FilePath("Pack/\(name).png").bytes))
    }
  }

  @Test("GitLab's report contains the exact name", arguments: names)
  func paths(_ name: String) throws {
    let reports = try FormatTests.all(result(name))
    let gitlab = try JSONDecoder().decode(
      [FormatTests.Violation].self, from: Data((reports["gitlab"] ?? "").utf8))
    let path = FilePath("Pack/\(name).png").bytes
    #expect(gitlab.contains { Array($0.location.path.utf8) == path })
    #expect(
      gitlab.allSatisfy { Self.invisible.isDisjoint(with: $0.description.unicodeScalars) })
  }
}

/// A workflow command, parsed as GitHub's runner documents it: `::name key=value,key=value::data`, with
/// different escapes in values and data.
struct RunnerCommand {
  var name: String
  var properties: [String: String] = [:]
  var message: String

  init?(_ line: Substring) {
    guard line.hasPrefix("::") else { return nil }
    let rest = line.dropFirst(2)
    guard let end = rest.firstRange(of: "::") else { return nil }
    let head = rest[..<end.lowerBound].split(separator: " ", maxSplits: 1)
    name = String(head[0])
    if head.count == 2 {
      for property in head[1].split(separator: ",") {
        let pair = property.split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else { return nil }
        properties[String(pair[0])] = Self.unescaped(
          String(pair[1]), ["%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","])
      }
    }
    message = Self.unescaped(String(rest[end.upperBound...]), ["%0D": "\r", "%0A": "\n"])
  }

  // The percent sign is last: earlier, it would create new escapes.
  private static func unescaped(_ text: String, _ escapes: [String: String]) -> String {
    var text = text
    for (escape, character) in escapes.sorted(by: { $0.key < $1.key }) {
      text = text.replacing(escape, with: character)
    }
    return text.replacing("%25", with: "%")
  }
}
