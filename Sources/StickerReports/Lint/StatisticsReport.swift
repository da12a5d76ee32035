internal import Basics
internal import StickerLint

/// The number of open findings of each rule.
package enum StatisticsReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  static let schema = "stickerpack.statistics/1"

  /// Text: the table of rules and the summary. Ends in a newline.
  package static func text(of contents: ReportContents, _ report: TextReport) -> String {
    let table = report.table(of: contents.findings.filter(\.isOpen).statistics)
    return (table + (table.isEmpty ? [] : [""]) + report.ending(of: contents))
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
  var fix: String
}

extension Sequence<Finding> {
  /// The findings in numbers, the most severe and then the most frequent rules last.
  var statistics: [RuleStatistics] {
    Dictionary(grouping: self, by: \.rule).map { rule, findings in
      RuleStatistics(
        rule: rule, severity: findings.lazy.map(\.severity).max() ?? .info,
        findings: findings.count, fix: findings[0].fix)
    }
    .sorted { ($0.severity, $0.findings, $0.rule) < ($1.severity, $1.findings, $1.rule) }
  }
}
