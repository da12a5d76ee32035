internal import Basics
package import StickerLint

/// The report of an upload check, as text and JSON: what App Store Connect would refuse, and what was not seen.
/// `stickerpack schema upload` describes the JSON.
package enum UploadReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  static let schema = "stickerpack.upload/1"

  /// Text: the findings and their summary, a line for each check, and what no program can see. Ends in a newline.
  ///
  /// - Parameter width: the maximum length of a line.
  package static func text(of result: LintResult, style: TextStyle, width: Int) -> String {
    let outcomes = result.uploadOutcomes
    let report = TextReport(style: style, width: width) { _ in
      [""] + outcomes.flatMap { lines(of: $0, style, width) } + gaps(of: outcomes, style, width)
        + [""]
        + "Left for you to check: \(UploadCheck.notChecked.joined(separator: ", "))."
        .wrapped(to: width)
    }
    return report.text(of: ReportContents(result))
  }

  private static let titleWidth = 2 + (UploadCheck.all.map { $0.title.count }.max() ?? 0)

  /// The line of a check, or its lines; none if it cannot be told.
  private static func lines(
    of outcome: UploadOutcome, _ style: TextStyle, _ width: Int
  ) -> [String] {
    let mark: String
    let text: String
    switch outcome.answer {
    case .unknown: return []
    case .found:
      mark = style.colored("✗", .error)
      text =
        (outcome.check.verdict == .refused ? "refused: " : "accepted, but ") + outcome.check.text
    case .seen:
      mark = style.green("✓")
      text =
        outcome.suppressedCount > 0
        ? outcome.suppressedCount.counted("finding") + " suppressed" : ""
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

  /// The reasons why checks cannot be told, each with the titles of its checks.
  private static func gaps(
    of outcomes: [UploadOutcome], _ style: TextStyle, _ width: Int
  ) -> [String] {
    var gaps: [(reason: String, titles: [String])] = []
    for outcome in outcomes {
      guard case .unknown(let reasons) = outcome.answer else { continue }
      let reason = reasons.joined(separator: "; ").withoutControls
      if let index = gaps.firstIndex(where: { $0.reason == reason }) {
        gaps[index].titles.append(outcome.check.title)
      } else {
        gaps.append((reason, [outcome.check.title]))
      }
    }
    guard !gaps.isEmpty else { return [] }
    return ["", "Cannot tell:"]
      + gaps.flatMap { gap in
        "\(gap.titles.joined(separator: ", ")): \(gap.reason)."
          .wrapped(to: max(20, width - 4)).enumerated().map { index, line in
            (index == 0 ? "  \(style.colored("?", .warning)) " : "    ") + line
          }
      }
  }

  /// JSON. Ends in a newline.
  package static func json(of result: LintResult) -> [UInt8] {
    let contents = ReportContents(result)
    return JSONStream.object { report in
      report.add("checks", objects: result.uploadOutcomes) { entry, outcome in
        let (answer, reasons) = outcome.answer.entry
        entry.add("answer", answer)
        entry.add(findings: outcome.findings)
        entry.add("id", outcome.check.id.rawValue)
        entry.add("reasons", reasons)
        entry.add("rules", outcome.check.rules)
        entry.add("source", outcome.check.source)
        entry.add("suppressed", outcome.suppressedCount)
        entry.add("text", outcome.check.text)
        entry.add("title", outcome.check.title)
        entry.add("verdict", outcome.check.verdict.rawValue)
      }
      report.add("notChecked", UploadCheck.notChecked)
      report.add("passed", !contents.hasErrors)
      report.add("schema", schema)
      report.add(toolOfVersion: contents.version)
    }
  }
}

extension UploadOutcome.Answer {
  /// Its name for programs, and its reasons.
  fileprivate var entry: (String, [String]) {
    switch self {
    case .found: ("found", [])
    case .seen: ("seen", [])
    case .unknown(let reasons): ("unknown", reasons)
    }
  }
}
