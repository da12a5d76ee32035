internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// A lint result as GitHub's Markdown, for the summary of a job or a comment: a summary line, a table
/// for each pack with its findings grouped by rule, and a collapsed table of suppressed findings.
package enum MarkdownReport {
  /// The maximum size of a report in bytes. GitHub accepts 65,536 characters in a comment and 1 MiB in
  /// a job's summary.
  package static let mostBytes = 65_536

  /// The number of files of a finding that are named.
  private static let mostNamed = 3

  /// The report. Ends in a newline.
  ///
  /// If not all findings fit, the most severe are shown and the others counted.
  package static func text(of contents: ReportContents) -> String {
    var sections = contents.packs.map { pack in
      Section(
        head: ["", "### \(pack.folder.markdownCode)", ""]
          + tableHead("Severity", "Rule", "Files", "Message", "Fix"))
    }
    sections.append(
      Section(
        head: [
          "", "<details>", "<summary>\(contents.findings.suppressedCount) suppressed</summary>", "",
        ] + tableHead("Pack", "Rule", "Files", "Message", "Reason"),
        tail: ["", "</details>"]))

    let summary = "**\(TextReport.summary(of: contents, .plain))**"
    let hidden = fill(&sections, with: contents, remaining: mostBytes - summary.utf8.count - 400)
    var lines = [summary] + TextReport.staleEntries(in: contents).flatMap { ["", $0 + "."] }
    if !hidden.isEmpty { lines += ["", note(on: hidden)] }
    for section in sections where !section.rows.isEmpty {
      lines += section.head + section.rows + section.tail
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Section {
    var head: [String]
    var tail: [String] = []
    var rows: [String] = []

    var byteCount: Int { (head + tail).reduce(0) { $0 + $1.utf8.count + 1 } }
  }

  /// Adds a row for each message of a rule to its section, the most severe first, until the report is
  /// full. Returns the findings that do not fit.
  private static func fill(
    _ sections: inout [Section], with contents: ReportContents, remaining: Int
  ) -> [Finding] {
    var remaining = remaining
    var hidden: [Finding] = []
    let groups = contents.packs.map { pack in
      pack.groups(of: pack.findings.filter { !$0.isInBaseline })
    }
    for standing in FindingGroup.Standing.allCases.reversed() {
      for (pack, groups) in groups.enumerated() {
        let index = standing == .suppressed ? contents.packs.count : pack
        for group in groups where group.standing == standing {
          for entry in group.entries {
            let row = row(of: entry, group, in: contents.packs[pack])
            let cost =
              row.utf8.count + 1 + (sections[index].rows.isEmpty ? sections[index].byteCount : 0)
            if cost <= remaining {
              remaining -= cost
              sections[index].rows.append(row)
            } else {
              hidden += entry.findings
            }
          }
        }
      }
    }
    return hidden
  }

  private static func row(
    of entry: FindingGroup.Entry, _ group: FindingGroup, in pack: LintedPack
  ) -> String {
    let rule = "`\(group.rule)`"
    let more = entry.names.count - mostNamed
    let files =
      entry.names.prefix(mostNamed).map { $0.markdownCode }.joined(separator: ", ")
      + (more > 0 ? " and \(Text.number(more)) more" : "")
    let message = entry.message.markdown
    if let reason = entry.reason {
      return tableRow(pack.folder.markdownCode, rule, files, message, reason.markdown)
    }
    // A rule's fix is already Markdown; one that was read from a report may be another text.
    let fix = Rule.named(group.rule)?.fix == group.fix ? group.fix : group.fix.markdown
    return tableRow(group.standing.name, rule, files, message, fix)
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
    let kinds = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = hidden.count { $0.suppressionReason == nil && $0.severity == severity }
      return count == 0 ? nil : severity.phrase(for: count)
    }
    let suppressed = hidden.count { $0.suppressionReason != nil }
    let parts = kinds + (suppressed == 0 ? [] : ["\(suppressed) suppressed"])
    return "Not shown because of GitHub's size limit: \(parts.joined(separator: ", "))."
      + " The JSON and HTML reports have all findings."
  }
}
