internal import Basics
internal import StickerLint

/// The number of open findings of each rule.
package enum StatisticsReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  static let schema = "stickerpack.statistics/1"

  /// Text: a line for each rule, the errors last, and the summary. Ends in a newline.
  package static func text(of contents: ReportContents, _ report: TextReport) -> String {
    let rows = contents.findings.filter(\.isOpen).statistics
    let cells =
      [["severity", "stickers", "rule", "title", "fixable"]]
      + rows.map {
        [
          $0.severity.rawValue, $0.stickers == 0 ? "pack" : Text.number($0.stickers), $0.rule,
          $0.title, $0.fixable.map { "--fix" + ($0 == "safe" ? "" : " --unsafe-fixes") } ?? "",
        ]
      }
    let widths = (0..<4).map { column in cells.lazy.map { $0[column].count }.max() ?? 0 }
    let lines = cells.enumerated().map { index, row in
      let padded = row.indices.map { column -> String in
        guard column < 4 else { return row[column] }
        if column == 1 {
          return String(repeating: " ", count: widths[1] - row[1].count) + row[1]
        }
        let text = row[column].padded(to: widths[column])
        return column == 2 && index > 0
          ? report.style.colored(text, rows[index - 1].severity) : text
      }
      return padded.joined(separator: "  ").trimmingTrailingSpaces
    }
    return ((rows.isEmpty ? [] : lines + [""]) + report.ending(of: contents))
      .map { $0 + "\n" }.joined()
  }

  /// JSON. `stickerpack schema statistics` describes it. Ends in a newline.
  package static func json(of contents: ReportContents) throws -> [UInt8] {
    try CanonicalJSON.bytes(of: Document(contents))
  }

  private struct Document: Encodable {
    var schema = StatisticsReport.schema
    var tool: ToolEntry
    var summary: SummaryEntry
    var rules: [RuleStatistics]

    init(_ contents: ReportContents) {
      tool = ToolEntry(version: contents.version)
      summary = SummaryEntry(contents)
      rules = contents.findings.filter(\.isOpen).statistics
    }
  }
}

/// The findings of one rule in numbers.
struct RuleStatistics: Encodable {
  var rule: String
  /// The severity of the worst finding.
  var severity: Severity
  var findings: Int
  /// The number of files; 0 if the findings are about packs.
  var stickers: Int
  var title: String
  /// Whether a fix of a finding is safe, as in other reports; nil if none can be fixed.
  var fixable: String?
  var fix: String
}

extension Sequence<Finding> {
  /// The findings in numbers, the most severe and then the most frequent rules last.
  var statistics: [RuleStatistics] {
    Dictionary(grouping: self, by: \.rule).map { rule, findings in
      let repairs = findings.compactMap(\.repair)
      return RuleStatistics(
        rule: rule, severity: findings.lazy.map(\.severity).max() ?? .info,
        findings: findings.count,
        stickers: Set(findings.flatMap { [$0.subject] + $0.others }.filter { $0.role != nil })
          .count,
        title: Rule.named(rule)?.title ?? rule,
        fixable: (repairs.first { $0.isSafe } ?? repairs.first)?.safety.rawValue,
        fix: findings[0].fix)
    }
    .sorted { ($0.severity, $0.findings, $0.rule) < ($1.severity, $1.findings, $1.rule) }
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
