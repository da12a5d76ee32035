internal import Basics
package import StickerLint

/// What App Store Connect would refuse as text and JSON. `stickerpack schema upload` describes the JSON.
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
    let titleWidth = 2 + (outcomes.map(\.check.title.count).max() ?? 0)
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
      let found = Set(outcome.findings.map(\.rule))
      return outcome.check.refusals.filter { !found.isDisjoint(with: $0.rules) }.map(\.text)
        .joined(separator: ", ")
    }
  }

  /// JSON. Ends in a newline.
  package static func json(of result: LintResult) throws -> [UInt8] {
    try CanonicalJSON.bytes(of: Document(ReportContents(result), result.uploadOutcomes))
  }

  private struct Document: Encodable {
    var schema = UploadReport.schema
    var tool: ToolEntry
    var passed: Bool
    var checks: [Check]
    var notChecked = UploadCheck.notChecked

    init(_ contents: ReportContents, _ outcomes: [UploadOutcome]) {
      tool = ToolEntry(version: contents.version)
      passed = !contents.hasErrors
      checks = outcomes.map(Check.init)
    }
  }

  private struct Refusal: Encodable {
    var text: String
    var rules: [String]
  }

  private struct Check: Encodable {
    var id: String
    var title: String
    var status: String
    var refusals: [Refusal]
    var rules: [String]
    var findings: [FindingEntry]

    init(_ outcome: UploadOutcome) {
      (id, title, status) = (outcome.check.id, outcome.check.title, outcome.status.rawValue)
      refusals = outcome.check.refusals.map { Refusal(text: $0.text, rules: $0.rules) }
      rules = outcome.check.rules
      findings = outcome.findings.fingerprinted.map(FindingEntry.init)
    }
  }
}
