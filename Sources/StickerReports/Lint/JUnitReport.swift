package import StickerLint
internal import StickerPacks

/// A lint result as JUnit's XML, for the test reports of Jenkins, GitLab and others: a suite a pack,
/// a case a sticker, and one for the pack itself.
///
/// A case fails where a finding is an error, as the exit status does. Warnings, infos and what is
/// allowed or in the baseline are a case's output.
package enum JUnitReport {
  /// The whole report, with a newline at its end.
  package static func text(of result: LintResult) -> String {
    let suites = result.packs.map(Suite.init)
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<testsuites name="stickerpack" tests="\#(tests)" failures="\#(failures)" errors="0">"#,
      ] + suites.flatMap(\.lines) + ["</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Suite {
    var name: String
    var cases: [Case]

    var failures: Int { cases.count { $0.failed } }

    init(_ pack: LintedPack) {
      let own = pack.facts.source.displayPath
      name = own.html
      // By bytes: two files may differ in how their accents are written alone.
      let findings = Dictionary(grouping: pack.findings) { Array($0.file.utf8) }
      var seen: Set<[UInt8]> = []
      var files = pack.facts.assets.map(\.source.displayPath)
      // Files named one by one are no pack, of which nothing is said unless there is something.
      if pack.facts.source.kind != .files { files.insert(own, at: 0) }
      // A finding's file may be no sticker: one that is listed and missing.
      files = (files + pack.findings.map(\.file)).filter {
        seen.insert(Array($0.utf8)).inserted
      }
      cases = files.map { file in
        Case(
          name: pack.shortName(of: file).html, suite: own.html,
          findings: findings[Array(file.utf8)] ?? [])
      }
    }

    var lines: [String] {
      [
        #"  <testsuite name="\#(name)" tests="\#(cases.count)" failures="\#(failures)" errors="0""#
          + #" skipped="0">"#
      ] + cases.flatMap(\.lines) + ["  </testsuite>"]
    }
  }

  private struct Case {
    var name: String
    var suite: String
    var findings: [Finding]

    private var errors: [Finding] {
      findings.filter { $0.severity == .error && $0.isOpen }
    }

    private var others: [Finding] {
      findings.filter { $0.severity != .error || !$0.isOpen }
    }

    var failed: Bool { !errors.isEmpty }

    var lines: [String] {
      let head = #"    <testcase name="\#(name)" classname="\#(suite)""#
      guard !findings.isEmpty else { return [head + "/>"] }
      var lines = [head + ">"]
      // Jenkins, GitLab and Azure show the first failure of a case alone, so all are in one.
      if let first = errors.first {
        let more = errors.count == 1 ? "" : " (and \(errors.count - 1) more)"
        lines.append(
          #"      <failure type="\#(first.rule.html)""#
            + #" message="\#(first.messageWithPlace.html)\#(more)">"#
            + errors.map(text).joined(separator: "\n") + "</failure>")
      }
      if !others.isEmpty {
        lines.append(
          "      <system-out>" + others.map(text).joined(separator: "\n") + "</system-out>")
      }
      return lines + ["    </testcase>"]
    }

    private func text(_ finding: Finding) -> String {
      let kind =
        finding.isInBaseline
        ? "in the baseline" : finding.isOpen ? finding.severity.rawValue : "suppressed"
      let advice =
        finding.suppressionReason.map { "Because: \($0.html)" } ?? "→ \(finding.fix.html)"
      return "\(kind): \(finding.messageWithPlace.html) \(finding.rule.html)\n  \(advice)"
    }
  }
}
