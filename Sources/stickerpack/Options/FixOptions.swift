internal import ArgumentParser
internal import Basics
internal import StickerLint
internal import StickerReports

/// Whether and how `lint` fixes what it finds.
struct FixOptions: ParsableArguments {
  @Flag(
    help:
      "Fix invisible problems, such as metadata, and report the rest. Originals are kept; stickerpack undo restores them."
  )
  var fix = false

  @Flag(help: "With --fix or --diff: also make fixes that change the art or its timing.")
  var unsafeFixes = false

  @Flag(help: "Print what --fix would change, and write nothing. Exits with 1 if it would.")
  var diff = false

  /// Whether files are repaired, if only for a list of changes.
  var isActive: Bool { fix || diff }

  /// Which findings that could be fixed text reports count.
  var suggestion: FixSuggestion? {
    if unsafeFixes { return nil }
    return isActive ? .unsafe : .all
  }

  func validate() throws {
    guard isActive || !unsafeFixes else {
      throw ValidationError("--unsafe-fixes requires --fix or --diff.")
    }
  }
}

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
      "\((safe + risky).grouped) of \(open.count.counted("finding")) can be fixed"
    if self == .unsafe {
      return ["\(start) with --unsafe-fixes, which changes the art or its timing"]
    }
    var parts: [String] = []
    if safe > 0 { parts.append("\(safe.grouped) with --fix") }
    if risky > 0 { parts.append("\(risky.grouped) with --fix --unsafe-fixes") }
    return ["\(start): \(parts.joined(separator: ", "))"]
  }
}
