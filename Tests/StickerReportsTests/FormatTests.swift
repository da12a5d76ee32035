import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("Reports for CI")
struct FormatTests {
  /// An error, a warning with a place, two findings in one file, and a clean file.
  let mixed = Findings.result([
    ("a.png", .error), ("b.png", .place), ("c.png", .two), ("d.png", .clean),
  ])

  // MARK: JUnit

  @Test("JUnit has a suite per pack and a case per sticker, which fails if it has an error")
  func junit() throws {
    let report = try XMLTree(JUnitReport.text(of: ReportContents(mixed)))
    let suite = try #require(report.all("testsuite").first)
    #expect(suite.attributes["name"] == "Pack")
    for element in report.all("testsuites") + [suite] {
      #expect(element.attributes["tests"] == "4")
      #expect(element.attributes["failures"] == "2")
      #expect(element.attributes["errors"] == "0")
    }
    let cases = report.all("testcase")
    #expect(cases.map { $0.attributes["name"] } == ["a.png", "b.png", "c.png", "d.png"])
    #expect(cases.allSatisfy { $0.attributes["classname"] == "Pack" })
    let failures = report.all("failure")
    #expect(failures.map { $0.attributes["type"] } == ["empty-file", "canvas-too-small"])
    #expect(failures.first?.attributes["message"] == "The file is empty (0 bytes).")
    #expect(
      failures.first?.text
        == "error: The file is empty (0 bytes). empty-file\n  → Export the sticker again.")
    // A case with an error also reports its warnings.
    let outputs = report.all("system-out").map(\.text)
    #expect(outputs.count == 2)
    #expect(outputs.first?.contains("delay-too-short") == true)
    #expect(
      outputs.last?.hasPrefix(
        "warning: The sticker is a rectangle (200 × 200 px) without transparency.") == true)
  }

  @Test("in JUnit, warnings of a strict run fail, and suppressed findings do not")
  func junitFailures() throws {
    let files: [(String, Findings.Kind)] = [("a.png", .warning), ("b.png", .two)]
    let strict = try XMLTree(
      JUnitReport.text(of: ReportContents(Findings.result(files, strict: true))))
    #expect(strict.all("failure").map { $0.attributes["type"] }.count == 2)
    // Most programs show only the first failure of a case.
    let both = try #require(strict.all("failure").last)
    #expect(both.attributes["message"]?.hasSuffix("(and 1 more)") == true)
    #expect(both.text.contains("canvas-too-small") && both.text.contains("no-transparency"))
    let suppressed = try XMLTree(
      JUnitReport.text(
        of: ReportContents(
          Findings.result(
            files,
            suppressed: ["canvas-too-small": "Tiny on purpose.", "no-transparency": "A photo."]))))
    #expect(suppressed.all("failure").isEmpty)
    #expect(suppressed.all("testsuite").first?.attributes["failures"] == "0")
    #expect(suppressed.all("system-out").last?.text.contains("Reason: Tiny on purpose.") == true)
  }

  @Test("a pack is a JUnit case, with or without findings")
  func junitPack() throws {
    for (kinds, failed) in [([Findings.Kind.clean, .clean], false), ([.clean, .two], true)] {
      let files = kinds.enumerated().map { (name: "s\($0.offset).png", kind: $0.element) }
      let result = Findings.result(files, kind: .folder)
      let report = try XMLTree(JUnitReport.text(of: ReportContents(result)))
      #expect(
        report.all("testcase").map { $0.attributes["name"] } == ["Pack", "s0.png", "s1.png"])
      #expect(report.all("failure").isEmpty == !failed)
      #expect(report.all("system-out").contains { $0.text.contains("mixed-sizes") } == failed)
    }
  }

  // MARK: Xcode

  @Test("the Xcode report has a line per finding with the file's absolute path")
  func xcode() {
    let result = Findings.result([("a b.png", .error), ("/art/c.png", .warning)])
    #expect(
      XcodeReport.text(of: ReportContents(result), in: "/packs") == """
        /packs/a b.png:1: error: The file is empty (0 bytes). Export the sticker again. (empty-file)
        /art/c.png:1: warning: The sticker is a rectangle (300 × 300 px) without transparency. Export the art without its \
        background. (no-transparency)
        2 stickers in 1 pack: 1 error, 1 warning

        """)
    let suppressed = Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])
    #expect(
      XcodeReport.text(of: ReportContents(suppressed), in: "/packs")
        == "✓ 1 sticker in 1 pack: no findings, 1 suppressed\n")
  }

  // MARK: GitHub

  @Test("the GitHub report has a command per finding and a summary")
  func github() {
    #expect(
      GitHubReport.text(
        of: ReportContents(
          Findings.result([("a, b: 100%.png", .error), ("c.png", .warning), ("d.png", .info)])))
          == """
          ::error file=Pack/a%2C b%3A 100%25.png,title=empty-file::The file is empty (0 bytes).%0AExport the \
          sticker again.
          ::warning file=Pack/c.png,title=no-transparency::The sticker is a rectangle (300 × 300 px) without transparency.%0AExport \
          the art without its background.
          ::notice file=Pack/d.png,title=finite-loop::The animation plays 3 times and then \
          stops.%0ASet the number of plays to 0 (forever), unless the animation should stop.
          3 stickers in 1 pack: 1 error, 1 warning, 1 info

          """)
    let suppressed = Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])
    #expect(
      GitHubReport.text(of: ReportContents(suppressed))
        == "✓ 1 sticker in 1 pack: no findings, 1 suppressed\n")
  }

  // GitHub shows 10 annotations of each kind per step; the note is a notice.
  @Test(
    "the first annotation counts the findings that GitHub does not show",
    arguments: [
      (errors: 10, warnings: 10, infos: 10, note: nil),
      (errors: 11, warnings: 10, infos: 9, note: "1 error"),
      (errors: 10, warnings: 25, infos: 10, note: "15 warnings, 1 info"),
      (errors: 0, warnings: 0, infos: 11, note: "2 info"),
    ] as [(errors: Int, warnings: Int, infos: Int, note: String?)])
  func dropped(errors: Int, warnings: Int, infos: Int, note: String?) {
    let text = GitHubReport.text(
      of: ReportContents(Findings.result([(.error, errors), (.warning, warnings), (.info, infos)])))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == errors)
    #expect(lines.count { $0.hasPrefix("::warning ") } == warnings)
    #expect(lines.count { $0.hasPrefix("::notice ") } == infos + (note == nil ? 0 : 1))
    let first = note.map {
      "::notice title=stickerpack::GitHub shows at most 10 annotations of each kind; only the log"
        + " has \($0)."
    }
    #expect(lines.first { $0.hasPrefix("::notice title=") }.map(String.init) == first)
    if let first { #expect(text.hasPrefix(first)) }
  }

  // MARK: GitLab

  struct Violation: Decodable {
    var description: String
    var check_name: String
    var fingerprint: String
    var severity: String
    var location: Location
    struct Location: Decodable {
      var path: String
      var lines: [String: Int]
    }
  }

  func violations(_ result: LintResult) throws -> [Violation] {
    try JSONDecoder().decode(
      [Violation].self, from: Data(ReportContents(result).bytes(as: .gitlab)))
  }

  @Test("the GitLab report has all required fields and unique fingerprints")
  func gitlab() throws {
    let all = try violations(mixed)
    #expect(
      all.map(\.check_name) == [
        "empty-file", "delay-too-short", "canvas-too-small", "no-transparency",
      ])
    #expect(all.map(\.severity) == ["major", "minor", "major", "minor"])
    #expect(
      all.map(\.location.path) == ["Pack/a.png", "Pack/b.png", "Pack/c.png", "Pack/c.png"])
    #expect(all.allSatisfy { $0.location.lines == ["begin": 1] })
    #expect(all.first?.description == "The file is empty (0 bytes). Export the sticker again.")
    #expect(try violations(Findings.result([("a.png", .info)])).map(\.severity) == ["info"])
    #expect(
      try violations(Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])).isEmpty)
    #expect(Set(try violations(Findings.many).map(\.fingerprint)).count == 3000)
  }

  // MARK: All

  /// All reports for programs, by format.
  static func all(_ result: LintResult) throws -> [String: String] {
    [
      "json": String(decoding: ReportContents(result).bytes(as: .json), as: UTF8.self),
      "sarif": String(
        decoding: ReportContents(result, version: "1.2.3").bytes(as: .sarif), as: UTF8.self
      ),
      "junit": JUnitReport.text(of: ReportContents(result)),
      "github": GitHubReport.text(of: ReportContents(result)),
      "gitlab": String(decoding: ReportContents(result).bytes(as: .gitlab), as: UTF8.self),
      "xcode": XcodeReport.text(of: ReportContents(result), in: "/packs"),
    ]
  }

  @Test("a report without findings is valid")
  func empty() throws {
    let reports = try Self.all(Findings.none)
    #expect(try SARIFTests.run(Findings.none).results.isEmpty)
    #expect(try XMLTree(reports["junit"] ?? "").elements.map(\.name) == ["testsuites"])
    #expect(reports["github"] == "✓ 0 stickers in 0 packs: no findings\n")
    #expect(reports["xcode"] == "✓ 0 stickers in 0 packs: no findings\n")
    #expect(try violations(Findings.none).isEmpty)
  }

  @Test("reports contain all of 3,000 findings and are reproducible")
  func many() throws {
    let reports = try Self.all(Findings.many)
    #expect(try SARIFTests.run(Findings.many).results.count == 3000)
    let junit = try XMLTree(reports["junit"] ?? "")
    #expect(junit.all("testcase").count == 3000)
    #expect(junit.all("failure").count == 1000)
    #expect(junit.all("system-out").count == 2000)
    #expect(reports["github"]?.split(separator: "\n").count == 3002)
    #expect(reports["xcode"]?.split(separator: "\n").count == 3001)
    #expect(try Self.all(Findings.many) == reports)
  }
}
