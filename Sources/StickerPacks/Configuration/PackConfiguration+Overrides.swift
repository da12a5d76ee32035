package import Basics

/// A finding that somebody allows, with a reason that reports show.
package struct Suppression: Sendable, Equatable {
  /// The rule's id.
  package var rule: String
  /// Why the finding is meant to be.
  package var reason: String
  /// Where it is written.
  package var origin: ConfigurationOrigin
  /// The files of a pack that it is for, as reports name them.
  package var files: [String] = []
  /// The other places of a pack that it is for: its folder, a `Contents.json`.
  package var places: [String] = []
  /// Whether it is for no others, in this pack or in another one.
  package var isLocal = false
}

extension PackConfiguration {
  /// A glob of a configuration.
  package struct FileGlob: Sendable, Equatable {
    /// The pattern.
    package var glob: Glob
    /// The line where it is written, counted from 1.
    package var line: Int
  }

  /// What a configuration says about some of the files at and below its folder.
  package struct Override: Sendable, Equatable {
    /// The globs of these files.
    package var globs: [FileGlob] = []
    /// What is made of rules for them, by id.
    package var rules: [String: RuleSetting] = [:]
    /// What they may have.
    package var suppress: [Suppression] = []
    /// The line where it is written, counted from 1.
    package var line: Int
    /// The files of a pack that it is for, as reports name them.
    package var files: [String] = []
    /// The other places of a pack that it is for: its folder, a `Contents.json`.
    package var places: [String] = []
  }

  /// The most globs of one file, which bounds what a hostile one costs.
  static let mostGlobs = 1_000

  static func globs(
    _ value: RelaxedJSON, of name: String
  ) throws(ConfigurationError) -> [FileGlob] {
    guard case .list(let entries) = value.content else { throw value.isNot("an array", name) }
    var globs: [FileGlob] = []
    for entry in entries {
      let glob = try Glob(entry.text(of: "a glob of \(name)"), at: entry.place)
      globs.append(FileGlob(glob: glob, line: entry.place.line))
    }
    return globs
  }

  static func overrides(
    _ value: RelaxedJSON, in file: String
  ) throws(ConfigurationError) -> [Override] {
    guard case .list(let entries) = value.content else {
      throw value.isNot("an array", "overrides")
    }
    var overrides: [Override] = []
    for entry in entries { overrides.append(try Override(entry, in: file)) }
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
          "\(member.key.quoted) is allowed without a reason", at: member.place)
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
