internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack inspect`
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the details of images, with their frame tables.",
    discussion: """
      Accepts files, and folders and catalogs for all their stickers. Exits with 1 if an image cannot be \
      decoded.

      EXAMPLES
        stickerpack inspect wave.png
        stickerpack inspect Stickers
        stickerpack inspect wave.png hug.gif --format json
      """)

  @Argument(help: "Image files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath]

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  @OptionGroup var limits: LimitOptions

  func run() throws {
    var task = InspectTask(paths)
    task.limits = limits.limits
    let images = try task.run()
    switch format {
    case .text:
      let sections = images.map { InspectionReport.text(of: $0, style: color.style) }
      try Terminal.write(sections.joined(separator: "\n"))
    case .json: try Terminal.write(InspectionReport.json(of: images))
    }
    if !images.allSatisfy({ $0.image?.isDecoded == true }) {
      throw ExitStatus.findings
    }
  }
}
