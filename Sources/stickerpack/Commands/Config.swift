internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack config`
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the effective configuration.",
    discussion: """
      EXAMPLES
        stickerpack config Stickers
      """,
    subcommands: [Show.self], defaultSubcommand: Show.self)

  /// `stickerpack config show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show the configuration of a pack or file and where each value comes from.",
      discussion: """
        EXAMPLES
          stickerpack config show
          stickerpack config show Stickers/wave.png
          stickerpack config show Stickers --all
        """)

    @Argument(help: "A pack's folder, or one of its files.", completion: .file())
    var path = FilePath.currentFolder

    @Flag(help: "Include rules at their defaults.")
    var all = false

    @OptionGroup var color: ColorOption

    @OptionGroup var options: ConfigurationOptions

    func run() throws {
      var linter = Linter(jobs: 1)
      linter.rules = options.rules
      let found = try PackDiscovery(
        linting: [path], configuration: options.files.config,
        respectsGitIgnore: !options.files.noIgnore)
      try Terminal.write(
        ConfigurationReport(of: found.packs, by: linter, showsAll: all, style: color.style).text)
    }
  }
}
