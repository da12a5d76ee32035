internal import ArgumentParser
internal import Basics
internal import StickerBundles
internal import StickerReports

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

      EXAMPLES
        stickerpack diff Release/Stickers Build/Stickers
        stickerpack diff old/manifest.json Build/Stickers --exit-code
        stickerpack diff Release/Stickers Build/Stickers --format markdown
      """)

  @Argument(help: "A bundle, a folder of bundles, an archive or a manifest.json.")
  var old: FilePath

  @Argument(help: "The bundle to compare it with.")
  var new: FilePath

  @Option(name: .shortAndLong, help: "Output format; markdown is for GitHub.")
  var format = Format.text

  @Flag(help: "Exit with 1 if there are differences.")
  var exitCode = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
  }

  @OptionGroup var color: ColorOption

  func run() async throws {
    let difference: BundleDifference
    do throws(BundleError) {
      difference = try await BundleDifference(from: old, to: new)
    } catch {
      throw CommandError(error)
    }
    switch format {
    case .text: try Terminal.write(DifferenceReport.text(of: difference, style: color.style))
    case .json: try Terminal.write(DifferenceReport.json(of: difference))
    case .markdown: try Terminal.write(DifferenceReport.markdown(of: difference))
    }
    if exitCode, !difference.isSame { throw ExitCode(ExitStatus.findings.rawValue) }
  }
}
