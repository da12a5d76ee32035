internal import StickerLint
internal import StickerReports

/// Which findings that `lint --fix` can fix a text report counts.
enum FixSuggestion: Sendable {
  /// Those of any run with `--fix`.
  case all
  /// Those that a run with `--fix` has left, because they need `--unsafe-fixes`.
  case unsafe

  /// A line with the number of findings; empty if there are none.
  @Sendable func lines(for contents: ReportContents) -> [String] {
    let open = contents.findings.filter(\.isOpen)
    let repairs = open.compactMap(\.repair)
    let risky = repairs.count { !$0.isSafe }
    let safe = self == .all ? repairs.count - risky : 0
    guard safe + risky > 0 else { return [] }
    let start =
      "\(Text.number(safe + risky)) of \(Text.count(open.count, "finding")) can be fixed"
    if self == .unsafe {
      return ["\(start) with --unsafe-fixes, which changes the art or its timing"]
    }
    var parts: [String] = []
    if safe > 0 { parts.append("\(Text.number(safe)) with --fix") }
    if risky > 0 { parts.append("\(Text.number(risky)) with --fix --unsafe-fixes") }
    return ["\(start): \(parts.joined(separator: ", "))"]
  }
}
