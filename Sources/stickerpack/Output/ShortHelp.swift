internal import StickerReports

/// The help of `-h`: the most common options and examples of a command. `--help` has the rest.
enum ShortHelp {
  private static let mostOptions = 10
  private static let mostExamples = 3
  private static let column = 26

  /// The text.
  ///
  /// - Parameter name: the program and the command.
  static func text(of command: CommandHelp, named name: String) -> String {
    let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
    let values = arguments.filter { $0.kind == "positional" }
    // Sections are for special cases.
    let options = arguments.filter {
      $0.kind != "positional" && [nil, CommonOptions.title].contains($0.sectionTitle)
        && !["help", "version"].contains($0.names?.last?.name)
    }
    let examples = (command.discussion ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("  stickerpack ") }.prefix(Self.mostExamples)
    var usage = [name]
    if command.subcommands != nil { usage.append("<command>") }
    if !options.isEmpty { usage.append("[options]") }
    usage += values.map(\.usage)
    let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
    let optionLines = options.prefix(mostOptions).map { option in
      let names = (option.names ?? []).map(\.text).sorted { $0.count < $1.count }
      let value = option.kind == "flag" ? "" : " <\(option.valueName ?? "")>"
      return line(names.joined(separator: ", ") + value, option.abstract ?? "")
    }
    let blocks: [[String]] = [
      [command.abstract ?? ""], ["Usage: \(usage.joined(separator: " "))"],
      subcommands.map { line($0.commandName, $0.abstract ?? "") }, optionLines,
      examples.map(String.init), ["All options: \(name) --help"],
    ]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// A name and the first sentence of its description.
  private static func line(_ name: String, _ description: String) -> String {
    let sentence = description.split(separator: ". ").first.map(String.init) ?? ""
    let words = (sentence + (sentence.hasSuffix(".") ? "" : ".")).wrapped(to: 100 - column)
    let start = "  " + name
    let indent = String(repeating: " ", count: column)
    let isLong = start.count + 2 > column
    return
      ([isLong ? start : start + String(indent.dropFirst(start.count)) + (words.first ?? "")]
      + words.dropFirst(isLong ? 0 : 1).map { indent + $0 }).joined(separator: "\n")
  }
}
