#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerPages
internal import StickerReports

/// `stickerpack watch`
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Lint a folder again whenever it changes.",
    discussion: """
      Prints all findings first, and then only what changes: new and fixed findings. Checks size and \
      modification time of all files twice a second and decodes what changed. \
      Press Ctrl-C to stop; the exit status is 0.

      --report also writes reports whenever they change. An open HTML report shows the new findings and \
      stickers within two seconds and stays where it is.

      EXAMPLES
        stickerpack watch Stickers
        stickerpack watch Stickers --report html=report.html
      """)

  @Argument(help: "A folder or an asset catalog.", completion: .directory)
  var folder: FilePath

  @Option(
    help: .init(
      "Write a report whenever it changes, such as html=report.html. Repeatable.",
      valueName: "format=file"),
    completion: .list(LintReport.Format.names.map { $0 + "=" }),
    transform: LintReport.init(argument:))
  var report: [LintReport] = []

  @OptionGroup var linting: LintingOptions

  // The folder is checked once an interval, and linted once nothing has changed for a pause, because
  // editors write a file in several steps. After the most pauses it is linted in any case.
  private static let interval = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)
  private static let mostPauses = 20

  func validate() throws {
    guard report.allSatisfy({ $0.file != nil }) else {
      throw ValidationError("watch prints its findings; name a file for each report.")
    }
  }

  func run() async throws {
    guard folder.isFolder else {
      throw CommandError(message: "\(folder) is not a folder", status: .usage)
    }
    // Nothing that is written can be left incomplete, so exiting needs no cleanup.
    signal(SIGINT) { _ in _exit(0) }
    if !linting.output.quiet {
      Terminal.printError("Watching \(folder.string.withoutControls). Press Ctrl-C to stop.")
    }
    var known: [FilePath: Known] = [:]
    var last: LintPage?
    for file in report.compactMap(\.file) { try WholeFile.checkPlace(file) }
    while true {
      // Recorded before the files are read, so that a change in between is linted next time.
      let stamp = await settled()
      try await lint(stamp, &known, &last)
      while currentStamp == stamp { try await Task.sleep(for: Self.interval) }
    }
  }

  private var currentStamp: FolderStamp {
    FolderStamp(of: folder, configuration: linting.configuration.config)
  }

  /// Waits until the folder stops changing.
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
    _ stamp: FolderStamp, _ known: inout [FilePath: Known], _ last: inout LintPage?
  ) async throws {
    let packs: [PackSource]
    do {
      packs = try Packs.all(at: [folder], linting.configuration).packs
    } catch {
      // The next change may fix the problem.
      try show("\(error.message.withoutControls)\n")
      return
    }
    let before = known
    let result = try await linting.lint(packs) { source, limits in
      if let old = before[source.path], old.facts.source.role == source.role,
        old.facts.source.sequence == source.sequence, old.statuses == stamp.statuses(of: source)
      {
        var facts = old.facts
        facts.source = source
        return facts
      }
      return AssetFacts(reading: source, limits: limits)
    }
    known = [:]
    for asset in result.packs.flatMap(\.facts.files) where asset.readProblem == nil {
      let statuses = stamp.statuses(of: asset.source)
      guard !statuses.contains(nil) else { continue }
      known[asset.source.path] = Known(statuses: statuses, facts: asset)
    }
    let page = try await linting.page(of: result, for: report, known: last?.images ?? [:])
    let text = linting.output.textReport()
    try show(
      last.map { text.changes(from: $0.contents, to: page.contents) }
        ?? text.text(of: page.contents))
    for report in report {
      if let file = report.file { try WholeFile.checkPlace(file, reading: packs) }
      try report.update(from: last, to: page, linting.output)
    }
    last = page
  }

  private func show(_ text: String) throws(CommandError) {
    guard !text.isEmpty else { return }
    try Terminal.write(text + "\n")
  }
}
