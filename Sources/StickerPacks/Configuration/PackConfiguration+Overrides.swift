package import Basics

/// A finding that is allowed on purpose, with a reason that reports show.
package struct Suppression: Sendable, Equatable {
  /// The rule's id.
  package var rule: String
  package var reason: String
  package var origin: ConfigurationOrigin
  /// The files that it applies to, as display paths.
  package var files: [String] = []
  /// The other places that it applies to, such as the pack's folder or a `Contents.json`.
  package var places: [String] = []
  /// Whether it applies to nothing else, in this pack or another.
  package var isLocal = false
}

extension PackConfiguration {
  package struct FileGlob: Sendable, Equatable {
    package var glob: Glob
    /// The line in the file, counted from 1.
    package var line: Int
  }

  /// The settings for some of the files in and below a configuration's folder.
  package struct Override: Sendable, Equatable {
    package var globs: [FileGlob] = []
    /// The settings of rules, by rule id.
    package var rules: [String: RuleSetting] = [:]
    package var suppress: [Suppression] = []
    /// The line in the file, counted from 1.
    package var line: Int
    /// The files that it applies to, as display paths.
    package var files: [String] = []
    /// The other places that it applies to, such as the pack's folder or a `Contents.json`.
    package var places: [String] = []
  }

  /// The maximum number of globs in a file, which bounds the cost of a hostile one.
  static let mostGlobs = 1_000

  static func globs(
    _ value: RelaxedJSON, of name: String
  ) throws(ConfigurationError) -> [FileGlob] {
    var globs: [FileGlob] = []
    for entry in try value.elements(of: name) {
      let glob = try Glob(entry.text(of: "a glob of \(name)"), at: entry.place)
      globs.append(FileGlob(glob: glob, line: entry.place.line))
    }
    return globs
  }

  static func overrides(
    _ value: RelaxedJSON, in file: String
  ) throws(ConfigurationError) -> [Override] {
    var overrides: [Override] = []
    for entry in try value.elements(of: "overrides") {
      overrides.append(try Override(entry, in: file))
    }
    return overrides
  }

  /// Reasons by rule id.
  static func suppressions(
    _ value: RelaxedJSON, in file: String
  ) throws(ConfigurationError) -> [Suppression] {
    var suppressions: [Suppression] = []
    for member in try value.members(of: "suppress") {
      let reason = try member.value.text(of: "the reason for \(member.key.quoted)")
      guard reason.contains(where: { !$0.isWhitespace }) else {
        throw ConfigurationError(
          "suppressing \(member.key.quoted) requires a reason", at: member.place)
      }
      suppressions.append(
        Suppression(
          rule: member.key, reason: reason, origin: .file(file, line: member.place.line)))
    }
    return suppressions
  }
}

extension PackConfiguration.Override {
  fileprivate init(_ entry: RelaxedJSON, in file: String) throws(ConfigurationError) {
    self.init(line: entry.place.line)
    for member in try entry.members(of: "an override") {
      switch member.key {
      case "files": globs = try PackConfiguration.globs(member.value, of: "files")
      case "rules": rules = try RuleSetting.settings(member.value, in: file)
      case "suppress": suppress = try PackConfiguration.suppressions(member.value, in: file)
      default: throw .unknownKey(member.key, known: ["files", "rules", "suppress"], member.place)
      }
    }
    guard !globs.isEmpty else {
      throw ConfigurationError("the override has no \"files\"", at: entry.place)
    }
  }
}
