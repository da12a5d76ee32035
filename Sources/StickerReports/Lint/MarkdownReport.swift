internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// A lint result as GitHub's Markdown, for the summary of a CI job or a comment: one line, a table a
/// pack, and what is allowed folded away.
package enum MarkdownReport {
  /// The most bytes of a report. GitHub takes 65,536 characters in a comment and 1 MiB in a job's
  /// summary, so that a report fits into both.
  package static let mostBytes = 65_536

  /// The whole report, with a newline at its end.
  ///
  /// Where not all findings fit, the worst are shown, and the report says how many are not.
  package static func text(of result: LintResult) -> String {
    var sections = result.packs.map { pack in
      Section(
        head: ["", "### \(pack.facts.source.displayPath.markdownCode)", ""]
          + tableHead("Severity", "File", "Message", "Rule", "Remedy"))
    }
    // The number of allowed findings is known, and their section comes last.
    let allowed = result.suppressedCount
    sections.append(
      Section(
        head: ["", "<details>", "<summary>\(allowed) allowed</summary>", ""]
          + tableHead("File", "Message", "Rule", "Reason"),
        tail: ["", "</details>"]))

    let summary = "**\(TextReport.summary(of: result, .plain))**"
    let hidden = fill(&sections, with: result, room: mostBytes - summary.utf8.count - 400)
    var lines = [summary] + TextReport.gone(from: result).flatMap { ["", $0 + "."] }
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

  /// Gives each finding a row in its section while there is room, the worst first. Returns the
  /// findings without one.
  private static func fill(
    _ sections: inout [Section], with result: LintResult, room: Int
  ) -> [Finding] {
    var room = room
    var hidden: [Finding] = []
    let placed = result.packs.enumerated().flatMap { index, pack in
      pack.findings.filter { !$0.isInBaseline }.map { (finding: $0, pack: index) }
    }
    let worstFirst = placed.enumerated().sorted { first, second in
      let ranks = (rank(first.element.finding), rank(second.element.finding))
      return ranks.0 == ranks.1 ? first.offset < second.offset : ranks.0 > ranks.1
    }
    for (place, (finding, pack)) in worstFirst {
      let index = finding.suppressionReason == nil ? pack : result.packs.count
      let row = row(of: finding, in: result.packs[pack])
      let cost =
        row.utf8.count + 1 + (sections[index].rows.isEmpty ? sections[index].byteCount : 0)
      if cost <= room {
        room -= cost
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
    // A rule's remedy is our own Markdown.
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
    let allowed = hidden.count { $0.suppressionReason != nil }
    let parts = kinds + (allowed == 0 ? [] : ["\(allowed) allowed"])
    return "Not shown here, since GitHub takes no longer texts: \(parts.joined(separator: ", "))."
      + " The JSON and HTML reports have all of them."
  }
}
