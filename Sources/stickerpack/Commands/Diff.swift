internal import ArgumentParser
internal import StickerBundles
internal import StickerReports

/// `stickerpack diff`
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what differs between two bundles, by their manifests.",
    discussion: """
      Names every sticker that was added, removed, renamed, changed, relabeled or moved, with sizes, \
      and every other file that differs. A sticker is the same one by its name, or by its image at @3x \
      where no name fits. One that was moved is one line.

      Exits with 0 whether there are differences or not, as git diff does; with --exit-code, 1 says \
      that there are. Only manifests are read: verify says whether files are as they say.

      EXAMPLES
        stickerpack diff Release/Stickers Build/Stickers
        stickerpack diff old/manifest.json Build/Stickers --exit-code
        stickerpack diff Release/Stickers Build/Stickers --format markdown
      """)

  @Argument(help: "A bundle, a folder of bundles, an archive or a manifest.json.")
  var old: String

  @Argument(help: "What it is compared with.")
  var new: String

  @Option(name: .shortAndLong, help: "How it is written; markdown is GitHub's.")
  var format = Format.text

  @Flag(help: "Exit with 1 where anything differs.")
  var exitCode = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
  }

  func run() throws {
    let difference: BundleDifference
    do throws(BundleError) {
      difference = BundleDifference(
        from: try BundledPacks(at: old), to: try BundledPacks(at: new))
    } catch {
      throw CommandError(error)
    }
    switch format {
    case .text: try Terminal.write(DifferenceReport.text(of: difference, style: Terminal.style))
    case .json: try Terminal.write(DifferenceReport.json(of: difference))
    case .markdown: try Terminal.write(DifferenceReport.markdown(of: difference))
    }
    if exitCode, !difference.isSame { throw ExitCode(ExitStatus.findings.rawValue) }
  }
}
