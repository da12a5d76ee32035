internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerPreview
internal import StickerReports

/// `stickerpack lint`
struct Lint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check stickers against Apple's rules and common mistakes.",
    discussion: """
      Accepts image files, folders, trees of folders and asset catalogs (.xcstickers, .xcassets); \
      without any, lints the current folder. Every folder with a stickerpack.json and every pack of a \
      catalog is one pack. In a tree without these, every folder of images is one. What git ignores and \
      dependencies are left out, unless they are named; --show-files lists everything.

      Prints a text report unless --format selects another one: findings by pack and rule, the worst \
      last. --report writes additional reports; a report to standard output (-) replaces the text \
      report.

      EXAMPLES
        stickerpack lint Stickers
        stickerpack lint Stickers --strict
        stickerpack lint Stickers --select animation --ignore loop-jump
        stickerpack lint Stickers --statistics
        stickerpack lint Stickers --quiet --max-warnings 10
        stickerpack lint Stickers --format json --output report.json
        stickerpack lint Stickers --format json --masks
        stickerpack lint Stickers --format html --output report.html
        stickerpack lint Stickers --format markdown >> "$GITHUB_STEP_SUMMARY"
        stickerpack lint Stickers --report sarif=out.sarif --report github=-
        stickerpack lint App/Stickers.xcstickers
        stickerpack lint wave.png hug.gif
        stickerpack lint . --show-files
        stickerpack lint Stickers --rule low-contrast=off --rule loop-jump=error
        stickerpack lint Stickers --fix
        stickerpack lint Stickers --diff --unsafe-fixes
        stickerpack lint Stickers --write-baseline stickerpack.baseline.json
        stickerpack lint Stickers --baseline stickerpack.baseline.json
        git diff --cached --name-only -z --diff-filter=d -- '*.png' | stickerpack lint --files-from -
        stickerpack lint Stickers --changed-since origin/main
        stickerpack lint Stickers --shard 1/4 --format json --output part-1.json

      MEMORY AND TIME
        With the default limits, a file or sequence uses at most 400 MiB and
        one minute, however it was made. Up to --jobs files are decoded at the
        same time. The report needs about 9 KB per file.
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath] = []

  @Option(
    help: .init(
      "Ignore the findings recorded in a baseline; see --write-baseline.", valueName: "file"),
    completion: .file())
  var baseline: FilePath?

  @Option(
    help: .init(
      "Record all findings in a baseline, so that only new ones fail.",
      valueName: "file"),
    completion: .file())
  var writeBaseline: FilePath?

  @OptionGroup(title: "Fixes")
  var fixing: FixOptions

  @OptionGroup(title: "Reports")
  var reporting: ReportOptions

  @Flag(
    help: "Add the pixels that findings concern to JSON reports, as run lengths.")
  var masks = false

  @OptionGroup(title: "Large trees")
  var tree: TreeOptions

  @OptionGroup var linting: LintingOptions

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
    if tree.shard != nil, baseline != nil || writeBaseline != nil {
      throw ValidationError(
        "--baseline and --write-baseline cannot be combined with --shard: a shard sees only part of the findings."
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
    if masks, !reporting.reports().contains(where: \.format.hasMasks) {
      throw ValidationError(
        "--masks requires --format json or jsonl: other reports have no masks, and HTML always has them."
      )
    }
    if let writeBaseline, reporting.reports().map(\.file).contains(writeBaseline) {
      throw ValidationError(
        "The report and the baseline cannot both be written to \(writeBaseline.string.quoted).")
    }
  }

  func run() async throws {
    // Fails early: linting may take minutes.
    let known = try baseline.map { try BaselineOptions.read(from: $0) }
    try writeBaseline.map { try BaselineOptions.checkPlace($0) }
    let selection = try tree.packs(at: folders, linting.configuration)
    if tree.showFiles {
      try Terminal.write(SelectionReport.text(of: selection.packs, selection.leftOut))
      return
    }
    for file in reporting.reports().compactMap(\.file) {
      try WholeFile.checkPlace(file, reading: selection.packs)
    }
    var result = try await result(of: selection, known)
    if fixing.isActive {
      let report = try await fixing.repair(result, in: folders, linting)
      if fixing.diff {
        let rest = fixing.suggestion?.lines(for: ReportContents(result)) ?? []
        try Terminal.write(report.text("would be fixed") + rest.map { $0 + "\n" }.joined())
        if !report.changed.isEmpty { throw ExitCode(ExitStatus.findings.rawValue) }
        return
      }
      if !linting.output.quiet, !report.files.isEmpty {
        Terminal.printError(String(report.text("fixed").dropLast()))
      }
      if !report.changed.isEmpty {
        result = try await self.result(
          of: report.hasNewNames ? tree.packs(at: folders, linting.configuration) : selection, known
        )
      }
    }
    var contents = try await linting.contents(of: result, for: reporting.reports())
    if masks {
      contents = contents.with(
        try await result.masks(limits: linting.options.limits, jobs: linting.jobs))
    }
    try reporting.write(contents, linting.output, suggestion: fixing.suggestion)
  }

  private var folders: [FilePath] { paths.isEmpty ? [.currentFolder] : paths }

  /// Lints packs.
  ///
  /// - Parameter known: the baseline.
  private func result(
    of selection: TreeOptions.Selection, _ known: Baseline?
  ) async throws -> LintResult {
    var result = try await linting.lint(selection.packs)
    let written = try writeBaseline.map { try BaselineOptions.write(result, to: $0) }
    if let known = known ?? written {
      result = result.compared(
        with: known, lookedAt: selection.lookedAt, ran: linting.configuration.selects)
    }
    return selection.reported(result)
  }
}
