internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

extension Build {
  /// Builds for destinations besides Messages, and prints the result for each. Fails if one that was named does not take
  /// the art.
  func build(_ task: BuildTask, for destinations: [Destination], named list: String) async throws {
    if let messages = destinations.first(where: \.isMessages) {
      throw ValidationError(
        "\(messages.id) is built by itself: its bundle is in no folder of the output.")
    }
    let isQuiet = linting.output.quiet
    let outcomes = try await Signals.cancelling {
      try await ProgressBar.showing(isHidden: isQuiet) {
        try await task.build(for: destinations, isDryRun: dryRun, $0)
      }
    }
    let report = linting.output.textReport(.errors)
    for outcome in outcomes where !isQuiet || !outcome.isTaken {
      try Terminal.write(lines(about: outcome).map { $0 + "\n" }.joined())
      if outcome.lint.hasErrors || linting.output.verbose {
        try Terminal.write(report.text(of: ReportContents(outcome.lint)) + "\n")
      }
    }
    if !isQuiet {
      if list == "all" {
        let others = Destination.all.filter { !$0.canBeBuilt && !$0.isMessages }.map(\.id)
        if !others.isEmpty { Terminal.note("not built here: \(others.joined(separator: ", "))") }
      }
      let taken = outcomes.count(where: \.isTaken)
      try Terminal.write(
        taken == 0 || dryRun
          ? "Nothing was written.\n"
          : "\(output): \(taken) of \(outcomes.count.counted("destination"))\n")
    }
    for file in self.report {
      try file.write(DestinationBuildReport.json(of: outcomes, in: dryRun ? nil : output))
    }
    guard outcomes.contains(where: \.isTaken),
      list == "all" || outcomes.allSatisfy(\.isTaken)
    else { throw ExitStatus.findings }
  }

  private func lines(about outcome: DestinationBuilder.Outcome) -> [String] {
    let name = outcome.destination.id
    let table =
      linting.output.verbose || dryRun
      ? FitTable.lines(for: outcome.changes).map { "  " + $0 } : []
    guard outcome.isTaken else {
      return ["\(name): not built" + (outcome.problem.map { ": \($0)" } ?? "")] + table
    }
    let bytes = outcome.files.reduce(0) { $0 + $1.bytes }
    let warnings = outcome.lint.findings.count { $0.severity == .warning && $0.isOpen }
    var lines = [
      "\(name): \(outcome.changes.count.counted("sticker")), \(bytes.grouped) bytes"
        + (warnings > 0 ? ", \(warnings.counted("warning"))" : "")
    ]
    if !outcome.leftOut.isEmpty {
      let kind = outcome.destination.output?.still == nil ? "still" : "animation"
      lines.append(
        "  without \(outcome.leftOut.count.counted(kind)), which it does not take")
    }
    for change in outcome.changes where !change.remarks.isEmpty {
      lines.append("  \(change.file.withoutControls): \(change.remarks.joined(separator: "; "))")
    }
    return lines + table
  }
}
