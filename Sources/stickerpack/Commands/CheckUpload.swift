internal import ArgumentParser
internal import Basics
internal import StickerLint
internal import StickerReports
internal import StickerTasks

/// `stickerpack check-upload`
struct CheckUpload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-upload",
    abstract: "Look for what App Store Connect refuses.",
    discussion: """
      Lints with only the rules that know a reason for which an upload is refused, or is accepted \
      and has no stickers. Accepts what lint accepts: a catalog, with the project above it, tells most \
      before the build, and a built product (.ipa, .xcarchive, .app, .appex) the rest. A configuration \
      can suppress findings, but does not turn rules off here.

      EXAMPLES
        stickerpack check-upload App/Stickers.xcstickers
        stickerpack check-upload Biscuit.ipa
        stickerpack check-upload App Biscuit.ipa --against Build/Stickers
        stickerpack check-upload Biscuit.ipa --format json
      """)

  @Argument(help: "Asset catalogs, folders or built products.", completion: .file())
  var paths: [FilePath] = []

  @OptionGroup(title: CommonOptions.title)
  var common: CommonOptions

  @OptionGroup var comparison: ComparisonOption

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() async throws {
    var options = LintOptions()
    options.isStrict = common.strict
    let paths = paths.isEmpty ? [.currentFolder] : paths
    let task = UploadTask(
      paths.map(\.string), against: comparison.against?.string, options: options)
    let result = try await ProgressBar.showing { try await task.run($0) }
    switch format {
    case .text:
      try Terminal.write(
        UploadReport.text(of: result, style: color.style, width: Terminal.width))
    case .json: try Terminal.write(UploadReport.json(of: result))
    }
    if result.hasErrors { throw ExitStatus.findings }
  }
}
