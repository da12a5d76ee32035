internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack check-upload`
struct CheckUpload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-upload",
    abstract: "Look for what App Store Connect refuses.",
    discussion: """
      Looks for the causes of refusals that developers reported, and of apps that are accepted and do not work. A \
      project or a catalog tells most before the build, and a built product (.ipa, .xcarchive, .app, .appex) the rest. \
      Where there is one of these, other images are not looked at. A check mark means that everything was seen, a \
      question mark that something cannot be told, and why. A configuration can suppress findings, but does not turn \
      checks off. The exit status is 1 if something was found.

      EXAMPLES
        stickerpack check-upload App/Biscuit.xcodeproj
        stickerpack check-upload App/Stickers.xcstickers
        stickerpack check-upload Biscuit.ipa
        stickerpack check-upload App Biscuit.ipa --against Build/Stickers
        stickerpack check-upload Biscuit.ipa --format json
      """)

  @Argument(
    help: "Projects, asset catalogs, built products or folders of these.", completion: .file())
  var paths: [FilePath] = []

  @OptionGroup var comparison: ComparisonOption

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() async throws {
    let task = UploadTask(paths.orCurrentFolder.map(\.string), against: comparison.against?.string)
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
