import StickerLint
import StickerReports
import Testing

@Suite("Text reports of large packs")
struct TextReportTests {
  /// 258 stickers with 253 warnings of one rule, 12 infos and 2 errors of another.
  let large = Findings.result([(.warning, 253), (.info, 12), (.error, 2)])

  func text(
    _ result: LintResult, _ detail: TextReport.Detail = .normal, width: Int = 80
  ) -> String {
    TextReport(style: .plain, width: width, detail: detail, hint: "--verbose shows them")
      .text(of: ReportContents(result))
  }

  @Test("the fix is below the first finding of each rule; errors are last")
  func layout() {
    #expect(
      text(large, width: 100) == """
        Pack
          warning  no-transparency  warning0.png, warning1.png, warning2.png and 250 more
                   The sticker is a rectangle (300 × 300 px) without transparency.
                   → Export the art without its background.
          error    empty-file       error0.png, error1.png
                   The file is empty (0 bytes).
                   → Export the sticker again.

        267 stickers in 1 pack: 2 errors, 253 warnings, 12 info (--verbose shows them)

        """)
  }

  @Test("a problem that most stickers share is said once and counts once")
  func shared() {
    #expect(
      text(Findings.result([(.two, 6), (.clean, 1)], areJoined: true), .errors, width: 84) == """
        Pack
          error    canvas-too-small  two0.png, two1.png, two2.png and 3 more
                   6 of 7 stickers: The canvas is 200 × 200 px (minimum: 300 px per side).
                   Not affected: "clean0.png".
                   → Export the art at 300, 408 or 618 px; fit --enlarge makes a softer
                     picture.

        7 stickers in 1 pack: 1 error, 1 warning (--verbose shows them)

        """)
  }

  @Test("findings of one rule with different fixes are apart, each with its own")
  func fixes() {
    var result = Findings.result([(.warning, 3)])
    result.packs[0].findings[1].fix = "Export the art again."
    #expect(
      text(result, width: 100).hasPrefix(
        """
        Pack
          warning  no-transparency  warning0.png, warning2.png
                   The sticker is a rectangle (300 × 300 px) without transparency.
                   → Export the art without its background.
          warning  no-transparency  warning1.png
                   The sticker is a rectangle (300 × 300 px) without transparency.
                   → Export the art again.
        """))
  }

  @Test("the last screen shows the errors of a large pack")
  func lastScreen() {
    let lines = text(large).split(separator: "\n", omittingEmptySubsequences: false).suffix(24)
    #expect(lines.contains { $0.contains("error    empty-file") })
  }

  @Test("findings with different messages are listed, and more than three are counted")
  func messages() {
    var result = Findings.result([(.warning, 5)])
    for index in result.packs[0].findings.indices {
      result.packs[0].findings[index].message = "\(index) pixels are opaque."
    }
    #expect(
      text(result).contains(
        """
          warning  no-transparency  5 files
                   warning0.png: 0 pixels are opaque.
                   warning1.png: 1 pixels are opaque.
                   warning2.png: 2 pixels are opaque.
                   and 2 more
        """))
    #expect(text(result, .verbose).contains("warning4.png: 4 pixels are opaque."))
  }

  @Test("the findings furthest from the limit are listed first")
  func worst() {
    var result = Findings.result([(.error, 5)])
    for index in result.packs[0].findings.indices {
      let bytes = [3, 9, 4, 8, 7][index]
      result.packs[0].findings[index].message = "\(bytes) bytes."
      result.packs[0].findings[index].measured = Quantity(bytes, .bytes)
      result.packs[0].findings[index].limit = Quantity(2, .bytes)
    }
    let lines = text(result).split(separator: "\n").filter { $0.contains("bytes.") }
    #expect(lines.map { $0.filter(\.isNumber) } == ["19", "38", "47"])
  }

  @Test("quiet shows errors only, and nothing without errors")
  func quiet() {
    #expect(text(Findings.result([(.warning, 3), (.info, 1)]), .quiet) == "")
    let errors = text(Findings.result([(.warning, 3), (.error, 1)]), .quiet)
    #expect(errors.contains("empty-file") && !errors.contains("no-transparency"))
  }

  @Test("verbose shows infos, suppressed findings with their reasons, and all names")
  func verbose() {
    let result = Findings.result(
      [("a.png", .warning), ("b.png", .info)], suppressed: ["no-transparency": "A photo."])
    #expect(
      text(result, .verbose) == """
        Pack
          suppressed  no-transparency  a.png
                      The sticker is a rectangle (300 × 300 px) without transparency.
                      Reason: A photo.
          info        finite-loop      b.png
                      The animation plays 3 times and then stops.
                      → Set the number of plays to 0 (forever), unless the animation
                        should stop.

        2 stickers in 1 pack: 1 info, 1 suppressed

        """)
    #expect(text(result) == "2 stickers in 1 pack: 1 info, 1 suppressed (--verbose shows them)\n")
    #expect(text(large, .verbose).contains("warning252.png"))
  }

  @Test("lines end at spaces within the width, and names with spaces are kept whole")
  func wrapping() {
    let names = ["a long name of a sticker.png", "another long name.png", "b.png", "c.png"]
    let report = text(Findings.result(names.map { (name: $0, kind: .warning) }), width: 60)
    #expect(
      report.hasPrefix(
        """
        Pack
          warning  no-transparency  "a long name of a sticker.png",
                                    "another long name.png", b.png
                                    and 1 more

        """))
    for line in report.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("packs with errors are last")
  func packs() {
    var result = Findings.result([("a.png", .error)], folder: "First")
    result.packs += Findings.result([("b.png", .warning)], folder: "Second").packs
    let lines = text(result).split(separator: "\n")
    #expect(lines.firstIndex(of: "Second") == 0 && lines.contains("First"))
  }

  @Test("changes are new and fixed findings and the summary")
  func changes() {
    let report = TextReport(style: .plain, detail: .normal)
    let old = ReportContents(Findings.result([("a.png", .error), ("b.png", .warning)]))
    let new = ReportContents(Findings.result([("b.png", .warning), ("c.png", .two)]))
    #expect(
      report.changes(from: old, to: new) == """
        Pack
          fixed    empty-file        a.png
          warning  no-transparency   c.png
                   The sticker is a rectangle (200 × 200 px) without transparency.
                   → Export the art without its background.
          error    canvas-too-small  c.png
                   The canvas is 200 × 200 px (minimum: 300 px per side).
                   → Export the art at 300, 408 or 618 px; fit --enlarge makes a softer picture.

        2 stickers in 1 pack: 1 error, 2 warnings

        """)
    // The same message about another sticker.
    let unlabeled = ["a", "b"].map { name in
      var result = Findings.result([("\(name).png", .warning)])
      result.packs[0].findings[0].subject = FileID("Pack")
      result.packs[0].findings[0].others = [FileID("Pack/\(name).png", .sticker)]
      return ReportContents(result)
    }
    #expect(report.changes(from: unlabeled[0], to: unlabeled[1]).contains("no-transparency  b.png"))
    #expect(report.changes(from: new, to: new) == "2 stickers in 1 pack: 1 error, 2 warnings\n")
  }
}
