internal import Basics
internal import StickerLint

/// The findings of one rule in one pack that have the same standing and fix.
struct FindingGroup {
  /// The state of a finding, in the order of text reports: the worst is last.
  enum Standing: Comparable, CaseIterable {
    case fixed, suppressed, info, warning, error

    init(_ finding: Finding) {
      self =
        switch (finding.suppressionReason, finding.severity) {
        case (.some, _): .suppressed
        case (nil, .info): .info
        case (nil, .warning): .warning
        case (nil, .error): .error
        }
    }

    /// The word in reports.
    var name: String {
      switch self {
      case .fixed: "fixed"
      case .suppressed: "suppressed"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// Findings with the same message, which is shown once.
  struct Entry {
    /// The message; with the place in the file if there is only one finding.
    var message: String
    /// The reason of the suppression.
    var reason: String?
    /// The files, relative to the pack; empty for the pack itself.
    var names: [String]
    var findings: [Finding]
  }

  var rule: String
  var standing: Standing
  var fix: String
  /// The most frequent first, then those that are furthest from the limit.
  var entries: [Entry]

  var fileCount: Int { Set(entries.flatMap { $0.names }).count }
}

extension LintedPack {
  /// Groups findings of the pack. Groups have the order of their first findings.
  func groups(
    of findings: [Finding],
    standing: (Finding) -> FindingGroup.Standing = FindingGroup.Standing.init
  ) -> [FindingGroup] {
    grouped(findings) { Key(rule: $0.rule, standing: standing($0), fix: $0.fix) }
      .map { key, findings in
        FindingGroup(
          rule: key.rule, standing: key.standing, fix: key.fix, entries: entries(of: findings))
      }
  }

  private func entries(of findings: [Finding]) -> [FindingGroup.Entry] {
    grouped(findings) { Text(message: $0.message, reason: $0.suppressionReason) }
      .map { text, findings in
        FindingGroup.Entry(
          message: findings.count == 1 ? findings[0].messageWithPlace : text.message,
          reason: text.reason, names: findings.flatMap(names), findings: findings)
      }
      .enumerated().sorted { first, second in
        let (one, other) = (first.element.rank, second.element.rank)
        return one == other ? first.offset < second.offset : one > other
      }.map { $0.element }
  }

  /// The files that a finding is about.
  private func names(of finding: Finding) -> [String] {
    let files = finding.filesInside.isEmpty ? [finding.subject] : finding.others
    return files.map { $0.path }.filter { $0 != path }.map(shortName)
  }

  private struct Key: Hashable {
    var rule: String
    var standing: FindingGroup.Standing
    var fix: String
  }

  private struct Text: Hashable {
    var message: String
    var reason: String?
  }
}

extension FindingGroup.Entry {
  fileprivate var rank: (Int, Double) {
    (findings.count, findings.lazy.map { $0.distance }.max() ?? 0)
  }
}

/// The elements by key, in the order in which the keys occur.
private func grouped<Element, Key: Hashable>(
  _ elements: [Element], by key: (Element) -> Key
) -> [(key: Key, elements: [Element])] {
  var order: [Key] = []
  var groups: [Key: [Element]] = [:]
  for element in elements {
    let key = key(element)
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(element)
  }
  return order.map { ($0, groups[$0] ?? []) }
}
