internal import ArgumentParser
internal import Basics

/// Checks the arguments for mistakes that the parser accepts or reports in a confusing way.
enum ArgumentCheck {
  /// - Parameter arguments: the arguments of the program, without its name.
  static func check(_ arguments: [String]) throws(CommandError) {
    // `help` itself accepts any name, and prints the help of all commands.
    try checkCommand(arguments.first == "help" ? arguments.dropFirst().first : arguments.first)
    for argument in arguments.prefix(while: { $0 != "--" }) { try checkOption(argument) }
  }

  /// The commands of this program by the names that other tools have for them.
  private static let meant = [
    "fix": "lint --fix", "format": "lint --fix", "check": "lint", "validate": "lint",
    "convert": "fit", "optimize": "fit", "compress": "fit", "resize": "fit",
    "restore": "undo", "new": "init", "export": "build",
  ]

  private static func checkCommand(_ name: String?) throws(CommandError) {
    let commands = Stickerpack.configuration.subcommands.map { $0._commandName }
    guard let name, !name.hasPrefix("-"), !(commands + ["help"]).contains(name) else { return }
    let suggestion =
      (meant[name] ?? Spelling.nearest(to: name, in: commands)).map { "did you mean \($0.quoted)?" }
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
