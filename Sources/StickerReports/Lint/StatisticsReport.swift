internal import Basics
internal import StickerLint

/// The numbers of open findings by rule and by pack, as text.
package enum StatisticsReport {
  /// A line for each rule with findings, and then one for each pack; errors are last.
  package static func text(of contents: ReportContents, style: TextStyle) -> String {
    let blocks = [
      rules(of: contents, style), packs(of: contents),
      [
        TextReport.summary(of: contents, style)
      ],
    ]
    return blocks.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }
      .joined(separator: "\n")
  }

  private struct Row {
    var rule: String
    var severity: Severity
    var stickers = 0
    var packs = 0
    var fixable = 0
  }

  private static func rules(of contents: ReportContents, _ style: TextStyle) -> [String] {
    var rows: [String: Row] = [:]
    for pack in contents.packs {
      var seen: Set<String> = []
      for finding in pack.findings where finding.isOpen {
        let key = finding.rule + finding.severity.rawValue
        var row = rows[key] ?? Row(rule: finding.rule, severity: finding.severity)
        row.stickers += max(1, finding.filesInside.count)
        if finding.repair != nil { row.fixable += 1 }
        if seen.insert(key).inserted { row.packs += 1 }
        rows[key] = row
      }
    }
    let sorted = rows.values.sorted {
      ($0.severity, $0.stickers, $1.rule) < ($1.severity, $1.stickers, $0.rule)
    }
    let cells =
      [["stickers", "packs", "fixable"]]
      + sorted.map { row in [row.stickers, row.packs, row.fixable].map { Text.number($0) } }
    let ruleWidth = sorted.map { $0.rule.count }.max() ?? 0
    let starts =
      ["".padded(to: 9 + ruleWidth)]
      + sorted.map { row in
        style.colored(row.severity.rawValue.padded(to: 9), row.severity)
          + row.rule.padded(to: ruleWidth)
      }
    let titles = [""] + sorted.map { Rule.named($0.rule)?.title ?? "" }
    guard !sorted.isEmpty else { return [] }
    return zip(zip(starts, cells), titles).map { row, title in
      let numbers = row.1.map { String(repeating: " ", count: 10 - $0.count) + $0 }.joined()
      return row.0 + numbers + (title.isEmpty ? "" : "  " + title)
    }
  }

  private static func packs(of contents: ReportContents) -> [String] {
    guard contents.packs.count > 1 else { return [] }
    let rows = contents.packs.map { pack in
      let counts = [Severity.error, .warning, .info].map { pack.findings.count(of: $0) }
      return (pack: pack, counts: counts)
    }.filter { row in row.counts.contains { $0 > 0 } }
      .sorted { $0.counts.lexicographicallyPrecedes($1.counts) }
    return rows.map { row in
      let phrases = zip([Severity.error, .warning, .info], row.counts).filter { $0.1 > 0 }
        .map { $0.0.phrase(for: $0.1) }
      return "\(row.pack.folder.withoutControls): \(phrases.joined(separator: ", "))"
    }
  }
}
