internal import ArgumentParser
internal import Basics
internal import StickerTasks

/// The options for the rules that run, and their settings.
struct ConfigurationOptions: ParsableArguments {
  @OptionGroup(title: CommonOptions.title)
  var selection: SelectionOptions

  @OptionGroup(title: "Configuration")
  var files: ConfigurationFileOptions

  /// The options as arguments that have the same effect.
  var arguments: [String] {
    var arguments = selection.select.flatMap { ["--select", $0.name] }
    arguments += selection.ignore.flatMap { ["--ignore", $0.name] }
    if let config = files.config { arguments += ["--config", config.string] }
    if files.noIgnore { arguments.append("--no-ignore") }
    return arguments + files.rule.flatMap { ["--rule", $0.argument] }
  }

  /// The rule settings by id; later options override earlier ones. Rules that are not selected are off.
  var rules: [String: RuleSetting] {
    (files.rule.map { [$0.id: $0.setting] } + [deselected])
      .reduce(into: [:]) { $0 = $0.overridden(by: $1) }
  }

  var selectsRules: Bool { !(selection.select.isEmpty && selection.ignore.isEmpty) }

  /// The rules that `--select` and `--ignore` turn off.
  var unselectedRules: Set<String> { Set(deselected.keys) }

  private var deselected: [String: RuleSetting] {
    var settings: [String: RuleSetting] = [:]
    func turnOff(_ id: String, _ option: String) {
      settings[id] = RuleSetting(level: .off, origins: [RuleSetting.levelKey: .option(option)])
    }
    if !selection.select.isEmpty {
      let option = selection.select.map { "--select \($0.name)" }.joined(separator: " ")
      for rule in Rule.all where !selection.select.contains(where: { $0.ids.contains(rule.id) }) {
        turnOff(rule.id, option)
      }
    }
    for ignored in selection.ignore {
      for id in ignored.ids { turnOff(id, "--ignore \(ignored.name)") }
    }
    return settings
  }
}

/// The options for the rules that run.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: .init(
      """
      Run only this rule. Also accepts a category such as animation, or a prefix such as icon-. Rules \
      that the configuration turns off stay off. Repeatable, or a list with commas.
      """, valueName: "rule"),
    completion: .list(RuleSelection.names), transform: RuleSelection.init(argument:))
  var select: [RuleSelection] = []

  @Option(
    help: .init(
      "Do not run this rule, category or prefix; overrides --select. Repeatable, or a list with commas.",
      valueName: "rule"),
    completion: .list(RuleSelection.names), transform: RuleSelection.init(argument:))
  var ignore: [RuleSelection] = []
}

/// The configuration, and what replaces parts of it.
struct ConfigurationFileOptions: ParsableArguments {
  @Option(
    help: .init(
      "Use this configuration instead of those in the folders above a pack.",
      valueName: "file"),
    completion: .file())
  var config: FilePath?

  @Flag(help: "Include files and folders that git ignores.")
  var noIgnore = false

  @Option(
    help: .init(
      """
      Turn a rule off, or change its severity or an option, such as loop-jump=off, loop-jump=error \
      or animation-memory.bytes=5e7. Repeatable.
      """, valueName: "rule=value"),
    completion: .list(Rule.all.map { $0.id + "=" }), transform: RuleArgument.init(argument:))
  var rule: [RuleArgument] = []
}

/// The argument of `--select` and `--ignore`: rules, categories, or prefixes of ids, with commas between them.
struct RuleSelection {
  var name: String
  var ids: Set<String>

  /// The names of all rules and categories, for completions.
  static let names = Rule.all.map(\.id) + Rule.Category.allCases.map(\.rawValue)

  init(argument: String) throws {
    name = argument
    ids = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rules = Rule.selected(by: String(part)) else {
        throw ValidationError(Rule.unknownSelectionMessage(String(part)))
      }
      ids.formUnion(rules.map(\.id))
    }
  }
}

/// One setting of the command line: `loop-jump=off` or `animation-memory.bytes=5e7`.
struct RuleArgument {
  let argument: String
  var id: String
  var setting: RuleSetting

  init(argument: String) throws {
    self.argument = argument
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw ValidationError("missing value; write \(argument)=off, or a severity")
    }
    let name = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    id = String(name[0])
    let value = String(parts[1])
    let origin = ConfigurationOrigin.option("--rule \(argument)")
    guard let rule = Rule.named(id) else { throw ValidationError(Rule.unknownMessage(id)) }
    if name.count == 2 {
      let option = String(name[1])
      guard let number = Double(value), number.isFinite else {
        throw ValidationError("invalid number \(value.quoted)")
      }
      setting = RuleSetting(options: [option: number], origins: [option: origin])
    } else {
      guard let level = RuleSetting.Level(rawValue: value) else {
        throw ValidationError(
          "invalid severity \(value.quoted) for \(id); expected off, info, warning or error")
      }
      setting = RuleSetting(level: level, origins: [RuleSetting.levelKey: origin])
    }
    if let objection = rule.objection(to: setting) { throw ValidationError(objection) }
  }
}
