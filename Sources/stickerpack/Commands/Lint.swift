internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack lint`
struct Lint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check stickers against Apple's rules and common mistakes.",
    discussion: """
      Accepts image files, folders, trees of folders and asset catalogs (.xcstickers, .xcassets). \
      Every folder with images or a stickerpack.json is one pack.

      Prints a text report unless --format selects another one. --report writes additional reports; \
      a report to standard output (-) replaces the text report.

      EXAMPLES
        stickerpack lint Stickers
        stickerpack lint Stickers --strict
        stickerpack lint Stickers --format json --output report.json
        stickerpack lint Stickers --format html --output report.html
        stickerpack lint Stickers --format markdown >> "$GITHUB_STEP_SUMMARY"
        stickerpack lint Stickers --report sarif=out.sarif --report github=-
        stickerpack lint App/Stickers.xcstickers
        stickerpack lint wave.png hug.gif
        stickerpack lint Stickers --rule low-contrast=off --rule loop-jump=error
        stickerpack lint Stickers --write-baseline stickerpack.baseline.json
        stickerpack lint Stickers --baseline stickerpack.baseline.json
        git diff --cached --name-only -z --diff-filter=d -- '*.png' | stickerpack lint --files-from -
        stickerpack lint Stickers --changed-since origin/main --cache
        stickerpack lint Stickers --shard 1/4 --format json --output part-1.json

      MEMORY AND TIME
        With the default limits, a file or sequence uses at most 400 MiB and
        one minute, however it was made. Up to --jobs files are decoded at the
        same time. The report needs about 9 KB per file.
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath] = []

  @Option(
    name: .shortAndLong,
    help: .init(
      "Report format: \(ReportFormat.names.joined(separator: ", ")). (default: text)",
      valueName: "format"),
    completion: .list(ReportFormat.names), transform: ReportFormat.init(named:))
  var format: ReportFormat?

  @Option(
    name: .shortAndLong,
    help: .init("Write the report to a file (-: standard output).", valueName: "file"),
    completion: .file())
  var output: FilePath?

  @Option(
    help: .init(
      "Write an additional report, such as sarif=report.sarif. Repeatable.",
      valueName: "format=file"),
    completion: .list(ReportFormat.names.map { $0 + "=" }),
    transform: LintReport.init(argument:))
  var report: [LintReport] = []

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

  @Flag(help: "Exit with 0 even if there are errors.")
  var exitZero = false

  @OptionGroup(title: "Large trees")
  var tree: TreeOptions

  @OptionGroup(title: "Large trees")
  var cache: CacheOption

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    guard paths.isEmpty != (tree.filesFrom == nil) else {
      throw ValidationError(
        paths.isEmpty
          ? "Expected files, folders or asset catalogs, or a list of files with --files-from."
          : "--files-from cannot be combined with paths as arguments.")
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
    let files = reports.map(\.file)
    if let writeBaseline, files.contains(writeBaseline) {
      throw ValidationError(
        "The report and the baseline cannot both be written to \(writeBaseline.string.quoted).")
    }
    guard files.count(where: { $0 == nil }) <= 1 else {
      throw ValidationError(
        "Only one report can be written to standard output; name a file for the others.")
    }
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw ValidationError(
        "Two reports cannot be written to the same file \((file ?? "-").string.quoted).")
    }
  }

  func run() async throws {
    // Fails early: linting may take minutes.
    let known = try baseline.map { try BaselineOptions.read(from: $0) }
    try writeBaseline.map { try BaselineOptions.checkPlace($0) }
    let selection = try tree.packs(at: paths, configuration: linting.configuration.config)
    for file in reports.compactMap(\.file) {
      try WholeFile.checkPlace(file, reading: selection.packs)
    }
    let cache = try cache.open()
    var result = try await linting.lint(selection.packs, reader: cache?.facts(reading:limits:))
    cache?.prune()
    let written = try writeBaseline.map { try BaselineOptions.write(result, to: $0) }
    if let known = known ?? written {
      result = result.compared(with: known, lookedAt: selection.lookedAt)
    }
    result = selection.reported(result)
    // A report that cannot be written must not prevent the others.
    var failure: (any Error)?
    for report in reports {
      do { try report.write(result) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    if result.hasErrors, !exitZero { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  /// The reports to write, files first: if the reader of standard output goes away, the program ends.
  private var reports: [LintReport] {
    var all = report
    let isOutputTaken = report.contains { $0.file == nil }
    if format != nil || output != nil || !isOutputTaken {
      all.append(LintReport(format ?? .text, to: output))
    }
    return all.filter { $0.file != nil } + all.filter { $0.file == nil }
  }
}
