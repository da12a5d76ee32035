internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// Whether and how `lint` fixes what it finds.
struct FixOptions: ParsableArguments, Sendable {
  @Flag(
    help:
      "Fix invisible problems, such as metadata, and report the rest. Originals are kept; stickerpack undo restores them."
  )
  var fix = false

  @Flag(help: "Print what --fix would change, and write nothing. Exits with 1 if it would.")
  var diff = false

  @Flag(help: "With --fix or --diff: also make fixes that change the art or its timing.")
  var unsafeFixes = false

  /// Whether files are repaired, if only for a list of changes.
  var isActive: Bool { fix || diff }

  func validate() throws {
    guard isActive || !unsafeFixes else {
      throw ValidationError("--unsafe-fixes requires --fix or --diff.")
    }
  }
}

/// The last line of a text report: the command that shows or makes fixes that a run has not made.
struct FixSuggestion: Sendable {
  /// The command that ran, without the options for fixes; nil if it is too long to repeat.
  let command: String?
  let fixing: FixOptions

  /// The line; empty if nothing more can be fixed.
  ///
  /// - Parameter hasListed: whether `--diff` has listed changes.
  func lines(for contents: ReportContents, hasListed: Bool = false) -> [String] {
    let open = contents.findings.filter(\.isOpen)
    let repairs = open.compactMap(\.repair)
    let risky = fixing.unsafeFixes ? 0 : repairs.count { !$0.isSafe }
    let safe = fixing.isActive ? 0 : repairs.count - risky
    let start = "Next: \(command ?? "the same command with")"
    let total = open.count.counted("finding")
    if hasListed {
      return [
        "\(start) --fix\(fixing.unsafeFixes ? " --unsafe-fixes" : "")"
          + (risky > 0
            ? " (\(risky.grouped) of \(total) can be fixed only with --unsafe-fixes)" : "")
      ]
    }
    guard safe + risky > 0 else { return [] }
    if safe == 0 {
      return [
        "\(start) --diff --unsafe-fixes (shows fixes for \(risky.grouped) of \(total),"
          + " which change the art or its timing)"
      ]
    }
    return [
      "\(start) --diff (shows fixes for \(safe.grouped) of \(total)"
        + (risky > 0 ? ", and for \(risky.grouped) more with --unsafe-fixes)" : ")")
    ]
  }
}
