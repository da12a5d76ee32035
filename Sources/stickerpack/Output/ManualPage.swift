/// The manual page of the program, made from its help.
///
/// Source: man(7) of groff and mandoc.
enum ManualPage {
  /// The page in roff.
  ///
  /// - Parameter program: the program with all commands.
  static func text(of program: CommandHelp) -> String {
    var lines = [
      ".TH STICKERPACK 1 \"\" \"stickerpack \(Stickerpack.version)\" \"User Commands\"",
      ".SH NAME", escaped("\(program.commandName) - \(program.abstract ?? "")"),
      ".SH SYNOPSIS", ".B stickerpack", "\\fIcommand\\fP [\\fIoptions\\fP]",
      ".SH DESCRIPTION",
    ]
    lines += paragraphs(program.discussion) + [".SH COMMANDS"]
    for command in program.subcommands ?? [] where command.commandName != "help" {
      lines += section(of: command, after: program.commandName)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(of command: CommandHelp, after parent: String) -> [String] {
    let name = "\(parent) \(command.commandName)"
    if let subcommands = command.subcommands?.filter({ $0.commandName != "help" }),
      !subcommands.isEmpty
    {
      return subcommands.flatMap { section(of: $0, after: name) }
    }
    // Every command has these two, which the description of the program explains.
    let arguments = (command.arguments ?? []).filter {
      $0.shouldDisplay && !["help", "version"].contains($0.names?.last?.name)
    }
    let positional = arguments.filter { $0.kind == "positional" }
    let usage = positional.map { argument in
      let value = (argument.valueName ?? "") + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(value)]" : value
    }
    var lines = [
      ".SS " + escaped(([name, "[options]"] + usage).joined(separator: " ")),
      escaped(command.abstract ?? ""),
    ]
    lines += paragraphs(command.discussion)
    for argument in arguments {
      let names = (argument.names ?? []).map { "\\fB\(escaped($0.text))\\fP" }
      let value = argument.kind == "flag" ? [] : ["\\fI\(escaped(argument.valueName ?? ""))\\fP"]
      let known = argument.defaultValue.map { " (default: \($0))" } ?? ""
      lines += [
        ".TP",
        (names.isEmpty ? value : [names.joined(separator: ", ")] + value).joined(separator: " "),
        escaped((argument.abstract ?? "") + known),
      ]
    }
    return lines
  }

  /// The paragraphs of a text. Those with indented lines, such as examples, keep their line breaks.
  private static func paragraphs(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n\n").flatMap { paragraph in
      let lines = paragraph.split(separator: "\n").map { escaped(String($0)) }
      return paragraph.contains("\n ") ? [".PP", ".nf"] + lines + [".fi"] : [".PP"] + lines
    }
  }

  /// Text as roff shows it: no escapes, hyphens that can be copied, and no requests.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
