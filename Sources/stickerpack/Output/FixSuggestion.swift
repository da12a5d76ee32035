internal import Basics
internal import StickerReports
internal import StickerTasks

/// The last line of a text report: the command that shows or makes fixes that a run has not made.
struct FixSuggestion: Sendable {
  /// The command that ends with a suggestion.
  enum Run: Sendable {
    case lint
    /// A fix, or what lists its changes.
    case fix(isUnsafe: Bool, hasListed: Bool)
  }

  /// `stickerpack fix` with the files and rules of the run.
  let command: String
  let run: Run

  /// Creates a suggestion after a run with options that select files, rules and findings.
  init(
    _ paths: [FilePath], _ configuration: ConfigurationOptions, baseline: FilePath?,
    changedSince: String?, after run: Run
  ) {
    let arguments =
      paths.map(\.string) + configuration.arguments
      + (baseline.map { ["--baseline", $0.string] } ?? [])
      + (changedSince.map { ["--changed-since", $0] } ?? [])
    let words = ["stickerpack", "fix"] + arguments
    let command = words.map(\.shellWord).joined(separator: " ").withoutControls
    self.command = command.count > 120 ? "stickerpack fix with the same arguments and" : command
    self.run = run
  }

  /// The line; empty if nothing more can be fixed.
  func lines(for contents: ReportContents) -> [String] {
    let open = contents.findings.filter(\.isOpen)
    let repairs = open.compactMap(\.repair)
    let total = open.count.counted("finding")
    var risky = repairs.count { !$0.isSafe }
    var safe = repairs.count - risky
    if case .fix(let isUnsafe, let hasListed) = run {
      if isUnsafe { risky = 0 }
      safe = 0
      if hasListed {
        return [
          "Next: \(command)\(isUnsafe ? " --unsafe" : "")"
            + (risky > 0 ? " (\(risky.grouped) of \(total) can be fixed only with --unsafe)" : "")
        ]
      }
    }
    guard safe + risky > 0 else { return [] }
    if safe == 0 {
      return [
        "Next: \(command) --dry-run --unsafe (shows fixes for \(risky.grouped) of \(total),"
          + " which change the art or its timing)"
      ]
    }
    return [
      "Next: \(command) --dry-run (shows fixes for \(safe.grouped) of \(total)"
        + (risky > 0 ? ", and for \(risky.grouped) more with --unsafe)" : ")")
    ]
  }
}
