internal import Basics

/// The configuration of one rule. Values that are not set keep the rule's defaults.
///
/// Settings of the caller override those of every `stickerpack.json`. To allow a single finding on purpose, use a
/// suppression in `stickerpack.json` instead: it has a reason, and is reported when it is no longer needed.
public struct RuleSetting: Sendable, Equatable {
  /// The configured severity of a rule's findings.
  public enum Level: String, Sendable, Equatable, CaseIterable {
    /// The rule is disabled.
    case off
    /// Overrides the rule's severity.
    case info, warning, error
  }

  /// The severity; nil for the rule's default.
  public var level: Level?
  /// The values of the rule's options, by name.
  public var options: [String: Double]
  /// The origins of the values, by option name and `levelKey`.
  package var origins: [String: ConfigurationOrigin]

  /// The key of the level in an object with options.
  package static let levelKey = "severity"

  /// Creates a setting.
  public init(level: Level? = nil, options: [String: Double] = [:]) {
    self.init(level: level, options: options, origins: [:])
  }

  package init(
    level: Level? = nil, options: [String: Double] = [:], origins: [String: ConfigurationOrigin]
  ) {
    self.level = level
    self.options = options
    self.origins = origins
  }

  /// Returns this setting with the values of `other` taking precedence.
  package func overridden(by other: RuleSetting) -> RuleSetting {
    RuleSetting(
      level: other.level ?? level,
      options: options.updated(with: other.options),
      origins: origins.updated(with: other.origins))
  }
}

extension [String: RuleSetting] {
  /// Returns these settings with the values of `other` taking precedence.
  package func overridden(by other: [String: RuleSetting]) -> [String: RuleSetting] {
    var result = self
    for (rule, setting) in other {
      result[rule] = result[rule]?.overridden(by: setting) ?? setting
    }
    return result
  }
}

extension ValueKind<[String: RuleSetting]> {
  /// Settings by rule id: `"off"`, or an object with `severity` and the rule's own options.
  static let rules = ValueKind([
    "type": "object",
    "additionalProperties": [
      "oneOf": [
        levels,
        [
          "type": "object", "minProperties": 1,
          "properties": RelaxedJSON([(RuleSetting.levelKey, levels)]),
          "additionalProperties": ["type": "number"],
        ],
      ]
    ],
  ]) { json, name, file throws(ConfigurationError) in
    var settings: [String: RuleSetting] = [:]
    for member in try json.members(of: name) {
      settings[member.key] = try RuleSetting(member.value, of: member.key, in: file)
    }
    return settings
  }.defined(
    as: "rules",
    "Settings by rule id: off, a severity, or an object with a severity and the rule's options.")

  private static let levels: RelaxedJSON = [
    "enum": .list(RuleSetting.Level.allCases.map { $0.rawValue })
  ]
}

extension RuleSetting {
  fileprivate init(
    _ value: RelaxedJSON, of rule: String, in file: FilePath
  ) throws(ConfigurationError) {
    self.init()
    guard case .object(let members) = value.content else {
      guard case .text = value.content else {
        throw value.typeMismatch("off, info, warning, error or an object", rule.quoted)
      }
      level = try Self.level(value, of: rule.quoted)
      origins[Self.levelKey] = .file(file, line: value.place.line)
      return
    }
    guard !members.isEmpty else {
      throw ConfigurationError(
        "\(rule.quoted) is an empty object; expected \"severity\" or options of the rule",
        at: value.place)
    }
    for member in members {
      if member.key == Self.levelKey {
        level = try Self.level(member.value, of: "\(Self.levelKey) of \(rule.quoted)")
      } else if case .number(let number) = member.value.content {
        options[member.key] = number
      } else {
        throw member.value.typeMismatch("a number", "\(member.key.quoted) of \(rule.quoted)")
      }
      origins[member.key] = .file(file, line: member.place.line)
    }
  }

  private static func level(
    _ value: RelaxedJSON, of name: String
  ) throws(ConfigurationError) -> Level? {
    Level(
      rawValue: try value.text(of: name, "expected off, info, warning or error") {
        Level(rawValue: $0) != nil
      })
  }
}
