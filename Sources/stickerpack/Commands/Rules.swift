internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack rules`
struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List all rules.",
    discussion: """
      EXAMPLES
        stickerpack rules
        stickerpack rules --format json
      """)

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() throws {
    switch format {
    case .text: try Terminal.write(RuleReport.list(Rule.all, style: color.style))
    case .json: try Terminal.write(RuleReport.json(Rule.all))
    }
  }
}

/// `stickerpack explain`
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a rule: why it exists and how to fix its findings.",
    discussion: """
      EXAMPLES
        stickerpack explain file-near-limit
      """)

  @Argument(help: "A rule's id.", completion: .list(Rule.all.map(\.id)))
  var id: String

  @OptionGroup var color: ColorOption

  func run() throws {
    guard let rule = Rule.named(id) else {
      throw CommandError(Rule.unknownMessage(id))
    }
    try Terminal.write(
      RuleReport.explanation(
        of: rule, fixedBy: { $0 == .safe ? "lint --fix" : "lint --fix --unsafe-fixes" },
        style: color.style))
  }
}
