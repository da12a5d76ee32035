internal import Basics
internal import ImageContainers
internal import StickerFiles
internal import StickerFit
public import StickerLint
internal import StickerPages
internal import StickerRepair
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
  /// How the files are linted.
  public var lint: LintTask
  /// Whether fixes may change the art or its timing.
  public var allowsUnsafe = false
  /// Whether nothing is written.
  public var isDryRun = false
  /// Whether the result has pictures for a page that compares the files with their originals.
  package var comparesPictures = false

  /// Creates a task for what another task lints.
  public init(_ lint: LintTask) { self.lint = lint }

  /// Creates a task for a file or folder.
  public init(_ path: String, options: LintOptions = LintOptions()) {
    self.init(LintTask(path, options: options))
  }

  /// Fixes the files. If another process changes files of the folder, this waits for its end. If the task is
  /// cancelled, what was fixed before stays.
  ///
  /// - Throws: ``LintError`` if a path, a configuration or the options are invalid, or if the task is
  ///   cancelled.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(LintError) -> FixResult {
    guard !isDryRun else { return try await lintAndFix(observe) }
    return try await FolderLock.holding(
      on: lint.paths, orThrow: LintError.cancelled, waiting: {}
    ) { () throws(LintError) in try await lintAndFix(observe) }
  }

  private func lintAndFix(
    _ observe: @escaping TaskObserver
  ) async throws(LintError) -> FixResult {
    let selection = try lint.select()
    var result = await fix(try await lint.run(on: selection, observe), observe)
    if result.isInterrupted { throw .cancelled }
    if let selection = try selectionAfter(result, selection) {
      result.lint = try await lint.run(on: selection, observe)
    }
    return result
  }

  /// What is linted after files were fixed; nil if nothing has changed.
  package func selectionAfter(
    _ result: FixResult, _ selection: LintTask.Selection
  ) throws(LintError) -> LintTask.Selection? {
    guard result.hasChanges, !isDryRun else { return nil }
    return result.hasNewPacks ? try lint.select() : selection
  }

  /// Fixes the files of findings, for a caller with a ``FolderLock``. After a cancellation the result has what was
  /// fixed before.
  package func fix(_ findings: LintResult, _ observe: @escaping TaskObserver) async -> FixResult {
    let wanted = findings.repairTasks(allowsUnsafe: allowsUnsafe)
    let linter = Linter(lint.options)
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
        var file = repairer.repair(task) {
          original = try FileReading.bytes(
            ofFileAt: task.source.path, limit: linter.limits.fileBytes)
          return original
        }
        if cancellation.isRequested { return }
        let result = file.bytes.map { HashedBytes($0) }
        if let error = replacement?.write(file) { file.discardRepairs(because: error) }
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
    return FixResult(
      files: finished.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }, count: wanted.count,
      originals: replacement?.originals ?? [],
      isInterrupted: cancellation.isRequested, lint: findings)
  }
}

extension StickerChange {
  /// What became of a file.
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
