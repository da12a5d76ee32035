internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack inspect`
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the details of one image, with its frame table.",
    discussion: """
      EXAMPLES
        stickerpack inspect wave.png
        stickerpack inspect wave.png --format json
      """)

  @Argument(help: "An image file.", completion: .file())
  var file: FilePath

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    guard file.exists else {
      throw CommandError(message: "\(file): no such file", status: .usage)
    }
    guard !file.isFolder else {
      throw CommandError(
        message: "\(file) is a folder; use `stickerpack lint`", status: .usage)
    }
    let source = StickerSource(id: file.stem, at: Location(file, displayPath: file))
    let asset = AssetFacts(reading: source, limits: limits.limits)
    switch format {
    case .text: try Terminal.write(InspectionReport.text(of: asset, style: Terminal.style))
    case .json: try Terminal.write(InspectionReport.json(of: asset))
    }
    if let problem = asset.readProblem {
      throw CommandError(message: "\(file): \(problem)", status: .failed)
    }
  }
}
