import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("Reports")
struct ReportTests {
  /// A pack of two stickers with findings of each severity, created without files.
  func result() -> LintResult {
    let sources = ["a", "b\u{1B}[31m"].map {
      StickerSource(
        id: $0, at: Location("\($0).png", displayPath: "Pack/\($0).png"),
        label: "What \($0.prefix(1)) shows")
    }
    let pack = PackSource(
      kind: .folder, name: "Pack", at: Location("Pack", displayPath: "Pack"),
      settings: PackSettings(gridSize: .small),
      stickers: sources)
    let assets = [
      AssetFacts(
        source: sources[0], bytes: PNGBytes.still(300, 300, [9, 9, 9, 255]), limits: .init()),
      AssetFacts(
        source: sources[1], bytes: PNGBytes.still(618, 299, [200, 0, 0, 160]), limits: .init()),
    ]
    let linted = Linter(jobs: 1).check(
      PackFacts(source: pack, assets: assets))
    return LintResult(packs: [linted])
  }

  @Test("text groups findings by pack and rule, the worst last, with each rule's fix")
  func text() {
    #expect(
      TextReport(style: .plain, detail: .normal).text(of: ReportContents(result())) == """
        Pack
          warning  mixed-sizes         b\\u{1B}[31m.png
                   The grid looks uneven, because the pack has 2 sizes: 1 of 300 × 300 px, 1 of 618 × 299
                   px.
                   → Export all stickers of the pack at one size.
          warning  no-transparency     a.png
                   The sticker is a rectangle (300 × 300 px) without transparency.
                   → Export the art without its background.
          warning  grid-size-mismatch  b\\u{1B}[31m.png
                   Messages scales the sticker down, because its canvas is 618 × 299 px and the pack's grid
                   size is small (300 px).
                   → Export the art at the pack's size, or change the pack's grid size.
          error    canvas-too-small    b\\u{1B}[31m.png
                   The canvas is 618 × 299 px (minimum: 300 px per side).
                   → Export the art at 300, 408 or 618 px; fit --enlarge makes a softer picture.

        2 stickers in 1 pack: 1 error, 3 warnings, 1 info

        """)
  }

  @Test("color does not change the text")
  func color() {
    let colored = TextReport(style: TextStyle(hasColor: true)).text(of: ReportContents(result()))
    let plain = colored.replacing(/\u{1B}\[[0-9]+m/, with: "")
    #expect(colored.contains("\u{1B}[31m"))
    #expect(plain == TextReport(style: .plain).text(of: ReportContents(result())))
  }

  @Test("a clean run is one line")
  func clean() {
    let empty = LintResult(packs: [])
    #expect(
      TextReport(style: .plain).text(of: ReportContents(empty))
        == "✓ 0 stickers in 0 packs: no findings\n")
  }

  @Test("JSON has numbers, a stable order and a newline at its end")
  func json() throws {
    let bytes = ReportContents(result()).bytes(as: .json)
    #expect(bytes.last == 0x0A)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(document["schema"] as? String == "stickerpack.report/1")
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(summary["errors"] as? Int == 1)
    #expect(summary["warnings"] as? Int == 3)
    #expect(summary["passed"] as? Bool == false)
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.count == 5)
    let first = try #require(findings.first { $0["rule"] as? String == "canvas-too-small" })
    #expect(first["file"] as? String == "Pack/b\u{1B}[31m.png")
    #expect((first["measured"] as? [String: Any])?["value"] as? Int == 299)
    #expect((first["limit"] as? [String: Any])?["unit"] as? String == "pixels")
    #expect((document["tool"] as? [String: String])?["version"] == stickerpackVersion)
    let sizes = try #require(findings.first { $0["rule"] as? String == "mixed-sizes" })
    #expect(sizes["related"] as? [String] == ["Pack/b\u{1B}[31m.png"])
    #expect(Set(findings.compactMap { $0["fingerprint"] as? String }).count == 5)
    #expect(ReportContents(result()).bytes(as: .json) == bytes)
  }

  @Test("JSON has the regions of a finding")
  func regions() throws {
    let bytes = ReportContents(Findings.onArt).bytes(as: .json)
    let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let findings = try #require(document?["findings"] as? [[String: Any]])
    let regions = try #require(findings.first?["regions"] as? [[String: Any]])
    #expect(regions.map { $0["frame"] as? Int } == [2, 3])
    #expect(
      regions.map { $0["area"] as? [String: Int] }
        == [["x": 3, "y": 4, "width": 5, "height": 6], nil])
    let clean = ReportContents(result()).bytes(as: .json)
    #expect(!String(decoding: clean, as: UTF8.self).contains("regions"))
  }

  @Test("an inspection shows the frame table with delays as stored")
  func inspection() {
    let source = StickerSource(id: "a", at: Location("a.png", displayPath: "a.png"))
    let asset = AssetFacts(
      source: source,
      bytes: PNGBytes.animation(
        300, 300, [[9, 9, 9, 255], [9, 9, 9, 0]], plays: 0, delay: (7, 90)),
      limits: .init())
    let text = InspectionReport.text(of: asset, style: .plain)
    #expect(text.contains("APNG, RGBA, 8 bits"))
    #expect(text.contains("300 × 300 px, size class small"))
    #expect(text.contains("2 frames, 155.6 ms, loops forever"))
    let rows = text.split(separator: "\n").filter { $0.contains("7/90 s") }
    #expect(rows.count == 2)
    #expect(Set(rows.map(\.count)).count == 1)
  }

  @Test("an explanation has all parts of a rule in lines of at most 80 characters")
  func explanation() throws {
    for rule in Rule.all {
      let text = RuleReport.explanation(
        of: rule, fixedBy: { "fix (\($0))" }, style: .plain)
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let parts =
        [rule.id, rule.title, rule.rationale, rule.severityReason, rule.fix, rule.source]
        + rule.options.flatMap { [$0.name + ":", $0.meaning] } + rule.examples.map(\.caption)
      for part in parts {
        #expect(words.contains(part), "\(rule.id)")
      }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(rule.id)")
    }
  }

  @Test("the JSON of a rule has its options and its examples' captions")
  func ruleJSON() throws {
    let rule = try #require(Rule.named("animation-memory"))
    let text = String(decoding: RuleReport.json([rule]), as: UTF8.self)
      .filter { !$0.isWhitespace }
    for part in [
      #""name":"bytes""#, #""unit":"bytes""#, #""default":100000000"#, #""minimum":1,"#,
      #""maximum":1000000000000"#, #""verdict":"fails""#, #""verdict":"passes""#,
      #""caption":"Thesameframes,withbytessetto1,997,568""#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("the list names every rule once")
  func list() {
    let lines = RuleReport.list(Rule.all, style: .plain).split(separator: "\n")
    for rule in Rule.all {
      #expect(lines.filter { $0.contains(" \(rule.id) ") }.count == 1, "\(rule.id)")
    }
  }
}
