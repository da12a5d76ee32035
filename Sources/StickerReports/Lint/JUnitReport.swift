internal import Basics
internal import StickerLint
internal import StickerPacks

/// A lint result as JUnit XML, for the test reports of Jenkins, GitLab and others: a suite for each
/// pack, with a case for each sticker and one for the pack itself.
///
/// A case fails if it has an error, like the exit status. All other findings are the case's output.
package enum JUnitReport {
  /// The report. Ends in a newline.
  package static func text(of contents: ReportContents) -> String {
    let suites = contents.packs.map(Suite.init)
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<testsuites name="stickerpack" tests="\#(tests)" failures="\#(failures)" errors="0">"#,
      ] + suites.flatMap { $0.lines } + ["</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Suite {
    var name: String
    var cases: [Case]

    var failures: Int { cases.count { $0.failed } }

    init(_ pack: LintedPack) {
      name = pack.folder.html
      let findings = Dictionary(grouping: pack.findings) { $0.subject }
      var seen: Set<FileID> = []
      var files = pack.facts.assets.map { FileID($0.source) }
      // Single files are not a pack, so it has no case unless it has findings.
      if pack.facts.source.kind != .files { files.insert(FileID(pack.path), at: 0) }
      // A finding's file may not be a sticker, such as one that is listed and missing.
      files = (files + pack.findings.map { $0.subject }).filter { seen.insert($0).inserted }
      cases = files.map { [name] file in
        Case(
          name: pack.shortName(of: file.path).html, suite: name, findings: findings[file] ?? [])
      }
    }

    var lines: [String] {
      [
        #"  <testsuite name="\#(name)" tests="\#(cases.count)" failures="\#(failures)" errors="0""#
          + #" skipped="0">"#
      ] + cases.flatMap { $0.lines } + ["  </testsuite>"]
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
      // Jenkins, GitLab and Azure show only the first failure of a case.
      if let first = errors.first {
        let more = errors.count == 1 ? "" : " (and \(errors.count - 1) more)"
        lines.append(
          #"      <failure type="\#(first.rule.html)""#
            + #" message="\#(first.wholeMessage.html)\#(more)">"#
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
        finding.suppressionReason.map { "Reason: \($0.html)" } ?? "→ \(finding.fix.html)"
      return "\(kind): \(finding.wholeMessage.html) \(finding.rule.html)\n  \(advice)"
    }
  }
}
