internal import ArgumentParser
internal import SystemLibraries

/// The parts of the argument parser's description of a command that this program uses.
struct CommandHelp: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var sectionTitle: String?

    /// The value in a line of usage.
    var usage: String {
      let value = "<\(valueName ?? "")>" + (isRepeating ? " ..." : "")
      return isOptional ? "[\(value)]" : value
    }
  }

  private struct Document: Decodable {
    var command: CommandHelp
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandHelp]?
  var arguments: [Argument]?

  /// The program with all commands.
  static func program() throws -> CommandHelp {
    let json = Data(Stickerpack._dumpHelp().utf8)
    return try JSONDecoder().decode(Document.self, from: json).command
  }

  /// The command that arguments name, or this one, and the names of it and the commands above.
  func command(of arguments: [String]) -> (command: CommandHelp, names: [String]) {
    guard let name = arguments.first,
      let command = subcommands?.first(where: { $0.commandName == name })
    else { return (self, []) }
    let (found, names) = command.command(of: Array(arguments.dropFirst()))
    return (found, [name] + names)
  }

  /// The names of all options, such as `--format` and `-f`.
  var optionNames: [String] { (arguments ?? []).flatMap { $0.names ?? [] }.map(\.text) }
}
