package import Basics
package import StickerLint
package import StickerPacks
package import StickerReports

/// Lints a folder again whenever it changes. Decodes only what changed.
package struct WatchTask: Sendable {
  /// The findings that reports show.
  package struct Shown: Sendable {
    package let contents: ReportContents
    /// Nil if no report is a page.
    package var page: LintPage?
  }

  package struct Update: Sendable {
    package let shown: Shown
    /// The findings that reports showed before; nil at first.
    package let last: Shown?
    package let packs: [PackSource]
    package let result: LintResult
  }

  // The folder is checked once an interval, and linted once nothing has changed for a pause, because
  // editors write a file in several steps. After `mostPauses` it is linted even if it is still changing.
  private static let interval = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)
  private static let mostPauses = 20

  private let options: LintOptions
  private let folder: FilePath
  /// Whether updates have pictures.
  package var drawsPages = false

  package init(_ folder: FilePath, options: LintOptions) throws(TaskError) {
    guard folder.isFolder else { throw .invalid(reason: "\(folder) is not a folder") }
    (self.folder, self.options) = (folder, options)
  }

  /// Lints the folder now and after each change, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - observe: receives the progress.
  ///   - handle: called after each lint. A configuration that cannot be used is not the end: the next change
  ///     may fix it.
  package func run(
    _ observe: @escaping TaskObserver, _ handle: (Result<Update, LintError>) throws -> Void
  ) async throws {
    var known: [FilePath: Known] = [:]
    var last: Shown?
    while true {
      // Recorded before the files are read, so a change in between is linted next time.
      let stamp = await settled()
      do {
        let packs = try PackDiscovery([folder], options).packs
        let result = try await lint(packs, stamp, &known, observe)
        var shown = Shown(contents: ReportContents(result))
        if drawsPages {
          shown.page = try await LintPage(
            drawing: result, options, known: last?.page?.pictures?.images ?? [:], observe)
        }
        try handle(.success(Update(shown: shown, last: last, packs: packs, result: result)))
        last = shown
      } catch let error as LintError {
        if error == .cancelled { throw CancellationError() }
        try handle(.failure(error))
      }
      while currentStamp == stamp { try await Task.sleep(for: Self.interval) }
    }
  }

  private var currentStamp: FolderStamp {
    FolderStamp(of: folder, configuration: options.configuration.map { FilePath($0) })
  }

  private func settled() async -> FolderStamp {
    var stamp = currentStamp
    for _ in 0..<Self.mostPauses {
      try? await Task.sleep(for: Self.pause)
      let next = currentStamp
      if next == stamp { break }
      stamp = next
    }
    return stamp
  }

  /// The facts of the last lint about a sticker, and the status of its files then.
  private struct Known {
    var statuses: [FileStatus?]
    var facts: AssetFacts
  }

  private func lint(
    _ packs: [PackSource], _ stamp: FolderStamp, _ known: inout [FilePath: Known],
    _ observe: @escaping TaskObserver
  ) async throws(LintError) -> LintResult {
    let before = known
    var linter = Linter(options)
    linter.reader = { [destination = linter.destination] source, limits in
      if let old = before[source.path], old.facts.source.role == source.role,
        old.facts.source.sequence == source.sequence, old.statuses == stamp.statuses(of: source)
      {
        var facts = old.facts
        facts.source = source
        return facts
      }
      return AssetFacts(reading: source, limits: limits, destination: destination)
    }
    let result = try await linter.lint(packs, observe)
    known = [:]
    for asset in result.packs.flatMap(\.facts.files) where asset.readProblem == nil {
      let statuses = stamp.statuses(of: asset.source)
      guard !statuses.contains(nil) else { continue }
      known[asset.source.path] = Known(statuses: statuses, facts: asset)
    }
    return result
  }
}
