internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// A lint result as GitHub's Markdown, for the summary of a job or a comment: a summary line, a table
/// for each pack, and a collapsed table of suppressed findings.
package enum MarkdownReport {
  /// The maximum size of a report in bytes. GitHub accepts 65,536 characters in a comment and 1 MiB in
  /// a job's summary.
  package static let mostBytes = 65_536

  /// The report. Ends in a newline.
  ///
  /// If not all findings fit, the most severe are shown and the others counted.
  package static func text(of result: LintResult) -> String {
    var sections = result.packs.map { pack in
      Section(
        head: ["", "### \(pack.facts.source.displayPath.markdownCode)", ""]
          + tableHead("Severity", "File", "Message", "Rule", "Fix"))
    }
    sections.append(
      Section(
        head: ["", "<details>", "<summary>\(result.suppressedCount) suppressed</summary>", ""]
          + tableHead("File", "Message", "Rule", "Reason"),
        tail: ["", "</details>"]))

    let summary = "**\(TextReport.summary(of: result, .plain))**"
    let hidden = fill(&sections, with: result, remaining: mostBytes - summary.utf8.count - 400)
    var lines = [summary] + TextReport.staleEntries(in: result).flatMap { ["", $0 + "."] }
    if !hidden.isEmpty { lines += ["", note(on: hidden)] }
    for section in sections where !section.rows.isEmpty {
      lines += section.head + section.rows.map(\.text) + section.tail
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Section {
    var head: [String]
    var tail: [String] = []
    var rows: [(place: Int, text: String)] = []

    var byteCount: Int { (head + tail).reduce(0) { $0 + $1.utf8.count + 1 } }
  }

  /// Adds a row for each finding to its section, the most severe first, until the report is full.
  /// Returns the findings that do not fit.
  private static func fill(
    _ sections: inout [Section], with result: LintResult, remaining: Int
  ) -> [Finding] {
    var remaining = remaining
    var hidden: [Finding] = []
    let placed = result.packs.enumerated().flatMap { index, pack in
      pack.findings.filter { !$0.isInBaseline }.map { (finding: $0, pack: index) }
    }
    let bySeverity = placed.enumerated().sorted { first, second in
      let ranks = (rank(first.element.finding), rank(second.element.finding))
      return ranks.0 == ranks.1 ? first.offset < second.offset : ranks.0 > ranks.1
    }
    for (place, (finding, pack)) in bySeverity {
      let index = finding.suppressionReason == nil ? pack : result.packs.count
      let row = row(of: finding, in: result.packs[pack])
      let cost =
        row.utf8.count + 1 + (sections[index].rows.isEmpty ? sections[index].byteCount : 0)
      if cost <= remaining {
        remaining -= cost
        sections[index].rows.append((place, row))
      } else {
        hidden.append(finding)
      }
    }
    for index in sections.indices {
      sections[index].rows.sort { $0.place < $1.place }
    }
    return hidden
  }

  private static func rank(_ finding: Finding) -> Int {
    if finding.suppressionReason != nil { return -1 }
    return Severity.allCases.firstIndex(of: finding.severity) ?? 0
  }

  private static func row(of finding: Finding, in pack: LintedPack) -> String {
    let message = finding.messageWithPlace.markdown
    let rule = "`\(finding.rule)`"
    if let reason = finding.suppressionReason {
      return tableRow(finding.file.markdownCode, message, rule, reason.markdown)
    }
    let file = pack.shortName(of: finding.file).markdownCode
    // A rule's fix is already Markdown.
    return tableRow(finding.severity.rawValue, file, message, rule, finding.fix)
  }

  static func tableHead(_ titles: String...) -> [String] {
    [
      "| \(titles.joined(separator: " | ")) |",
      "|" + String(repeating: " --- |", count: titles.count),
    ]
  }

  static func tableRow(_ cells: String...) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }

  private static func note(on hidden: [Finding]) -> String {
    let kinds = ["error", "warning", "info"].compactMap { kind -> String? in
      let count = hidden.count { $0.suppressionReason == nil && $0.severity.rawValue == kind }
      return count == 0 ? nil : kind == "info" ? "\(count) info" : Text.count(count, kind)
    }
    let suppressed = hidden.count { $0.suppressionReason != nil }
    let parts = kinds + (suppressed == 0 ? [] : ["\(suppressed) suppressed"])
    return "Not shown because of GitHub's size limit: \(parts.joined(separator: ", "))."
      + " The JSON and HTML reports have all findings."
  }
}
