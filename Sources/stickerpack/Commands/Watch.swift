internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks
internal import SystemLibraries

/// `stickerpack watch`
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Lint a folder again whenever it changes.",
    discussion: """
      Prints all findings first, and after each change the time and what changed: new and fixed findings. On a \
      terminal, it clears the screen and prints all findings again. Checks size and modification time of all files \
      twice a second and decodes what changed. \
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
    completion: .list(LintReport.completions),
    transform: LintReport.init(argument:))
  var report: [LintReport] = []

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    guard report.allSatisfy({ $0.file != nil }) else {
      throw ValidationError(
        "--report requires a file name here: watch already uses standard output.")
    }
  }

  func run() async throws {
    var task = try WatchTask(folder, options: linting.options)
    task.drawsPages = report.contains { $0.format == .html }
    // Nothing that is written can be left incomplete, so exiting needs no cleanup.
    signal(SIGINT) { _ in _exit(0) }
    if !linting.output.quiet {
      Terminal.draw("Watching \(folder.string.withoutControls). Press Ctrl-C to stop.\n")
    }
    for file in report.compactMap(\.file) { try WholeFile.checkPlace(file) }
    try await ProgressBar.showing(isHidden: linting.output.quiet) { [task] in
      try await task.run($0) { update in
        switch update {
        case .success(let update): try show(update)
        // The next change may fix the problem.
        case .failure(let error):
          try show(CommandError(error).message.withoutControls + "\n", isChange: true)
        }
      }
    }
  }

  private func show(_ update: WatchTask.Update) throws {
    linting.hint(at: update.result)
    let (shown, last) = (update.shown, update.last)
    let text = linting.output.textReport()
    if let last, !Terminal.isScreen {
      try show(text.changes(from: last.contents, to: shown.contents), isChange: true)
    } else {
      try show(text.text(of: shown.contents), isChange: last != nil)
    }
    for report in report {
      if let file = report.file { try WholeFile.checkPlace(file, reading: update.packs) }
      try report.update(from: last, to: shown, linting.output)
    }
  }

  /// Prints a text, after a change below a line with the time.
  private func show(_ text: String, isChange: Bool) throws(CommandError) {
    guard !text.isEmpty else { return }
    let line = "── \(Terminal.timeOfDay) " + String(repeating: "─", count: 40) + "\n"
    try Terminal.write((isChange ? Terminal.clearing + line : "") + text + "\n")
  }
}
