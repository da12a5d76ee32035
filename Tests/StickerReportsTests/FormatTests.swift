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

  // MARK: JSON Lines

  func objects(_ bytes: [UInt8]) throws -> [NSDictionary] {
    #expect(bytes.isEmpty || bytes.last == 0x0A)
    return try String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
    }
  }

  @Test("each line is a finding as the JSON report holds it, and there is no other line")
  func lines() throws {
    let allowed = Findings.result(
      [("a.png", .error), ("b.png", .place)], suppressed: ["empty-file": "It is meant to be."])
    for result in [mixed, allowed, Findings.many] {
      let lines = try objects(JSONLinesReport.bytes(of: result))
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(JSONReport.bytes(of: result)))
          as? [String: Any])
      let findings = try #require(document["findings"] as? [NSDictionary])
      #expect(lines == findings)
    }
    #expect(try JSONLinesReport.bytes(of: Findings.none) == [])
  }

  // MARK: JUnit

  @Test("a suite a pack, a case a sticker; a case fails where the exit status does")
  func junit() throws {
    let report = try XMLTree(JUnitReport.text(of: mixed))
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
    #expect(failures.first?.attributes["message"] == "The file is empty.")
    #expect(
      failures.first?.text
        == "error: The file is empty. empty-file\n  → Export the sticker again.")
    // The warning beside an error is not lost.
    let outputs = report.all("system-out").map(\.text)
    #expect(outputs.count == 2)
    #expect(outputs.first?.contains("delay-too-short") == true)
    #expect(outputs.last?.hasPrefix("warning: All 40,000 pixels are opaque.") == true)
  }

  @Test("a strict run's warnings fail, and what is allowed never does")
  func junitFailures() throws {
    let files: [(String, Findings.Kind)] = [("a.png", .warning), ("b.png", .two)]
    let strict = try XMLTree(JUnitReport.text(of: Findings.result(files, strict: true)))
    #expect(strict.all("failure").map { $0.attributes["type"] }.count == 2)
    // Readers show the first failure of a case alone, so there is one, with all errors.
    let both = try #require(strict.all("failure").last)
    #expect(both.attributes["message"]?.hasSuffix("(and 1 more)") == true)
    #expect(both.text.contains("canvas-too-small") && both.text.contains("no-transparency"))
    let allowed = try XMLTree(
      JUnitReport.text(
        of: Findings.result(
          files,
          suppressed: ["canvas-too-small": "Tiny on purpose.", "no-transparency": "A photo."])))
    #expect(allowed.all("failure").isEmpty)
    #expect(allowed.all("testsuite").first?.attributes["failures"] == "0")
    #expect(allowed.all("system-out").last?.text.contains("Because: Tiny on purpose.") == true)
  }

  @Test("a pack's own findings are a case of the pack, which is there without any, too")
  func junitPack() throws {
    for (kinds, failed) in [([Findings.Kind.clean, .clean], false), ([.clean, .two], true)] {
      let files = kinds.enumerated().map { (name: "s\($0.offset).png", kind: $0.element) }
      let result = Findings.result(files, kind: .folder)
      let report = try XMLTree(JUnitReport.text(of: result))
      #expect(
        report.all("testcase").map { $0.attributes["name"] } == ["Pack", "s0.png", "s1.png"])
      #expect(report.all("failure").isEmpty == !failed)
      #expect(report.all("system-out").contains { $0.text.contains("mixed-sizes") } == failed)
    }
  }

  // MARK: Checkstyle

  @Test("Checkstyle has an element a file and one a finding, without what is allowed")
  func checkstyle() throws {
    let report = try XMLTree(CheckstyleReport.text(of: mixed))
    #expect(
      report.all("file").map { $0.attributes["name"] } == [
        "Pack/a.png", "Pack/b.png", "Pack/c.png",
      ])
    let errors = report.all("error")
    #expect(errors.map { $0.attributes["severity"] } == ["error", "warning", "error", "warning"])
    #expect(errors.first?.attributes["source"] == "stickerpack.empty-file")
    #expect(
      errors.first?.attributes["message"] == "The file is empty. Export the sticker again.")
    #expect(errors.allSatisfy { $0.path == ["checkstyle", "file"] })
    let allowed = Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])
    #expect(try XMLTree(CheckstyleReport.text(of: allowed)).elements.map(\.name) == ["checkstyle"])
  }

  // MARK: Xcode

  @Test("Xcode gets a line a finding, at the file's absolute path")
  func xcode() {
    let result = Findings.result([("a b.png", .error), ("/art/c.png", .warning)])
    #expect(
      XcodeReport.text(of: result, in: "/packs") == """
        /packs/a b.png:1: error: The file is empty. Export the sticker again. (empty-file)
        /art/c.png:1: warning: All 90,000 pixels are opaque. Export the art without its \
        background. (no-transparency)
        2 stickers in 1 pack: 1 error, 1 warning

        """)
    let allowed = Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])
    #expect(
      XcodeReport.text(of: allowed, in: "/packs")
        == "✓ 1 sticker in 1 pack: no findings, 1 allowed\n")
  }

  // MARK: GitHub

  @Test("GitHub gets a command a finding, and the log a summary")
  func github() {
    #expect(
      GitHubReport.text(
        of: Findings.result([("a, b: 100%.png", .error), ("c.png", .warning), ("d.png", .info)]))
          == """
          ::error file=Pack/a%2C b%3A 100%25.png,title=empty-file::The file is empty.%0AExport the \
          sticker again.
          ::warning file=Pack/c.png,title=no-transparency::All 90,000 pixels are opaque.%0AExport \
          the art without its background.
          ::notice file=Pack/d.png,title=finite-loop::The animation plays 3 times and then \
          stops.%0ASet the number of plays to 0 (forever), unless the animation should stop.
          3 stickers in 1 pack: 1 error, 1 warning, 1 info

          """)
    let allowed = Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])
    #expect(GitHubReport.text(of: allowed) == "✓ 1 sticker in 1 pack: no findings, 1 allowed\n")
  }

  // What GitHub shows of a step: 10 annotations of each kind, and ours is a notice.
  @Test(
    "what GitHub will drop is said in the first annotation, which it does show",
    arguments: [
      (errors: 10, warnings: 10, infos: 10, note: nil),
      (errors: 11, warnings: 10, infos: 9, note: "1 error"),
      (errors: 10, warnings: 25, infos: 10, note: "15 warnings, 1 info"),
      (errors: 0, warnings: 0, infos: 11, note: "2 info"),
    ] as [(errors: Int, warnings: Int, infos: Int, note: String?)])
  func dropped(errors: Int, warnings: Int, infos: Int, note: String?) {
    let text = GitHubReport.text(
      of: Findings.result([(.error, errors), (.warning, warnings), (.info, infos)]))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == errors)
    #expect(lines.count { $0.hasPrefix("::warning ") } == warnings)
    #expect(lines.count { $0.hasPrefix("::notice ") } == infos + (note == nil ? 0 : 1))
    let first = note.map {
      "::notice title=stickerpack::GitHub shows 10 annotations of a kind. Only the log has the"
        + " others: \($0)."
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
    try JSONDecoder().decode([Violation].self, from: Data(GitLabReport.bytes(of: result)))
  }

  @Test("GitLab gets every field that it wants, and no fingerprint twice")
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
    #expect(all.first?.description == "The file is empty. Export the sticker again.")
    #expect(try violations(Findings.result([("a.png", .info)])).map(\.severity) == ["info"])
    #expect(
      try violations(Findings.result([("a.png", .error)], suppressed: ["empty-file": "R"])).isEmpty)
    #expect(Set(try violations(Findings.many).map(\.fingerprint)).count == 3000)
  }

  // MARK: All

  /// Every report for machines, by name.
  static func all(_ result: LintResult) throws -> [String: String] {
    [
      "json": String(decoding: try JSONReport.bytes(of: result), as: UTF8.self),
      "jsonl": String(decoding: try JSONLinesReport.bytes(of: result), as: UTF8.self),
      "sarif": String(
        decoding: try SARIFReport.bytes(of: result, version: "1.2.3"), as: UTF8.self),
      "junit": JUnitReport.text(of: result),
      "checkstyle": CheckstyleReport.text(of: result),
      "github": GitHubReport.text(of: result),
      "gitlab": String(decoding: try GitLabReport.bytes(of: result), as: UTF8.self),
      "xcode": XcodeReport.text(of: result, in: "/packs"),
    ]
  }

  @Test("nothing found is a report that its readers take")
  func empty() throws {
    let reports = try Self.all(Findings.none)
    #expect(try SARIFTests.run(Findings.none).results.isEmpty)
    #expect(try XMLTree(reports["junit"] ?? "").elements.map(\.name) == ["testsuites"])
    #expect(try XMLTree(reports["checkstyle"] ?? "").elements.map(\.name) == ["checkstyle"])
    #expect(reports["github"] == "✓ 0 stickers in 0 packs: no findings\n")
    #expect(reports["xcode"] == "✓ 0 stickers in 0 packs: no findings\n")
    #expect(try violations(Findings.none).isEmpty)
  }

  @Test("three thousand findings are all there, and the same ones are the same bytes")
  func many() throws {
    let reports = try Self.all(Findings.many)
    #expect(try SARIFTests.run(Findings.many).results.count == 3000)
    #expect(try XMLTree(reports["checkstyle"] ?? "").all("error").count == 3000)
    let junit = try XMLTree(reports["junit"] ?? "")
    #expect(junit.all("testcase").count == 3000)
    #expect(junit.all("failure").count == 1000)
    #expect(junit.all("system-out").count == 2000)
    #expect(reports["github"]?.split(separator: "\n").count == 3002)
    #expect(reports["xcode"]?.split(separator: "\n").count == 3001)
    #expect(try Self.all(Findings.many) == reports)
  }
}
