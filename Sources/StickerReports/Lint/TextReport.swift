internal import Basics
internal import StickerLint
internal import StickerPacks

/// A lint result as text for readers. What needs attention most is last, next to the prompt.
///
/// Findings of a rule are grouped within a pack. Up to three are listed and the others counted.
package struct TextReport: Sendable {
  /// The findings that are shown. The summary counts the others.
  package enum Detail: Sendable {
    /// Errors; without errors the report is empty.
    case quiet
    /// Errors.
    case errors
    /// Errors and warnings.
    case normal
    /// All findings, including suppressed ones, with the names of all files.
    case verbose
  }

  let style: TextStyle
  private let width: Int
  private let detail: Detail
  private let hint: String?
  private let ending: (@Sendable (ReportContents) -> [String])?

  /// The number of findings of a rule, and of names of a finding, that are listed.
  private static let mostListed = 3
  // The longest of the names that are shown, and two spaces.
  private var standingWidth: Int { detail == .verbose ? 12 : 9 }
  private var indent: Int { 2 + standingWidth }

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - width: the maximum length of a line, unless a name is longer.
  ///   - hint: advice on listing the findings that are only counted, for the summary.
  ///   - ending: more lines after the summary.
  package init(
    style: TextStyle, width: Int = 100, detail: Detail = .verbose, hint: String? = nil,
    ending: (@Sendable (ReportContents) -> [String])? = nil
  ) {
    self.style = style
    self.width = width
    self.detail = detail
    self.hint = hint
    self.ending = ending
  }

  /// The report. Ends in a newline unless it is empty.
  package func text(of contents: ReportContents) -> String {
    if detail == .quiet, !contents.hasErrors { return "" }
    let sections = contents.packs.map { pack in
      Section(
        path: pack.folder, groups: pack.groups(of: pack.findings.filter(shows)))
    }
    return joined([lines(of: sections)], contents)
  }

  /// The findings that are new or fixed since another report, and the summary. Ends in a newline unless
  /// it is empty.
  package func changes(from old: ReportContents, to new: ReportContents) -> String {
    func packs(_ contents: ReportContents) -> [FilePath: LintedPack] {
      Dictionary(firstOf: contents.packs.map { ($0.path, $0) })
    }
    let (before, after) = (packs(old), packs(new))
    let gone = old.packs.filter { after[$0.path] == nil }
    let sections = (new.packs + gone).map { pack in
      let known = (before[pack.path]?.findings ?? []).filter(shows).fingerprinted
      let found = (after[pack.path]?.findings ?? []).filter(shows).fingerprinted
      let remaining = Set(found.map { $0.fingerprint })
      // A finding that has changed is shown again, and was not fixed.
      let earlier = Dictionary(uniqueKeysWithValues: known.map { ($0.fingerprint, $0.finding) })
      let fixed = known.filter { !remaining.contains($0.fingerprint) }.map { $0.finding }
      let added = found.filter { earlier[$0.fingerprint] != $0.finding }.map { $0.finding }
      return Section(
        path: pack.folder,
        groups: pack.groups(of: fixed, standing: { _ in .fixed }) + pack.groups(of: added))
    }
    let lines = lines(of: sections)
    return detail == .quiet && lines.isEmpty ? "" : joined([lines], new)
  }

  /// The last lines: the numbers of stickers, packs and findings, and of stale baseline entries.
  func ending(of contents: ReportContents) -> [String] {
    [Self.summary(of: contents, style, detail: detail, hint: hint)]
      + Self.staleEntries(in: contents) + (ending?(contents) ?? [])
  }

  // MARK: Findings

  /// The findings of a pack that are shown.
  private struct Section {
    var path: String
    var groups: [FindingGroup]
  }

  /// The groups, each fix below the first one of its rule. Those with errors are last.
  private func lines(of sections: [Section]) -> [String] {
    let ruleWidth = sections.lazy.flatMap { $0.groups }.map { $0.rule.count }.max() ?? 0
    var explained: Set<String> = []
    var lines: [String] = []
    for hasErrors in [false, true] {
      for section in sections where !section.groups.isEmpty {
        guard section.groups.contains(where: { $0.standing == .error }) == hasErrors else {
          continue
        }
        lines += lines.isEmpty ? [] : [""]
        // Names in the current folder need no heading.
        if section.path != "." { lines.append(style.bold(section.path.withoutControls)) }
        for standing in FindingGroup.Standing.allCases {
          for group in section.groups where group.standing == standing {
            lines += self.lines(of: group, ruleWidth)
            if standing > .suppressed, explained.insert(group.rule + group.fix).inserted {
              let fix = wrapped(words(of: group.fix), at: indent + 2)
              lines += indented(fix.prefix(1).map { style.faint("→ " + $0) }, by: indent)
              lines += indented(fix.dropFirst().map(style.faint), by: indent + 2)
            }
          }
        }
      }
    }
    return lines
  }

  private func lines(of group: FindingGroup, _ ruleWidth: Int) -> [String] {
    let entries = group.entries
    let isSingle = entries.count == 1
    let subject =
      isSingle ? listing(entries[0].names) : [Text.count(group.fileCount, "file")]
    let column = indent + ruleWidth + 2
    let head = wrapped(subject, at: column)
    var lines = [
      "  " + style.colored(group.standing.name.padded(to: standingWidth), group.standing)
        + (head.isEmpty ? group.rule : group.rule.padded(to: ruleWidth + 2)) + (head.first ?? "")
    ]
    lines += indented(head.dropFirst(), by: column)
    guard group.standing != .fixed else { return lines }
    let shown = detail == .verbose ? entries[...] : entries.prefix(Self.mostListed)
    for entry in shown {
      let names = isSingle ? [] : listing(entry.names, ending: ":")
      lines += indented(wrapped(names + words(of: entry.message), at: indent), by: indent)
      if let reason = entry.reason {
        let text = wrapped(words(of: "Reason: " + reason), at: indent)
        lines += indented(text.map(style.faint), by: indent)
      }
    }
    let more = entries.dropFirst(shown.count).reduce(0) { $0 + $1.findings.count }
    if more > 0 { lines += indented(["and \(Text.number(more)) more"], by: indent) }
    return lines
  }

  /// The first names and the number of the others, as words of a line. Names with spaces are quoted.
  private func listing(_ names: [String], ending: String = "") -> [String] {
    let shown = detail == .verbose ? names[...] : names.prefix(Self.mostListed)
    let more = names.count - shown.count
    var words = shown.map { ($0.contains(" ") ? $0.quoted : $0).withoutControls }
    for index in words.indices.dropLast() { words[index] += "," }
    if more > 0 { words.append("and \(Text.number(more)) more") }
    if let last = words.indices.last { words[last] += ending }
    return words
  }

  private func shows(_ finding: Finding) -> Bool {
    !finding.isInBaseline && detail.shows(finding)
  }

  // MARK: Lines

  private func joined(_ blocks: [[String]], _ contents: ReportContents) -> String {
    (blocks + [ending(of: contents)]).filter { !$0.isEmpty }
      .map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func indented(_ lines: some Sequence<String>, by count: Int) -> [String] {
    lines.map { String(repeating: " ", count: count) + $0 }
  }

  /// Words in lines that fit right of a column.
  private func wrapped(_ words: [String], at column: Int) -> [String] {
    words.wrapped(to: max(20, width - column))
  }

  /// The words of a text. Quoted text, which may be a path, is one word.
  private func words(of text: String) -> [String] {
    var isQuoted = false
    return text.withoutControls.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }.map(String.init)
  }

  // MARK: Summary

  /// The numbers of stickers, packs and findings.
  package static func summary(
    of contents: ReportContents, _ style: TextStyle, detail: Detail = .verbose, hint: String? = nil
  ) -> String {
    let findings = contents.findings
    let subject =
      "\(Text.count(contents.stickerCount, "sticker")) in \(Text.count(contents.packs.count, "pack"))"
    var parts: [String] = []
    for severity in Severity.allCases.reversed() {
      let count = findings.count(of: severity)
      guard count > 0 else { continue }
      parts.append(style.colored(severity.phrase(for: count), severity))
    }
    let isClean = parts.isEmpty
    let (suppressed, baselined) = (findings.suppressedCount, findings.baselinedCount)
    if isClean { parts.append(style.green(baselined > 0 ? "no new findings" : "no findings")) }
    if suppressed > 0 { parts.append("\(suppressed) suppressed") }
    if let hint, findings.contains(where: { !$0.isInBaseline && !detail.shows($0) }) {
      parts[parts.count - 1] += " (\(hint))"
    }
    if baselined > 0 { parts.append("\(baselined) in the baseline") }
    // A pack without stickers is not a success. Nothing is linted if nothing has changed.
    let isSuccess = isClean && (contents.stickerCount > 0 || contents.packs.isEmpty)
    return "\(isSuccess ? style.green("✓ ") : "")\(subject): \(parts.joined(separator: ", "))"
  }

  /// A line with the number of stale baseline entries; empty if there are none.
  static func staleEntries(in contents: ReportContents) -> [String] {
    let count = (contents.staleBaselineEntries ?? []).reduce(0) { $0 + $1.count }
    guard count > 0 else { return [] }
    let (entries, them) = count == 1 ? ("entry", "it") : ("entries", "them")
    return [
      "\(Text.number(count)) stale baseline \(entries); write the baseline again to remove \(them)"
    ]
  }
}

extension TextReport.Detail {
  fileprivate func shows(_ finding: Finding) -> Bool {
    switch self {
    case .quiet, .errors: FindingGroup.Standing(finding) == .error
    case .normal: FindingGroup.Standing(finding) >= .warning
    case .verbose: true
    }
  }
}

extension TextStyle {
  fileprivate func colored(_ text: String, _ standing: FindingGroup.Standing) -> String {
    switch standing {
    case .fixed, .suppressed: green(text)
    case .info: colored(text, Severity.info)
    case .warning: colored(text, Severity.warning)
    case .error: colored(text, Severity.error)
    }
  }
}
