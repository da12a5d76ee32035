/// What a configuration says about one rule: all that it leaves open stays as the rule has it.
public struct RuleSetting: Sendable, Equatable {
  /// How much a rule's findings count.
  public enum Level: String, Sendable, Equatable, CaseIterable {
    /// The rule is not asked.
    case off
    /// Its findings have this severity, whatever the rule's own is.
    case info, warning, error
  }

  /// How much its findings count; nil for the rule's own severity.
  public var level: Level?
  /// The rule's numbers, by the names that the rule gives them.
  public var options: [String: Double]

  /// Creates a setting.
  public init(level: Level? = nil, options: [String: Double] = [:]) {
    self.level = level
    self.options = options
  }

  /// The same setting, with what `other` says in the place of what this one says.
  public func overridden(by other: RuleSetting) -> RuleSetting {
    RuleSetting(
      level: other.level ?? level,
      options: options.merging(other.options, uniquingKeysWith: { $1 }))
  }
}

extension RuleSetting {
  /// The key of the level where a setting has options beside it.
  static let levelKey = "severity"

  /// Settings by rule id: `"off"`, or an object with `severity` and the rule's own options.
  static func settings(
    _ value: RelaxedJSON
  ) throws(ConfigurationError) -> [String: RuleSetting] {
    var settings: [String: RuleSetting] = [:]
    for member in try value.members(of: "rules") {
      settings[member.key] = try RuleSetting(member.value, of: member.key)
    }
    return settings
  }

  private init(_ value: RelaxedJSON, of rule: String) throws(ConfigurationError) {
    self.init()
    guard case .object(let members) = value.content else {
      level = try Self.level(value, of: rule.quoted)
      return
    }
    for member in members {
      if member.key == Self.levelKey {
        level = try Self.level(member.value, of: "\(Self.levelKey) of \(rule.quoted)")
      } else if case .number(let number) = member.value.content {
        options[member.key] = number
      } else {
        throw member.value.isNot("a number", member.key.quoted)
      }
    }
  }

  private static func level(
    _ value: RelaxedJSON, of name: String
  ) throws(ConfigurationError) -> Level {
    let text = try value.text(of: name)
    guard let level = Level(rawValue: text) else {
      throw ConfigurationError(
        "\(name) is \(text.quoted); it is one of off, info, warning and error", at: value.place)
    }
    return level
  }
}
