internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack fix`
struct Fix: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Fix invisible problems, and on request visible ones.",
    discussion: """
      Lints, fixes the files of findings and lists the changes. Safe fixes, such as removing metadata, change no visible \
      pixel, no delay and no loop. With --unsafe, fixes may change the art or its timing: size, margins, backgrounds, \
      outlines, colors. Every result is linted before it is written; a fix that does not help is not made, with the \
      reason.

      The originals are kept in the hidden folder .stickerpack-backup-1 of the stickers, and stickerpack undo restores \
      them. fit makes stickers small enough, and build --fit does so without changing the art.

      Exits with 1 if errors are left, and with 3 if a file could not be written; with --dry-run, with 1 if something \
      would be fixed.

      EXAMPLES
        stickerpack fix Stickers --dry-run --unsafe
        stickerpack fix Stickers
        stickerpack fix Stickers -o fixes.html --dry-run --unsafe
        stickerpack fix Stickers --select off-center --unsafe
        stickerpack fix Stickers --format json
      """)

  /// The options that only this command has, which the help shows first.
  struct OwnOptions: ParsableArguments {
    @Flag(help: "Also make fixes that change the art or its timing.")
    var unsafe = false

    @Flag(help: "List what would be changed, and write nothing. Exits with 1 if it would.")
    var dryRun = false

    @Option(
      name: .shortAndLong,
      help: .init(
        "Format of the list: text, json, or html for a page that compares the changed stickers with their originals.",
        valueName: "format"))
    var format: ChangeFormat?

    @Option(
      name: .shortAndLong,
      help: .init(
        "Write the list to a file, whose name can select the format, such as fixes.html.",
        valueName: "file"),
      completion: .file())
    var output: FilePath?

    @Option(
      help: .init(
        "Write an additional list, such as fixes.html. Repeatable.", valueName: "format=file"),
      completion: .list(ReportFile<ChangeFormat>.completions), transform: ReportFile.init(argument:)
    )
    var report: [ReportFile<ChangeFormat>] = []

    var reports: [ReportFile<ChangeFormat>] {
      get throws { try ReportFile.all(format, output, and: report, or: .text) }
    }

    func validate() throws { try ReportFile.check(reports) }
  }

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath] = []

  @OptionGroup(title: CommonOptions.title)
  var own: OwnOptions

  @OptionGroup var linting: LintingOptions

  @OptionGroup var known: BaselineOption

  @OptionGroup var changes: ChangeOption

  func run() async throws {
    try known.check()
    let reports = try own.reports
    let task = LintTask(
      paths.orCurrentFolder, linting, baseline: known.baseline, changedSince: changes.changedSince)
    var run = FixRun(task, allowsUnsafe: own.unsafe, isQuiet: linting.output.quiet)
    run.task.isDryRun = own.dryRun
    run.task.comparesPictures = reports.contains { $0.format == .html }
    run.task.check = { selection in
      for file in reports.compactMap(\.file) {
        try WholeFile.checkPlace(file, reading: selection.packs)
      }
      guard !linting.output.quiet else { return }
      for hint in SelectionReport.hints(for: selection.packs) { Terminal.note(hint) }
    }
    let fixed = try await task.explaining { [run] in try await run.run(isDrawn: false) }
    linting.hint(at: fixed.result.lint)
    for report in reports { try report.write(bytes(of: fixed, as: report)) }
    if fixed.result.hasWriteErrors { throw ExitStatus.failed }
    if own.dryRun ? fixed.result.hasChanges : fixed.result.lint.hasErrors {
      throw ExitStatus.findings
    }
  }

  private func bytes(of fixed: FixReport, as report: ReportFile<ChangeFormat>) -> [UInt8] {
    switch report.format {
    case .html: fixed.page()
    case .json: fixed.json()
    case .text:
      Array(
        (fixed.text(isQuiet: linting.output.quiet)
          + (linting.output.quiet ? "" : rest(of: fixed, report.file == nil))).utf8)
    }
  }

  /// The findings that are left, and the command that fixes more of them.
  private func rest(of fixed: FixReport, _ isPrinted: Bool) -> String {
    let contents = ReportContents(fixed.result.lint)
    let hasListed = own.dryRun && fixed.result.hasChanges
    let next = FixSuggestion(
      paths, linting.configuration, baseline: known.baseline, changedSince: changes.changedSince,
      after: .fix(isUnsafe: own.unsafe, hasListed: hasListed))
    let style = isPrinted ? linting.output.color.style : .plain
    let left = own.dryRun ? [] : ["Left: " + TextReport.summary(of: contents, style)]
    return (left + next.lines(for: contents)).map { $0 + "\n" }.joined()
  }
}
