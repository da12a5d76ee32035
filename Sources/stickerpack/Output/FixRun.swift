internal import Basics
internal import StickerTasks

/// A run of `fix`, or of `lint --fix`: with progress, and with a report of what was changed before a signal.
struct FixRun {
  var task: FixTask
  let isQuiet: Bool

  init(_ task: LintTask, allowsUnsafe: Bool, isQuiet: Bool) {
    self.task = FixTask(task)
    self.task.allowsUnsafe = allowsUnsafe
    self.task.waiting = { Terminal.noteWaiting() }
    self.isQuiet = isQuiet
  }

  /// Fixes the files.
  ///
  /// - Parameter isDrawn: whether the changes are listed on standard error, even if no signal arrives.
  func run(isDrawn: Bool) async throws -> FixReport {
    var task = task
    let (isDryRun, isQuiet) = (task.isDryRun, isQuiet)
    task.cancellable = { work in
      await Signals.cancelling {
        let fixed = await work()
        let report = FixReport(result: fixed, isDryRun: isDryRun)
        // A signal ends the program after this.
        if fixed.isInterrupted || isDrawn && !fixed.files.isEmpty {
          Terminal.draw(report.text(isQuiet: isQuiet && !fixed.isInterrupted))
        }
        return fixed
      }
    }
    let fixed = try await ProgressBar.showing(isHidden: isQuiet) { [task] in try await task.run($0)
    }
    return FixReport(result: fixed, isDryRun: isDryRun)
  }
}

extension LintTask {
  /// Creates the task of a command.
  init(
    _ paths: [FilePath], _ linting: LintingOptions, baseline: FilePath?, changedSince: String?
  ) {
    var options = linting.options
    options.baseline = baseline?.string
    self.init(paths.map(\.string), options: options)
    self.changedSince = changedSince
    unselectedRules = linting.configuration.unselectedRules
  }

  /// Says why there is nothing to lint, if an error is about that.
  func explaining<Result>(_ work: () async throws -> Result) async throws -> Result {
    do { return try await work() } catch {
      switch error {
      case LintError.noStickers, TaskError.lint(.noStickers):
        let found = try select(mayBeEmpty: true)
        if let warning = SelectionReport.warning(ofNothingIn: found.packs, found.leftOut) {
          throw CommandError(warning)
        }
      default: break
      }
      throw error
    }
  }
}
