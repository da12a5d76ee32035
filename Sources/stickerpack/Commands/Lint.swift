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
      report. With --fix, HTML reports compare the changed stickers with their originals.

      EXAMPLES
        stickerpack lint Stickers
        stickerpack lint Stickers --strict --select animation --ignore loop-jump
        stickerpack lint Stickers -o report.html
        stickerpack lint . --statistics
        stickerpack lint Biscuit.ipa --against Build/Stickers
        stickerpack lint Stickers --write-baseline stickerpack.baseline.json
        stickerpack lint Stickers --changed-since origin/main --report github=- --report lint.sarif
        stickerpack lint Stickers --target signal,telegram-static
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath] = []

  @OptionGroup(title: CommonOptions.title)
  var fixing: FixOptions

  @OptionGroup var reporting: ReportOptions

  @OptionGroup var linting: LintingOptions

  @OptionGroup var known: BaselineOption

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

  @OptionGroup(title: "Large trees")
  var changes: ChangeOption

  func validate() throws {
    guard paths.isEmpty || tree.filesFrom == nil else {
      throw ValidationError("--files-from cannot be combined with paths as arguments.")
    }
    if fixing.fix, tree.filesFrom != nil {
      throw ValidationError(
        "--fix cannot be combined with --files-from: originals are kept in the folder that is linted."
      )
    }
    if fixing.fix, tree.showFiles {
      throw ValidationError("--fix cannot be combined with --show-files, which only lists files.")
    }
    if fixing.fix, writeBaseline != nil {
      throw ValidationError(
        "--fix cannot be combined with --write-baseline: fix first, then record what is left.")
    }
    if changes.changedSince != nil, writeBaseline != nil {
      throw ValidationError(
        "--write-baseline cannot be combined with --changed-since: the baseline would lose the findings in unchanged files."
      )
    }
    if linting.configuration.selectsRules, writeBaseline != nil {
      throw ValidationError(
        "--write-baseline cannot be combined with --select or --ignore: the baseline would lose the findings of other rules."
      )
    }
    if let writeBaseline, try reporting.reports.map(\.file).contains(writeBaseline) {
      throw ValidationError(
        "The report and the baseline cannot both be written to \(writeBaseline.string.quoted).")
    }
  }

  func run() async throws {
    try known.check()
    if let writeBaseline { try Baseline.checkPlace(writeBaseline) }
    let task = try task
    try await task.explaining {
      if tree.showFiles {
        let selection = try task.select(mayBeEmpty: true)
        try Terminal.write(SelectionReport.text(of: selection.packs, selection.leftOut))
      } else if fixing.fix {
        try await fix(by: task)
      } else {
        try await lint(by: task)
      }
    }
  }

  private var task: LintTask {
    get throws {
      let listed = try tree.filesFrom.map { try PathList.paths(in: $0) }
      if listed?.isEmpty == true { Terminal.note("nothing to lint: the list is empty") }
      var task = LintTask(
        listed ?? paths.orCurrentFolder, linting, baseline: known.baseline,
        changedSince: changes.changedSince)
      task.against = comparison.against?.string
      task.targets = targets.target
      return task
    }
  }

  /// Checks and explains what was found, before files are read.
  private func prepare(_ selection: LintTask.Selection) throws {
    for note in TreeOptions.notes(about: selection, changedSince: changes.changedSince) {
      Terminal.note(note)
    }
    for hint in TargetOptions.hints(about: selection.destinations) { Terminal.note(hint) }
    try checkTargets(selection.destinations)
    for file in try reporting.reports.compactMap(\.file) {
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
      if known.baseline == nil { result = task.marking(result, with: written, in: selection) }
    }
    let status = try await report(result, in: selection)
    if status != .clean { throw status }
  }

  private func fix(by task: LintTask) async throws {
    let hasPage = try reporting.reports.contains { $0.format == .html }
    var run = FixRun(
      task, allowsUnsafe: fixing.unsafeFixes, isQuiet: linting.output.quiet)
    run.task.comparesPictures = hasPage
    run.task.check = { try prepare($0) }
    let report = try await run.run(isDrawn: true)
    let fixed = report.result
    linting.hint(at: fixed.lint)
    let status = try await self.report(
      fixed.lint, in: fixed.selection, hasPage ? .fixes(report.page()) : nil)
    // That an operation failed is worse than that there are findings.
    if fixed.hasWriteErrors { throw ExitStatus.failed }
    if status != .clean { throw status }
  }

  /// Writes the reports and the notes after them.
  ///
  /// - Parameter page: the page of HTML reports; nil if it is still to be drawn.
  private func report(
    _ result: LintResult, in selection: LintTask.Selection, _ page: LintReportPage? = nil
  ) async throws -> ExitStatus {
    var page = page
    if page == nil, try reporting.reports.contains(where: { $0.format == .html }) {
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
      let conflict = try conflict(withSeveral: destinations.count > 1)
    else { return }
    throw TaskError.invalid(reason: "\(conflict) cannot be combined with --target")
  }

  private func conflict(withSeveral areSeveral: Bool) throws -> String? {
    if fixing.fix { return "--fix" }
    if comparison.against != nil { return "--against" }
    guard areSeveral else { return nil }
    if known.baseline != nil || writeBaseline != nil {
      return "a baseline for several destinations"
    }
    if reporting.more.minSeverity != nil { return "--min-severity for several destinations" }
    if reporting.more.statistics { return "--statistics for several destinations" }
    if reporting.more.maxWarnings != nil { return "--max-warnings for several destinations" }
    let formats: [LintFormat] = [.other(.text), .other(.json), .other(.markdown)]
    return try reporting.reports.first { !formats.contains($0.format) }
      .map { "--format \($0.format.name) for several destinations" }
  }

  /// Writes a table of the stickers by destinations.
  private func compare(_ selection: LintTask.Selection, by task: LintTask) async throws {
    let verdicts = try await ProgressBar.showing(isHidden: linting.output.quiet) {
      try await task.verdicts(on: selection, $0)
    }
    for report in try reporting.reports {
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
      try report.write(bytes)
    }
    hintAtBuild(for: verdicts.map { ($0.destination, $0.result) })
    if !reporting.more.exitZero, verdicts.contains(where: \.result.hasErrors) {
      throw ExitStatus.findings
    }
  }

  /// The command that makes or shows more fixes; nil if `fix` does not do the same with these arguments.
  private func suggestion(after selection: LintTask.Selection) -> FixSuggestion? {
    guard tree.filesFrom == nil, selection.destinations.isEmpty, comparison.against == nil else {
      return nil
    }
    return FixSuggestion(
      paths, linting.configuration, baseline: known.baseline, changedSince: changes.changedSince,
      after: fixing.fix ? .fix(isUnsafe: fixing.unsafeFixes, hasListed: false) : .lint)
  }
}
