internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack verify`
struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare the files of a bundle with its manifest.",
    discussion: """
      Reports files that are missing, changed, unlisted, symbolic links or unreadable, and corrupt \
      archives, and exits with 1 if there are any. The exit status 2 means that the path is not a \
      bundle. This detects accidents, not tampering: someone who can change a file can also change \
      the manifest.

      EXAMPLES
        stickerpack verify Build/Stickers
        stickerpack verify Build/Stickers.zip
        stickerpack verify Build/Stickers --format json
      """)

  @Argument(help: "A folder or archive written by stickerpack build.", completion: .file())
  var bundle: FilePath

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() async throws {
    let verification = try await ProgressBar.showing { try await VerifyTask(bundle.string).run($0) }
    switch format {
    case .text: try Terminal.write(VerificationReport.text(of: verification, style: color.style))
    case .json: try Terminal.write(VerificationReport.json(of: verification))
    }
    if !verification.problems.isEmpty { throw ExitStatus.findings }
  }
}
