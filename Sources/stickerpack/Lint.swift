internal import ArgumentParser
internal import StickerLint
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
        stickerpack lint App/Stickers.xcstickers
        stickerpack lint wave.png hug.gif
      """)

  @Argument(help: "Files, folders or asset catalogs.", completion: .file())
  var paths: [String]

  @Option(name: .shortAndLong, help: "How the report is written.")
  var format = ReportFormat.text

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
    }
    if result.hasErrors, !exitZero { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard let output else { return try Terminal.write(bytes) }
    try WholeFile.write(bytes, to: output)
  }
}
