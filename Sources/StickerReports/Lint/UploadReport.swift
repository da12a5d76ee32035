internal import Basics
package import StickerLint

/// The report of an upload check, as text and JSON: what App Store Connect would refuse. `stickerpack schema upload`
/// describes the JSON.
package enum UploadReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  static let schema = "stickerpack.upload/1"

  /// Text: the findings and their summary, a line for each check, and what no program can see. Ends in a newline.
  ///
  /// - Parameter width: the maximum length of a line.
  package static func text(of result: LintResult, style: TextStyle, width: Int) -> String {
    let report = TextReport(style: style, width: width) { _ in
      [""] + lines(of: result.uploadOutcomes, style, width) + [""]
        + "Left for you to check: \(UploadCheck.notChecked.joined(separator: ", "))."
        .wrapped(to: width)
    }
    return report.text(of: ReportContents(result))
  }

  private static func lines(
    of outcomes: [UploadOutcome], _ style: TextStyle, _ width: Int
  ) -> [String] {
    let titleWidth = 2 + (outcomes.map { $0.check.title.count }.max() ?? 0)
    let texts = outcomes.map { text(of: $0) }
    return zip(outcomes, texts).flatMap { outcome, text in
      let mark =
        switch outcome.status {
        case .failed: style.colored("✗", .error)
        case .warned: style.colored("!", .warning)
        case .passed: style.green("✓")
        case .unchecked: style.faint("–")
        }
      let head = "  \(mark) " + outcome.check.title
      guard !text.isEmpty else { return [head] }
      let note = text.wrapped(to: max(20, width - titleWidth - 4))
      return note.enumerated().map { index, line in
        index == 0
          ? head + String(repeating: " ", count: titleWidth - outcome.check.title.count) + line
          : String(repeating: " ", count: titleWidth + 4) + line
      }
    }
  }

  private static func text(of outcome: UploadOutcome) -> String {
    switch outcome.status {
    case .passed: return ""
    case .unchecked:
      return "not checked: needs "
        + (outcome.check.subjects.contains(.project) ? "a catalog with its project, or " : "")
        + "a built product"
    case .failed, .warned:
      let found = Set(outcome.findings.map { $0.rule })
      return outcome.check.refusals.filter { !found.isDisjoint(with: $0.rules) }.map { $0.text }
        .joined(separator: ", ")
    }
  }

  /// JSON. Ends in a newline.
  package static func json(of result: LintResult) -> [UInt8] {
    let contents = ReportContents(result)
    return JSONStream.object { report in
      report.add("checks", objects: result.uploadOutcomes) { entry, outcome in
        entry.add(findings: outcome.findings)
        entry.add("id", outcome.check.id)
        entry.add("refusals", objects: outcome.check.refusals) { entry, refusal in
          entry.add("rules", refusal.rules)
          entry.add("text", refusal.text)
        }
        entry.add("rules", outcome.check.rules)
        entry.add("status", outcome.status)
        entry.add("title", outcome.check.title)
      }
      report.add("notChecked", UploadCheck.notChecked)
      report.add("passed", !contents.hasErrors)
      report.add("schema", schema)
      report.add(toolOfVersion: contents.version)
    }
  }
}
