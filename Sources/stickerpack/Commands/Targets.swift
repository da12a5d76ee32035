internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack targets`
struct Targets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets",
    abstract: "List the destinations for --target, or show the limits of one.",
    discussion: """
      Every limit has a source and the day on which it was read. A limit that is not certain makes warnings. \
      apple-message-media and apple-notification-attachment are images that teams check beside their stickers.

      Your own limits are a file that extends a destination, such as \
      { "extends": "slack-emoji", "limits": { "maximumFrames": 32, "maximumBytes": 524288 } }

      EXAMPLES
        stickerpack targets
        stickerpack targets signal
        stickerpack targets slack-emoji --format json > mine.json
        stickerpack lint Stickers --target ./mine.json
        stickerpack build Stickers -o Out --target signal
      """)

  @Argument(
    help: "The id of a destination, or its file.",
    completion: .list(Destination.all.map(\.id)))
  var id: String?

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() throws {
    guard let id else {
      switch format {
      case .text:
        try Terminal.write(LimitsReport.list(Destination.all, style: color.style))
      case .json: try Terminal.write(LimitsReport.json(of: Destination.all))
      }
      return
    }
    let destination = try Destination.named(id)
    switch format {
    case .text:
      try Terminal.write(
        LimitsReport.text(of: destination, style: color.style, width: Terminal.width))
    case .json: try Terminal.write(LimitsReport.json(of: destination))
    }
  }
}
