internal import ArgumentParser
internal import StickerLint
internal import StickerModel
internal import StickerReports

/// `stickerpack lint`
struct Lint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check stickers against Apple’s rules and against what goes wrong in practice.",
    discussion: """
      Takes image files, folders, trees of folders and asset catalogs (.xcstickers, .xcassets). \
      Every folder that holds images or a stickerpack.json is one pack.

      EXAMPLES
        stickerpack lint Stickers
        stickerpack lint Stickers --strict
        stickerpack lint Stickers --format json --output report.json
        stickerpack lint Stickers --format html --output report.html
        stickerpack lint Stickers --format markdown >> "$GITHUB_STEP_SUMMARY"
        stickerpack lint App/Stickers.xcstickers
        stickerpack lint wave.png hug.gif

      MEMORY AND TIME
        With the default limits one file costs at most 400 MiB and a minute,
        however it is made; as many as --jobs may cost that at once. What a run
        has to report adds about 5 KB a file.
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [String]

  @Option(
    name: .shortAndLong,
    help: "How the report is written: for people, for programs, for GitHub or for a browser.")
  var format = Format.text

  @Option(
    name: .shortAndLong, help: .init("Write the report to a file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Exit with 0 whatever is found.")
  var exitZero = false

  @OptionGroup var judging: JudgingOptions

  func run() async throws {
    let result = await judging.lint(try Packs.all(at: paths))
    switch format {
    case .text:
      let style = output == nil ? Terminal.style : .plain
      try write(Array(TextReport(style: style).text(of: result).utf8))
    case .json:
      try write(JSONReport.bytes(of: result))
    case .markdown: try write(Array(MarkdownReport.text(of: result).utf8))
    case .html: try write(Array(HTMLReport.text(of: result).utf8))
    }
    if result.hasErrors, !exitZero { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard let output else { return try Terminal.write(bytes) }
    try WholeFile.write(bytes, to: output)
  }

  /// The ways in which findings are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown, html
  }
}
