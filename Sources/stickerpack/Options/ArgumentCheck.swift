internal import ArgumentParser
internal import Basics

/// Checks the arguments for mistakes that the parser accepts or reports in a confusing way.
enum ArgumentCheck {
  /// Returns the arguments with the command that they mean.
  ///
  /// - Parameter arguments: the arguments of the program, without its name.
  static func checked(_ arguments: [String]) throws(CommandError) -> [String] {
    // `help` itself accepts any name, and prints the help of all commands.
    let isHelp = arguments.first == "help"
    let name = isHelp ? arguments.dropFirst().first : arguments.first
    let isPath = try !isCommand(name) && !isHelp
    for argument in arguments.prefix(while: { $0 != "--" }) { try checkOption(argument) }
    return (isPath ? ["lint"] : []) + arguments
  }

  /// Explains arguments that the parser refused; nil if it says itself what is wrong: it blames a missing option first,
  /// even if an unknown one was meant to be that.
  static func explanation(of arguments: [String]) -> String? {
    guard let (command, path) = try? CommandHelp.program().command(of: arguments) else {
      return nil
    }
    let names = command.optionNames
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
      let option = String(argument.prefix { $0 != "=" })
      guard option != "-", !names.contains(option), Double(option) == nil else { continue }
      let meant =
        meant(by: option, for: command.commandName, with: names) ?? nearest(to: option, in: names)
      return "unknown option \(option.quoted); "
        + (meant.map { "did you mean \($0.hasPrefix("the ") ? $0 : $0.quoted)?" }
          ?? "\((["stickerpack"] + path + ["--help"]).joined(separator: " ").quoted) lists all")
    }
    return nil
  }

  /// The help that `-h` asks for; nil if it is not there.
  static func shortHelp(for arguments: [String]) throws -> String? {
    guard arguments.prefix(while: { $0 != "--" }).contains("-h") else { return nil }
    let (command, names) = try CommandHelp.program().command(of: arguments)
    return ShortHelp.text(of: command, named: (["stickerpack"] + names).joined(separator: " "))
  }

  private static func nearest(to option: String, in names: [String]) -> String? {
    let words = names.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return Spelling.nearest(to: String(option.drop { $0 == "-" }), in: words).map { "--" + $0 }
  }

  /// Whether the report that was asked for is JSON on standard output.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return zip(options, options.dropFirst()).contains {
      ["--format", "-f"].contains($0) && $1 == "json"
    }
      || options.contains("--format=json")
  }

  // MARK: Words of other tools

  /// The commands of this program by the names that other tools have for them.
  private static let commands = [
    "format": "fix", "check": "lint", "validate": "lint", "test": "lint",
    "convert": "fit", "optimize": "fit", "compress": "fit", "resize": "fit", "shrink": "fit",
    "restore": "undo", "revert": "undo", "new": "init", "export": "build", "pack": "build",
    "show": "inspect", "info": "inspect", "rule": "explain", "version": "--version",
    "stores": "targets", "destinations": "targets", "upload": "check-upload",
    "completion": "--generate-completion-script zsh",
    "completions": "--generate-completion-script zsh",
  ]

  /// The options that other tools have, by what has their effect here: for one command, or for all.
  private static let options = [
    "lint --diff": "stickerpack fix --dry-run", "lint --dry-run": "stickerpack fix --dry-run",
    "lint --unsafe": "stickerpack fix --unsafe", "fix --diff": "--dry-run",
    "fix --unsafe-fixes": "--unsafe", "fix --fix": "stickerpack fix",
    "fix --in-place": "stickerpack fix", "fit --diff": "--dry-run", "fit --max-size": "--max-bytes",
    "fit --size": "--max-side", "fit --width": "--max-side",
    "--json": "--format json", "--html": "--format html", "--sarif": "--format sarif",
    "--exclude": "the key exclude of stickerpack.json", "--disable": "--ignore",
    "--enable": "--select", "--only": "--select", "--fail-on": "--strict",
    "--error-on-warnings": "--strict", "--warnings-as-errors": "--strict", "--werror": "--strict",
    "--platform": "--target", "--store": "--target", "--out": "--output", "--outdir": "--output",
    "--backup": "stickerpack undo",
  ]

  private static func meant(
    by option: String, for command: String, with names: [String]
  ) -> String? {
    options["\(command) \(option)"]
      ?? options[option].flatMap { meaning in
        let option = String(meaning.prefix { $0 != " " })
        return !option.hasPrefix("-") || names.contains(option) ? meaning : nil
      }
  }

  // MARK: Checks

  /// Whether a name is one of a command, or missing. Other names are paths, for `lint`.
  private static func isCommand(_ name: String?) throws(CommandError) -> Bool {
    let commands = Stickerpack.commands
    guard let name, !name.hasPrefix("-"), !(commands + ["help"]).contains(name) else { return true }
    if FilePath(name).exists { return false }
    let suggestion =
      (Self.commands[name] ?? Spelling.nearest(to: name, in: commands))
      .map { "did you mean \("stickerpack \($0)".quoted)?" }
    throw CommandError(
      "unknown command \(name.quoted); "
        + (suggestion ?? "expected one of " + commands.joined(separator: ", ")))
  }

  // The parser reads `-sh.png`, which a shell pattern may expand to, as the flags -s, -h and so on, and
  // prints the help. No command has flags to combine.
  private static func checkOption(_ argument: String) throws(CommandError) {
    let letters = argument.dropFirst()
    guard argument.hasPrefix("-"), letters.count > 1, let first = letters.first, first != "-",
      !first.isNumber, !letters.contains("=")
    else { return }
    throw CommandError(
      "unknown option \(argument.quoted); a file of this name is \("./" + argument)")
  }
}
