internal import Basics
internal import ImageContainers
internal import StickerFiles
internal import StickerFit
public import StickerLint
internal import StickerReports
internal import Synchronization

/// Lints packs, fixes the files of findings, and lints them again.
///
///     let result = try await FixTask("Stickers").run()
///     for file in result.changes { print(file.file, file.steps) }
///     print(result.lint.findings.count, "findings are left")
///
/// Each result is linted before it is written. The hidden folder `.stickerpack-backup-1` keeps the originals.
///
/// Fixing writes to the folder of the art. Set ``isDryRun`` to see the changes first, and use ``FitTask`` to write a
/// copy instead. Safe fixes take about as long as linting; with ``allowsUnsafe``, images are encoded in several ways,
/// which can take minutes for a large animation.
public struct FixTask: Sendable {
  /// The task that lints the files.
  public var lint: LintTask
  /// Whether fixes may change the art or its timing.
  public var allowsUnsafe = false
  /// Whether nothing is written.
  public var isDryRun = false
  /// Whether the result has pictures for a page that compares the files with their originals.
  package var comparesPictures = false
  /// Called with what was found, before files are read. What it throws ends the task.
  package var check: @Sendable (LintTask.Selection) throws -> Void = { _ in }
  /// Called if another process changes files of the folder, for whose end the task waits.
  package var waiting: @Sendable () -> Void = {}
  /// Runs what changes files, which a cancellation ends between two of them.
  package var cancellable:
    @Sendable (_ fix: @escaping @Sendable () async -> FixResult) async -> FixResult = {
      await $0()
    }

  /// Creates a task for what another task lints.
  public init(_ lint: LintTask) { self.lint = lint }

  /// Creates a task for a file or folder.
  public init(_ path: String, options: LintOptions = LintOptions()) {
    self.init(LintTask(path, options: options))
  }

  /// Fixes the files. If another process changes files of the folder, this waits for its end. If the task is
  /// cancelled, what was fixed before stays.
  ///
  /// - Throws: ``TaskError`` if a path, a configuration or the options are invalid, or if the task is
  ///   cancelled.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(TaskError) -> FixResult {
    guard !isDryRun else { return try await lintAndFix(observe) }
    return try await FolderLock.holding(
      on: lint.paths, orThrow: TaskError.cancelled, waiting: waiting
    ) { () throws(TaskError) in try await lintAndFix(observe) }
  }

  private func lintAndFix(
    _ observe: @escaping TaskObserver
  ) async throws(TaskError) -> FixResult {
    do {
      let selection = try lint.select()
      try check(selection)
      let found = try await lint.run(on: selection, observe)
      var result = await cancellable { await fix(found, in: selection, observe) }
      if result.isInterrupted { throw TaskError.cancelled }
      if result.hasChanges, !isDryRun {
        let selection = result.hasNewPacks ? try lint.select() : selection
        result.lint = try await lint.run(on: selection, observe)
      }
      return result
    } catch {
      throw TaskError(error)
    }
  }

  /// Fixes the files of findings. After a cancellation the result has what was fixed before.
  private func fix(
    _ findings: LintResult, in selection: LintTask.Selection, _ observe: @escaping TaskObserver
  ) async -> FixResult {
    let wanted = findings.repairTasks(allowsUnsafe: allowsUnsafe)
    let linter = lint.linter(for: selection)
    let jobs = lint.options.jobs
    let replacement = isDryRun ? nil : FileReplacement(in: lint.paths)
    let cancellation = Cancellation()
    var repairer = FileRepairer(linter, allowsUnsafe: allowsUnsafe)
    repairer.cancellation = cancellation
    let comparing = comparesPictures ? ComparedFiles(for: wanted, of: findings, linter) : nil
    let finished = Mutex<[Int: FixResult.File]>([:])
    await withTaskCancellationHandler { [repairer] in
      guard let tasks = try? await repairer.agreed(on: wanted, jobs: jobs) else { return }
      // The result is incomplete after a cancellation, so each file is collected instead.
      _ = try? await Array(tasks.enumerated()).concurrentMap(
        jobs: jobs, progress: { observe(.progress(.fixing, done: $0, total: $1)) }
      ) { index, task in
        var original: [UInt8] = []
        var file = repairer.repair(task) { () throws(FileError) in
          original = try FileReading.bytes(
            ofFileAt: task.source.path, limit: linter.limits.fileBytes)
          return original
        }
        if cancellation.isRequested { return }
        let result = file.bytes.map { HashedBytes($0) }
        switch replacement?.write(file) {
        case .refused(let reason)?: file.discardRepairs(because: reason, hasFailed: false)
        case .failed(let reason)?: file.discardRepairs(because: reason, hasFailed: true)
        case nil: break
        }
        let change = StickerChange(file, original, result)
        let finishedFile = FixResult.File(
          pack: task.pack.displayPath, change: change,
          comparison: comparing?.comparison(
            of: task, at: index, original, change.isChanged ? result : nil, file.newName, change))
        finished.withLock { $0[index] = finishedFile }
      }
    } onCancel: {
      cancellation.request()
    }
    observe(.progress(.fixing, done: wanted.count, total: wanted.count))
    return FixResult(
      files: finished.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }, count: wanted.count,
      originals: replacement?.originals ?? [],
      isInterrupted: cancellation.isRequested, selection: selection, lint: findings)
  }
}

extension StickerChange {
  /// Creates the change of a file.
  ///
  /// - Parameters:
  ///   - original: the bytes of the file; empty if it was not read.
  ///   - result: the new content, even if it was not written.
  fileprivate init(_ file: RepairedFile, _ original: [UInt8], _ result: HashedBytes?) {
    self.init(Version(HashedBytes(original), ImageContainer(original)))
    self.file = file.source.displayPath
    before.name = file.source.path.name.string
    if let result, !file.repairs.isEmpty {
      after = Version(result, ImageContainer(result.bytes))
      after?.name = file.newName?.string ?? before.name
    }
    steps = file.repairs.map { .fix(summary: $0.summary) }
    remarks = file.remarks
    refusals = file.problems.map { .step(.fix(summary: $0.repair.summary), reason: $0.reason) }
    if let error = file.writeError { refusals.append(.failed(action: "replace", reason: error)) }
  }
}

extension FileReplacement {
  /// Keeps the original of a repaired file and writes its new content.
  ///
  /// - Returns: nil, or why the file was left as it is.
  fileprivate func write(_ file: RepairedFile) -> ReplacementError? {
    guard let bytes = file.bytes else { return nil }
    return write(
      bytes, to: file.source.path, named: file.newName, in: file.lists,
      ifUnchanged: file.originalHash)
  }
}
