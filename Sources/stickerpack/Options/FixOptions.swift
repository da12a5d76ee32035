internal import ArgumentParser
internal import Basics
internal import StickerLint
internal import StickerRepair
internal import StickerReports

/// Whether and how `lint` fixes what it finds.
struct FixOptions: ParsableArguments {
  @Flag(
    help:
      "Fix what can be fixed without changing what people see, and report the rest. Originals are kept."
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

  /// Repairs files, and writes them unless `--diff` was given.
  ///
  /// - Parameters:
  ///   - result: the findings.
  ///   - paths: the files and folders that were linted.
  func repair(
    _ result: LintResult, in paths: [FilePath], _ linting: LintingOptions
  ) async throws -> FixReport {
    let replacement = FileReplacement(in: paths)
    let wanted = result.repairTasks(allowsUnsafe: unsafeFixes)
    let files = try await Signals.cancelling {
      [
        diff, quiet = linting.output.quiet, jobs = linting.jobs,
        repairer = FileRepairer(Linter(linting.options), allowsUnsafe: unsafeFixes)
      ] in
      let tasks = try await repairer.agreed(on: wanted, jobs: jobs)
      let bar = ProgressBar("Fixing", isHidden: quiet)
      defer { bar.finish() }
      return try await tasks.concurrentMap(jobs: jobs, progress: { bar.update($0, of: $1) }) {
        task in
        var file = repairer.repair(task)
        if !diff, let reason = replacement.write(file) { file.discardRepairs(because: reason) }
        // All of them may not fit into memory.
        file.bytes = nil
        return file
      }
    }
    return FixReport(files: files, backups: diff ? [] : replacement.backups)
  }
}
