internal import ArgumentParser
internal import Basics
internal import StickerBundles
internal import StickerPages
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
  var format = Format.text

  @Option(
    help: .init(
      "Write an additional report, such as html=diff.html. Repeatable.", valueName: "format=file"),
    completion: .list(Format.allCases.map { $0.rawValue + "=" }), transform: FileReport.init)
  var report: [FileReport] = []

  @Flag(help: "Exit with 1 if there are differences.")
  var exitCode = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
    case html
  }

  /// A report that is written to a file.
  struct FileReport {
    var format: Format
    var file: FilePath

    init(_ argument: String) throws {
      let parts = argument.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2, let format = Format(rawValue: parts[0]) else {
        let formats = Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("expected FORMAT=FILE; the formats are \(formats)")
      }
      self.format = format
      file = FilePath(parts[1])
    }
  }

  @OptionGroup var color: ColorOption

  @OptionGroup(title: "Images of pages")
  var parallel: JobOptions

  @OptionGroup(title: "Images of pages")
  var limits: LimitOptions

  func run() async throws {
    let bundles: (old: BundledPacks, new: BundledPacks)
    do throws(BundleError) {
      bundles = try await BundledPacks.both(old, new)
    } catch {
      throw CommandError(error)
    }
    let difference = BundleDifference(from: bundles.old, to: bundles.new)
    let hasPage = ([format] + report.map(\.format)).contains(.html)
    let images = hasPage ? try await images(of: difference, in: [bundles.old, bundles.new]) : [:]
    func bytes(_ format: Format, style: TextStyle) throws -> [UInt8] {
      switch format {
      case .text: Array(DifferenceReport.text(of: difference, style: style).utf8)
      case .json: try DifferenceReport.json(of: difference)
      case .markdown: Array(DifferenceReport.markdown(of: difference).utf8)
      case .html: try DifferencePage.html(of: difference, images: images)
      }
    }
    for report in report {
      try WholeFile.write(try bytes(report.format, style: .plain), to: report.file)
    }
    try Terminal.write(try bytes(format, style: color.style))
    if exitCode, !difference.isSame { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  private func images(
    of difference: BundleDifference, in bundles: [BundledPacks]
  ) async throws -> [String: PageImage] {
    let bar = ProgressBar("Drawing")
    defer { bar.finish() }
    return try await PageImage.images(
      of: difference, in: bundles, limits: limits.limits, jobs: parallel.jobs
    ) { bar.update($0, of: $1) }
  }
}
