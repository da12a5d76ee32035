internal import ArgumentParser
internal import Basics
internal import StickerFiles
internal import StickerLint
internal import StickerRepair
internal import StickerReports
internal import Synchronization

/// Whether and how `lint` fixes what it finds.
struct FixOptions: ParsableArguments {
  @Flag(
    help:
      "Fix what can be fixed without changing what people see, and report the rest. Originals are kept; stickerpack undo restores them."
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

  /// Repairs files, and writes them unless `--diff` was given. Ctrl-C ends the work and prints what was
  /// fixed before.
  ///
  /// - Parameters:
  ///   - result: the findings.
  ///   - paths: the files and folders that were linted.
  ///   - hasPage: whether the files are compared on a page.
  func repair(
    _ result: LintResult, in paths: [FilePath], _ linting: LintingOptions, hasPage: Bool
  ) async throws -> FixReport {
    let wanted = result.repairTasks(allowsUnsafe: unsafeFixes)
    let linter = Linter(linting.options)
    let page = hasPage ? FixPage(for: wanted, of: result, linter) : nil
    return await Signals.cancelling {
      [diff, unsafeFixes, quiet = linting.output.quiet, jobs = linting.jobs] in
      let replacement = FileReplacement(in: paths)
      let cancellation = Cancellation()
      var repairer = FileRepairer(linter, allowsUnsafe: unsafeFixes)
      repairer.cancellation = cancellation
      let finished = FinishedFixes()
      let bar = ProgressBar("Fixing", isHidden: quiet)
      await withTaskCancellationHandler { [repairer] in
        guard let tasks = try? await repairer.agreed(on: wanted, jobs: jobs) else { return }
        // The result is incomplete after a cancellation, so each file is collected instead.
        _ = try? await Array(tasks.enumerated()).concurrentMap(
          jobs: jobs, progress: { bar.update($0, of: $1) }
        ) { index, task in
          var original: [UInt8] = []
          var file = repairer.repair(task) {
            original = try FileReading.bytes(
              ofFileAt: task.source.path, limit: linter.limits.fileBytes)
            return original
          }
          if cancellation.isRequested { return }
          var entry = FixReport.Entry(pack: task.pack.displayPath, file: file)
          entry.comparison = page?.comparison(of: task, at: index, file, original: original)
          if !diff, let error = replacement.write(file) { file.discardRepairs(because: error) }
          // All of them may not fit into memory.
          file.bytes = nil
          entry.file = file
          finished.add(entry, at: index)
        }
      } onCancel: {
        cancellation.request()
      }
      bar.finish()
      let report = FixReport(
        entries: finished.entries, count: wanted.count, originals: replacement.originals)
      // The signal ends the program after this.
      if cancellation.isRequested, !diff { Terminal.draw(report.text(.interrupted)) }
      return report
    }
  }
}

/// The files that were repaired, in any order.
private final class FinishedFixes: Sendable {
  private let byIndex = Mutex<[Int: FixReport.Entry]>([:])

  func add(_ entry: FixReport.Entry, at index: Int) { byIndex.withLock { $0[index] = entry } }

  /// The files in the order of their tasks.
  var entries: [FixReport.Entry] {
    byIndex.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
  }
}
