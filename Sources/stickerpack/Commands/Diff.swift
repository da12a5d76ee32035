internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack diff`
struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the manifests of two bundles.",
    discussion: """
      Lists added, removed, renamed, changed, relabeled and moved stickers with their sizes, and all \
      other files that differ. Stickers are matched by name, then by their @3x image.

      Like git diff, exits with 0 even if there are differences; with --exit-code, exits with 1. Only \
      the manifests are compared: use verify to check the files.

      The format html is a page that shows both versions of each changed sticker: side by side, as a \
      swipe, onion skin or strobe, and the pixels that differ. It needs the bundles' images and loads \
      nothing from the network.

      EXAMPLES
        stickerpack diff Release/Stickers Build/Stickers
        stickerpack diff old/manifest.json Build/Stickers --exit-code
        stickerpack diff Release/Stickers Build/Stickers --format markdown
        stickerpack diff Release/Stickers Build/Stickers --report html=diff.html
      """)

  @Argument(help: "A bundle, a folder of bundles, an archive or a manifest.json.")
  var old: FilePath

  @Argument(help: "The bundle to compare it with.")
  var new: FilePath

  @Option(name: .shortAndLong, help: "Output format; markdown is for GitHub, html is a page.")
  var format: DiffResult.Format?

  @Option(
    help: .init(
      "Write an additional report, such as html=diff.html. Repeatable.", valueName: "format=file"),
    completion: .list(ReportFile<DiffResult.Format>.completions),
    transform: ReportFile.init(argument:))
  var report: [ReportFile<DiffResult.Format>] = []

  @Flag(help: "Exit with 1 if there are differences.")
  var exitCode = false

  @OptionGroup var color: ColorOption

  @OptionGroup var parallel: JobOptions

  @OptionGroup var limits: LimitOptions

  func validate() throws { try ReportFile.check(reports) }

  private var reports: [ReportFile<DiffResult.Format>] {
    get throws { try ReportFile.all(format, and: report, or: .text) }
  }

  func run() async throws {
    var task = DiffTask(from: old.string, to: new.string)
    let reports = try reports
    task.readsImages = reports.contains { $0.format == .html }
    task.limits = limits.limits
    task.jobs = parallel.jobs
    let result = try await ProgressBar.showing { [task] in try await task.run($0) }
    for report in reports {
      let style = report.file == nil ? color.style : .plain
      try report.write(result.bytes(as: report.format, style: style))
    }
    if exitCode, !result.isSame { throw ExitStatus.findings }
  }
}
