internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack lint`
struct Lint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check stickers against Apple's rules and common mistakes.",
    discussion: """
      Accepts image files, folders, trees of folders, asset catalogs (.xcstickers, .xcassets) and built \
      products (.ipa, .xcarchive, .app, .appex, compiled .stickerpack, or a .zip of one); without any, lints the \
      current folder. Every folder with a stickerpack.json and every pack of a \
      catalog is one pack. Otherwise every folder with images is a pack. What git ignores and \
      dependencies are left out, unless they are named; --show-files lists everything.

      Prints a text report unless --format selects another one: findings by pack and rule, the worst \
      last. --report writes additional reports; a report to standard output (-) replaces the text \
      report. With --fix or --diff, HTML reports compare the changed stickers with their originals.

      EXAMPLES
        stickerpack lint Stickers
        stickerpack lint Stickers --strict
        stickerpack lint Stickers --select animation --ignore loop-jump
        stickerpack lint Stickers --quiet --max-warnings 10
        stickerpack lint Stickers --format json --output report.json
        stickerpack lint Stickers --format html --output report.html
        stickerpack lint Stickers --format markdown >> "$GITHUB_STEP_SUMMARY"
        stickerpack lint Stickers --report sarif=out.sarif --report github=-
        stickerpack lint App/Stickers.xcstickers
        stickerpack lint Biscuit.ipa
        stickerpack lint Biscuit.ipa --against Build/Stickers
        stickerpack lint wave.png hug.gif
        stickerpack lint . --show-files
        stickerpack lint Stickers --rule low-contrast=off --rule loop-jump=error
        stickerpack lint Stickers --fix
        stickerpack lint Stickers --diff --report html=fixes.html
        stickerpack lint Stickers --diff --unsafe-fixes
        stickerpack lint Stickers --write-baseline stickerpack.baseline.json
        stickerpack lint Stickers --baseline stickerpack.baseline.json
        git diff --cached --name-only -z --diff-filter=d -- '*.png' | stickerpack lint --files-from -
        stickerpack lint Stickers --changed-since origin/main
        stickerpack lint Stickers --target signal
        stickerpack lint Stickers --target signal,telegram-static,line-static
        stickerpack lint Stickers --target listed

      MEMORY AND TIME
        With the default limits, a file or sequence uses at most 400 MiB and
        one minute, however it was made. Up to --jobs files are decoded at the
        same time. The report needs about 9 KB per file.
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath] = []

  @OptionGroup(title: CommonOptions.title)
  var fixing: FixOptions

  @OptionGroup var reporting: ReportOptions

  @OptionGroup var linting: LintingOptions

  @Option(
    help: .init(
      "Ignore the findings recorded in a baseline; see --write-baseline.", valueName: "file"),
    completion: .file())
  var baseline: FilePath?

  @Option(
    help: .init(
      "Record all findings in a baseline, so only new ones fail.",
      valueName: "file"),
    completion: .file())
  var writeBaseline: FilePath?

  @OptionGroup var comparison: ComparisonOption

  @OptionGroup(title: "Other destinations")
  var targets: TargetOptions

  @OptionGroup(title: "Large trees")
  var tree: TreeOptions

  func validate() throws {
    guard paths.isEmpty || tree.filesFrom == nil else {
      throw ValidationError("--files-from cannot be combined with paths as arguments.")
    }
    if fixing.isActive, tree.filesFrom != nil {
      throw ValidationError(
        "--fix and --diff cannot be combined with --files-from: originals are kept in the folder that is linted."
      )
    }
    if fixing.isActive, tree.showFiles {
      throw ValidationError(
        "--fix and --diff cannot be combined with --show-files, which only lists files.")
    }
    if fixing.isActive, writeBaseline != nil {
      throw ValidationError(
        "--fix and --diff cannot be combined with --write-baseline: fix first, then record what is left."
      )
    }
    let isOwnList = { (report: LintReport) in report.file == nil && report.format == .other(.text) }
    if fixing.diff,
      !reporting.reports.allSatisfy({ isOwnList($0) || $0.file != nil && $0.format == .html })
    {
      throw ValidationError(
        "--diff prints its own list; the only report that it can be combined with is --report html=FILE."
      )
    }
    if tree.changedSince != nil, writeBaseline != nil {
      throw ValidationError(
        "--write-baseline cannot be combined with --changed-since: the baseline would lose the findings in unchanged files."
      )
    }
    if linting.configuration.selectsRules, writeBaseline != nil {
      throw ValidationError(
        "--write-baseline cannot be combined with --select or --ignore: the baseline would lose the findings of other rules."
      )
    }
    if let writeBaseline, reporting.reports.map(\.file).contains(writeBaseline) {
      throw ValidationError(
        "The report and the baseline cannot both be written to \(writeBaseline.string.quoted).")
    }
  }

  func run() async throws {
    // Fails early: linting may take minutes.
    if let baseline, !baseline.exists {
      throw CommandError("\(baseline): no such baseline; --write-baseline \(baseline) creates it")
    }
    if let writeBaseline { try Baseline.checkPlace(writeBaseline) }
    let task = try task
    do {
      if tree.showFiles {
        let selection = try task.select(mayBeEmpty: true)
        try Terminal.write(SelectionReport.text(of: selection.packs, selection.leftOut))
      } else if fixing.isActive {
        try await fix(by: task)
      } else {
        try await lint(by: task)
      }
    } catch {
      switch error {
      case LintError.noStickers, TaskError.lint(.noStickers):
        let found = try task.select(mayBeEmpty: true)
        if let warning = SelectionReport.warning(ofNothingIn: found.packs, found.leftOut) {
          throw CommandError(warning)
        }
      default: break
      }
      throw error
    }
  }

  private var task: LintTask {
    get throws {
      let listed = try tree.filesFrom.map { try PathList.paths(in: $0) }
      if listed?.isEmpty == true { Terminal.note("nothing to lint: the list is empty") }
      var options = linting.options
      options.baseline = baseline?.string
      let linted = listed ?? (paths.isEmpty ? [.currentFolder] : paths)
      var task = LintTask(linted.map(\.string), options: options)
      task.changedSince = tree.changedSince
      task.against = comparison.against?.string
      task.targets = targets.target
      task.unselectedRules = linting.configuration.unselectedRules
      return task
    }
  }

  /// Checks and explains what was found, before files are read.
  private func prepare(_ selection: LintTask.Selection) throws {
    for note in tree.notes(about: selection) { Terminal.note(note) }
    for hint in TargetOptions.hints(about: selection.destinations) { Terminal.note(hint) }
    try checkTargets(selection.destinations)
    for file in reporting.reports.compactMap(\.file) {
      try WholeFile.checkPlace(file, reading: selection.packs)
    }
    guard !linting.output.quiet else { return }
    for hint in SelectionReport.hints(for: selection.packs) { Terminal.note(hint) }
  }

  private func lint(by task: LintTask) async throws {
    let selection = try task.select()
    try prepare(selection)
    if selection.destinations.count > 1 { return try await compare(selection, by: task) }
    var result = try await ProgressBar.showing(isHidden: linting.output.quiet) {
      try await task.run(on: selection, $0)
    }
    linting.hint(at: result)
    if let writeBaseline {
      let written = try Baseline.write(result, to: writeBaseline)
      if baseline == nil { result = task.marking(result, with: written, in: selection) }
    }
    let status = try await report(result, in: selection)
    if status != .clean { throw status }
  }

  private func fix(by task: LintTask) async throws {
    let isQuiet = linting.output.quiet
    let hasPage = reporting.reports.contains { $0.format == .html }
    var fix = FixTask(task)
    fix.allowsUnsafe = fixing.unsafeFixes
    fix.isDryRun = fixing.diff
    fix.comparesPictures = hasPage
    fix.check = { try prepare($0) }
    fix.waiting = { Terminal.noteWaiting() }
    fix.cancellable = { [isDryRun = fixing.diff] work in
      await Signals.cancelling {
        let fixed = await work()
        let report = FixReport(result: fixed, isDryRun: isDryRun)
        // A signal ends the program after this.
        if !isDryRun, !fixed.files.isEmpty || fixed.isInterrupted {
          Terminal.draw(isQuiet && !fixed.isInterrupted ? report.quietText : report.text)
        }
        return fixed
      }
    }
    let fixed = try await ProgressBar.showing(isHidden: isQuiet) { [fix] in try await fix.run($0) }
    linting.hint(at: fixed.lint)
    let report = FixReport(result: fixed, isDryRun: fixing.diff)
    let page = hasPage ? try report.page() : nil
    if fixing.diff { return try write(report, page) }
    let status = try await self.report(fixed.lint, in: fixed.selection, page.map { .fixes($0) })
    // That an operation failed is worse than that there are findings.
    if fixed.hasWriteErrors { throw ExitStatus.failed }
    if status != .clean { throw status }
  }

  /// Writes the reports and the notes after them.
  ///
  /// - Parameter page: the page of HTML reports; nil if it is still to be drawn.
  private func report(
    _ result: LintResult, in selection: LintTask.Selection, _ page: LintReport.Page? = nil
  ) async throws -> ExitStatus {
    var page = page
    if page == nil, reporting.reports.contains(where: { $0.format == .html }) {
      page = try await ProgressBar.showing(isHidden: linting.output.quiet) {
        .findings(try await LintPage(drawing: result, linting.options, $0))
      }
    }
    let contents = ReportContents(result)
    try reporting.write(
      contents, page, linting.output, suggestion: suggestion(after: selection))
    var status = status(of: contents)
    if let warning = SelectionReport.warning(ofNothingIn: selection.packs, selection.leftOut) {
      Terminal.note(warning)
      if linting.common.strict, !reporting.more.exitZero { status = .findings }
    }
    hintAtBuild(for: selection.destinations.map { ($0, result) })
    return status
  }

  /// The exit status for findings, whichever are reported. Says so if there are more warnings than allowed.
  private func status(of contents: ReportContents) -> ExitStatus {
    guard !reporting.more.exitZero else { return .clean }
    let warnings = contents.findings.count(of: .warning)
    if let maxWarnings = reporting.more.maxWarnings, warnings > maxWarnings {
      Terminal.note("\(warnings.counted("warning")) (limit: \(maxWarnings.grouped))")
      return .findings
    }
    return contents.hasErrors ? .findings : .clean
  }

  /// Names the command that changes what destinations refuse about files.
  private func hintAtBuild(for results: [(destination: Destination, lint: LintResult)]) {
    let ids = results.filter { destination, lint in
      destination.canBeBuilt
        && lint.findings.contains { $0.isOpen && Limit.rulesMetByBuilds.contains($0.rule) }
    }.map(\.destination.id)
    guard !ids.isEmpty, ids.count <= 6, paths.count < 2, !linting.output.quiet else { return }
    // A file is named by its path.
    let areKnown = ids.allSatisfy { id in Destination.all.contains { $0.id == id } }
    let names = areKnown ? ids.joined(separator: ",") : targets.target ?? ""
    let folder = (paths.first ?? .currentFolder).string.shellWord
    Terminal.note(
      "`stickerpack build \(folder) -o Out --target \(names)` makes files that"
        + " \(ids.count == 1 ? "this destination takes" : "these destinations take"); with --dry-run, it lists each change with its"
        + " size and score"
    )
  }

  /// Refuses options that other destinations do not support; several have reports of their own.
  private func checkTargets(_ destinations: [Destination]) throws {
    guard !destinations.isEmpty, destinations.count != 1 || !destinations[0].isMessages,
      let conflict = conflict(withSeveral: destinations.count > 1)
    else { return }
    throw TaskError.invalid(reason: "\(conflict) cannot be combined with --target")
  }

  private func conflict(withSeveral areSeveral: Bool) -> String? {
    if fixing.isActive { return fixing.diff ? "--diff" : "--fix" }
    if comparison.against != nil { return "--against" }
    guard areSeveral else { return nil }
    if baseline != nil || writeBaseline != nil { return "a baseline for several destinations" }
    if reporting.more.minSeverity != nil { return "--min-severity for several destinations" }
    if reporting.more.maxWarnings != nil { return "--max-warnings for several destinations" }
    let formats: [LintReport.Format] = [.other(.text), .other(.json), .other(.markdown)]
    return reporting.reports.first { !formats.contains($0.format) }
      .map { "--format \($0.format.name) for several destinations" }
  }

  /// Writes a table of the stickers by destinations.
  private func compare(_ selection: LintTask.Selection, by task: LintTask) async throws {
    let verdicts = try await ProgressBar.showing(isHidden: linting.output.quiet) {
      try await task.verdicts(on: selection, $0)
    }
    for report in reporting.reports {
      let bytes =
        switch report.format {
        case .other(.json): DestinationReport.json(of: verdicts)
        case .other(.markdown): Array(DestinationReport.markdown(of: verdicts).utf8)
        case .other, .html:
          Array(
            DestinationReport.text(
              of: verdicts, style: report.file == nil ? linting.output.color.style : .plain,
              width: report.file == nil ? Terminal.width : 100
            ).utf8)
        }
      if let file = report.file {
        try WholeFile.write(bytes, to: file)
      } else {
        try Terminal.write(bytes)
      }
    }
    hintAtBuild(for: verdicts.map { ($0.destination, $0.result) })
    if !reporting.more.exitZero, verdicts.contains(where: \.result.hasErrors) {
      throw ExitStatus.findings
    }
  }

  /// The command that makes or shows more fixes; nil if this one cannot be repeated.
  private func suggestion(after selection: LintTask.Selection) -> FixSuggestion? {
    guard tree.filesFrom == nil, selection.destinations.isEmpty else { return nil }
    let options =
      linting.configuration.arguments + (baseline.map { ["--baseline", $0.string] } ?? [])
      + (tree.changedSince.map { ["--changed-since", $0] } ?? [])
      + (comparison.against.map { ["--against", $0.string] } ?? [])
    let words = ["stickerpack", "lint"] + paths.map(\.string) + options
    let command = words.map(\.shellWord).joined(separator: " ").withoutControls
    return FixSuggestion(command: command.count > 120 ? nil : command, fixing: fixing)
  }

  /// Writes what would be fixed.
  private func write(_ report: FixReport, _ page: [UInt8]?) throws {
    for file in reporting.reports.compactMap(\.file) {
      if let page { try WholeFile.write(page, to: file) }
    }
    let rest =
      suggestion(after: report.result.selection)?.lines(
        for: ReportContents(report.result.lint), hasListed: report.result.hasChanges) ?? []
    try Terminal.write(report.text + rest.map { $0 + "\n" }.joined())
    if report.result.hasChanges { throw ExitStatus.findings }
  }
}
