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
        stickerpack rules animation
        stickerpack rules store        # about other destinations
        stickerpack rules --format json
      """)

  @Argument(
    help: "Only these: a rule, a category such as animation, or a prefix such as icon-.",
    completion: .list(RuleSelection.names), transform: RuleSelection.init(argument:))
  var names: [RuleSelection] = []

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  @OptionGroup var color: ColorOption

  func run() throws {
    let rules = Rule.all.filter { rule in
      names.isEmpty || names.contains { $0.ids.contains(rule.id) }
    }
    switch format {
    case .json: try Terminal.write(RuleReport.json(rules))
    case .text where names.isEmpty:
      let shown = rules.filter { $0.category != .store }
      try Terminal.write(
        RuleReport.list(shown, style: color.style)
          + "\n\((rules.count - shown.count).grouped) more are about other destinations: stickerpack rules store\n"
      )
    case .text: try Terminal.write(RuleReport.list(rules, style: color.style))
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
        of: rule, fixedBy: { $0 == .safe ? "stickerpack fix" : "stickerpack fix --unsafe" },
        style: color.style))
  }
}
