internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack lint`
struct Lint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check stickers against Apple's rules and against what goes wrong in practice.",
    discussion: """
      Takes image files, folders, trees of folders and asset catalogs (.xcstickers, .xcassets). \
      Every folder that holds images or a stickerpack.json is one pack.

      The text report goes to standard output unless --format says another. --report writes \
      further reports beside it; where one of these goes to standard output (-), there is no text.

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
        With the default limits one file, or one sequence, costs at most 400 MiB
        and a minute, however it is made; as many as --jobs may cost that at
        once. What a run has to report adds about 9 KB a file.
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [String] = []

  @Option(
    name: .shortAndLong,
    help: .init(
      "How the report is written: \(LintReport.Format.names.joined(separator: ", ")). (default: text)",
      valueName: "format"),
    completion: .list(LintReport.Format.names), transform: LintReport.Format.init(named:))
  var format: LintReport.Format?

  @Option(
    name: .shortAndLong,
    help: .init("Write the report to a file; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: .init(
      "Write one more report, such as sarif=report.sarif; as often as needed.",
      valueName: "format=file"),
    completion: .list(LintReport.Format.names.map { $0 + "=" }),
    transform: LintReport.init(argument:))
  var report: [LintReport] = []

  @Option(
    help: .init(
      "A file of known findings, which fail nothing; see --write-baseline.", valueName: "file"),
    completion: .file())
  var baseline: String?

  @Option(
    help: .init(
      "Write what is found as known, so that from now on only new findings fail.",
      valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Flag(help: "Exit with 0 whatever is found.")
  var exitZero = false

  @OptionGroup(title: "Large trees")
  var tree: TreeOptions

  @OptionGroup(title: "Large trees")
  var cache: CacheOption

  @OptionGroup var judging: LintingOptions

  func validate() throws {
    guard paths.isEmpty != (tree.filesFrom == nil) else {
      throw ValidationError(
        paths.isEmpty
          ? "Name files, folders or asset catalogs, or a list of files with --files-from."
          : "Name files in a list or as arguments, not both.")
    }
    if tree.shard != nil, baseline != nil || writeBaseline != nil {
      throw ValidationError(
        "A baseline is about a whole run: what is known and what is gone, no part of a tree can tell."
      )
    }
    if tree.changedSince != nil, writeBaseline != nil {
      throw ValidationError("A baseline of what has changed would forget what has not.")
    }
    let files = reports.map(\.file)
    if let writeBaseline, files.contains(writeBaseline) {
      throw ValidationError(
        "A report and the baseline cannot both go to \(writeBaseline.quoted).")
    }
    guard files.count(where: { $0 == nil }) <= 1 else {
      throw ValidationError(
        "Two reports cannot both go to standard output; name a file for one of them.")
    }
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw ValidationError("Two reports cannot both go to \((file ?? "-").quoted).")
    }
  }

  func run() async throws {
    // Before the work, which may take minutes.
    let known = try baseline.map { try BaselineOptions.read(from: $0) }
    try writeBaseline.map { try BaselineOptions.checkPlace($0) }
    let selection = try tree.packs(at: paths, configuration: judging.configuration.config)
    let cache = try cache.open()
    var result = await judging.lint(selection.packs, reader: cache?.facts(reading:limits:))
    cache?.prune()
    let written = try writeBaseline.map { try BaselineOptions.write(result, to: $0) }
    if let known = known ?? written {
      result = result.compared(with: known, lookedAt: selection.lookedAt)
    }
    result = selection.reported(result)
    // One that cannot be written keeps no other from being written.
    var trouble: (any Error)?
    for report in reports {
      do { try report.write(result) } catch { trouble = trouble ?? error }
    }
    if let trouble { throw trouble }
    if result.hasErrors, !exitZero { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  /// What is written where: the files first, since a reader of standard output may go away, and then
  /// ends the program.
  private var reports: [LintReport] {
    var all = report
    let isOutputTaken = report.contains { $0.file == nil }
    if format != nil || output != nil || !isOutputTaken {
      all.append(LintReport(format ?? .text, to: output))
    }
    return all.filter { $0.file != nil } + all.filter { $0.file == nil }
  }
}
