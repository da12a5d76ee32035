import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("Markdown reports")
struct MarkdownReportTests {
  /// A pack in which every other file is empty, which is an error. The others are opaque, which is a
  /// warning.
  func result(files: Int, suppressed: [String: String] = [:]) -> LintResult {
    let sources = (0..<files).map {
      StickerSource(
        id: "s\($0)", at: Location("s\($0).png", displayPath: "Pack/s\($0).png"),
        suppressed: suppressed)
    }
    let pack = PackSource(
      kind: .files, name: "Pack", at: Location("Pack", displayPath: "Pack"),
      settings: PackSettings(gridSize: .small),
      stickers: sources)
    let opaque = PNGBytes.still(300, 300, [9, 9, 9, 255])
    let facts = sources.enumerated().map { index, source in
      AssetFacts(source: source, bytes: index % 2 == 0 ? opaque : [], limits: .init())
    }
    return LintResult(packs: [
      Linter(jobs: 1).check(PackFacts(source: pack, assets: facts))
    ])
  }

  @Test("Markdown has a summary, a table per pack and collapsed suppressed findings")
  func layout() {
    #expect(
      MarkdownReport.text(
        of: ReportContents(result(files: 2, suppressed: ["no-transparency": "A photo @home"])))
          == """
          **2 stickers in 1 pack: 1 error, 1 suppressed**

          ### `Pack`

          | Severity | Rule | Files | Message | Fix |
          | --- | --- | --- | --- | --- |
          | error | `empty-file` | `s1.png` | The file is empty (0 bytes). | Export the sticker again. |

          <details>
          <summary>1 suppressed</summary>

          | Pack | Rule | Files | Message | Reason |
          | --- | --- | --- | --- | --- |
          | `Pack` | `no-transparency` | `s0.png` | The sticker is a rectangle (300 × 300 px) without transparency. | `A photo @home` |

          </details>

          """)
  }

  @Test("a sticker of a catalog is named without its folder of the same name")
  func catalogNames() {
    var report = result(files: 2)
    for (index, path) in ["wave.sticker/wave.png", "hug.sticker/other.png"].enumerated() {
      report.packs[0].findings[index].subject = FileID(FilePath("Pack/" + path), .sticker)
    }
    let text = MarkdownReport.text(of: ReportContents(report))
    #expect(text.contains("| `wave.png` |") && text.contains("| `hug.sticker/other.png` |"))
  }

  @Test("a clean run is one line")
  func clean() {
    #expect(
      MarkdownReport.text(of: ReportContents(LintResult(packs: [])))
        == "**✓ 0 stickers in 0 packs: no findings**\n"
    )
  }

  @Test("findings that do not fit into a comment are counted, and errors come first")
  func long() throws {
    var result = result(files: 1000)
    // Equal messages would share a row.
    for index in result.packs[0].findings.indices {
      result.packs[0].findings[index].message += " Number \(index)."
    }
    let text = MarkdownReport.text(of: ReportContents(result))
    #expect(text.utf8.count <= 65_536)
    #expect(text.utf8.count > 60_000)
    let rows = text.split(separator: "\n")
    let errors = rows.count { $0.hasPrefix("| error ") }
    let warnings = rows.count { $0.hasPrefix("| warning ") }
    #expect(errors == 500)
    let hidden = try #require(text.firstMatch(of: /Not shown because[^:]*: ([0-9]+) warnings\./))
    #expect(Int(hidden.1) == 500 - warnings)
  }

  @Test("the findings of a rule are one row with three names")
  func names() {
    let text = MarkdownReport.text(of: ReportContents(result(files: 10)))
    #expect(text.contains("| `s0.png`, `s2.png`, `s4.png` and 2 more | The sticker is a rectangle"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("| warning") } == 1)
  }

  @Test("a row that is too long for a comment does not hide others")
  func longRow() {
    let reason = String(repeating: "x", count: 70_000)
    let text = MarkdownReport.text(
      of: ReportContents(result(files: 2, suppressed: ["no-transparency": reason])))
    #expect(text.contains("| error | `empty-file` | `s1.png` |"))
    #expect(text.contains(": 1 suppressed. The JSON"))
    #expect(!text.contains("<details>"))
  }

  @Test("every rule's fix fits into a table without escapes, with commands in code spans")
  func fixes() {
    for rule in Rule.all {
      let bare = rule.fix.replacing(/`[^`]*`/, with: "")
      #expect(bare.firstMatch(of: /[`|<>*_@#\[\]&\\~\n]/) == nil, "\(rule.id)")
    }
  }
}
