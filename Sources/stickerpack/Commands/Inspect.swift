internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerPages
internal import StickerReports

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

  /// How an image is shown.
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
    let assets = try paths.flatMap(stickers).map {
      AssetFacts(reading: $0, limits: limits.limits)
    }
    switch format {
    case .text:
      let form = show?.form
      if show != nil, form == nil {
        Terminal.printError(
          "stickerpack: this terminal is not known to show pictures; --show kitty and --show iterm show them anyway"
        )
      }
      let sections = try assets.map { asset in
        (try form?.text(of: asset, limits: limits.limits) ?? "")
          + InspectionReport.text(of: asset, style: color.style)
      }
      try Terminal.write(sections.joined(separator: "\n"))
    case .json: try Terminal.write(InspectionReport.json(of: assets))
    }
    if !assets.allSatisfy({ $0.image?.isDecoded == true }) {
      throw ExitCode(ExitStatus.findings.rawValue)
    }
  }

  /// The stickers of a folder or catalog, or the file itself, even if discovery would skip it.
  private func stickers(at path: FilePath) throws(CommandError) -> [StickerSource] {
    guard path.isFolder else {
      guard path.exists else {
        throw CommandError(message: "\(path): no such file or folder", status: .usage)
      }
      return [StickerSource(id: path.stem, at: Location(path, displayPath: path))]
    }
    return try Packs.all(at: [path]).packs.flatMap(\.allStickers)
  }
}
