internal import ArgumentParser
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack targets`
struct Targets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets",
    abstract: "List the stores for lint --target and build --target, or show the limits of one.",
    discussion: """
      Every limit has a source and the day on which it was read. Limits that are not certain make warnings.

      EXAMPLES
        stickerpack targets
        stickerpack targets signal
        stickerpack lint Stickers --target signal,whatsapp-static
        stickerpack build Stickers -o Out --target signal
      """)

  @Argument(
    help: "The id of a store.", completion: .list(StoreProfile.all.map(\.id)))
  var id: String?

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() throws {
    guard let id else {
      switch format {
      case .text:
        try Terminal.write(
          ProfileReport.list(StoreProfile.all, style: color.style))
      case .json: try Terminal.write(Resource.bytes("profiles.json"))
      }
      return
    }
    let profile = try StoreProfile.profile(id)
    switch format {
    case .text:
      try Terminal.write(
        ProfileReport.text(of: profile, style: color.style, width: Terminal.width))
    case .json: try Terminal.write(ProfileReport.json(of: profile))
    }
  }
}
