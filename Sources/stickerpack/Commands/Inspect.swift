internal import ArgumentParser
internal import Basics
internal import StickerLint
internal import StickerPages
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
        stickerpack inspect wave.png --show
      """)

  @Argument(help: "Image files, folders or asset catalogs.", completion: .file())
  var paths: [FilePath]

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @Option(
    name: .long, defaultAsFlag: .auto, parsing: .next,
    help: .init(
      """
      Show each image in the terminal, with the protocol of kitty or iterm. auto uses what the terminal \
      supports.
      """, valueName: "how"))
  var show: Display?

  enum Display: String, ExpressibleByArgument, CaseIterable {
    case auto, kitty, iterm

    /// The form of pictures; nil to show none.
    var form: TerminalPicture? {
      self == .auto ? Terminal.pictures : TerminalPicture(rawValue: rawValue)
    }
  }

  @OptionGroup var color: ColorOption

  @OptionGroup(title: "Decoding")
  var limits: LimitOptions

  func validate() throws {
    guard show == nil || format == .text else {
      throw ValidationError("--show cannot be combined with --format json: JSON has no pictures.")
    }
  }

  func run() throws {
    var task = InspectTask(paths)
    task.limits = limits.limits
    task.form = show?.form
    if show != nil, task.form == nil {
      Terminal.note(
        "this terminal is not known to show pictures; --show kitty and --show iterm show them anyway"
      )
    }
    let images = try task.run()
    switch format {
    case .text:
      let sections = images.map {
        $0.picture + InspectionReport.text(of: $0.facts, style: color.style)
      }
      try Terminal.write(sections.joined(separator: "\n"))
    case .json: try Terminal.write(InspectionReport.json(of: images.map(\.facts)))
    }
    if !images.allSatisfy({ $0.facts.image?.isDecoded == true }) {
      throw ExitStatus.findings
    }
  }
}
