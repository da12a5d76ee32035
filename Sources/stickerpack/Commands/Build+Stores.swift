internal import ArgumentParser
internal import Basics
internal import StickerBuild
internal import StickerFit
internal import StickerLint
internal import StickerPacks
internal import StickerReports
internal import StickerTasks

/// The stores for which a build writes folders in place of a bundle for Messages.
struct BuildTargets: ParsableArguments {
  struct List {
    /// The argument.
    var text: String
    var stores: [StoreProfile]
    /// The stores for which nothing can be written.
    var left: [StoreProfile]
  }

  @Option(
    help: .init(
      "Write a folder for each of these stores instead: ids separated by commas, all, or listed for the \"targets\" of stickerpack.json. See `stickerpack targets`.",
      valueName: "ids"),
    transform: { text in
      guard text != StoreProfile.listed else { return List.listed }
      do { return try List(text) } catch { throw ValidationError("\(error)") }
    })
  var target: List?

  /// - Parameter conflict: the name of another option that was used and only works for Messages.
  func validate(without conflict: String?) throws {
    guard target != nil, let conflict else { return }
    throw ValidationError("\(conflict) cannot be combined with --target.")
  }
}

extension BuildTargets.List {
  /// The stores in the configuration of the packs, which are read later.
  static var listed: Self { Self(text: StoreProfile.listed, stores: [], left: []) }

  /// The stores of an argument other than `listed`.
  init(_ text: String) throws {
    self.text = text
    (stores, left) = try StoreProfile.forBuild(text)
  }
}

extension Build {
  /// Builds for stores, and prints what became of each. Fails if a store that was named does not take the art.
  func build(for targets: BuildTargets.List) async throws {
    let task = task
    let targets =
      targets.text == StoreProfile.listed
      ? try BuildTargets.List(task.listedStores()) : targets
    let isQuiet = linting.output.quiet
    let outcomes = try await Signals.cancelling {
      try await ProgressBar.showing(isHidden: isQuiet) {
        try await task.build(for: targets.stores, isDryRun: dryRun, $0)
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
      if !targets.left.isEmpty {
        Terminal.note("not built here: \(targets.left.map(\.id).joined(separator: ", "))")
      }
      let taken = outcomes.count(where: \.isTaken)
      try Terminal.write(
        taken == 0 || dryRun
          ? "Nothing was written.\n"
          : "\(output): \(taken) of \(outcomes.count.counted("store"))\n")
    }
    for file in self.report {
      try file.write(
        CanonicalJSON.bytes(of: StoreBuildReport(outcomes, in: dryRun ? nil : output)))
    }
    guard outcomes.contains(where: \.isTaken),
      targets.text == "all" || outcomes.allSatisfy(\.isTaken)
    else { throw ExitStatus.findings }
  }

  private func lines(about outcome: StoreBuilder.Outcome) -> [String] {
    let name = outcome.store.id
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
      let kind = outcome.store.output?.still == nil ? "still" : "animation"
      lines.append(
        "  without \(outcome.leftOut.count.counted(kind)), which the store does not take")
    }
    for change in outcome.changes where !change.remarks.isEmpty {
      lines.append("  \(change.file.withoutControls): \(change.remarks.joined(separator: "; "))")
    }
    return lines + table
  }
}
