package import Basics

/// A finding that is allowed on purpose, with a reason that reports show.
package struct Suppression: Sendable, Equatable {
  /// The rule's id.
  package var rule: String
  package var reason: String
  package var origin: ConfigurationOrigin
  /// The files that it applies to, as display paths.
  package var files: [FilePath] = []
  /// The other places that it applies to, such as the pack's folder or a `Contents.json`.
  package var places: [FilePath] = []
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
  }

  /// The maximum number of globs in a file, which bounds the cost of a hostile one.
  static let mostGlobs = 1_000
}

extension PackConfiguration.Override {
  fileprivate static let keys = KeyTable<PackConfiguration.Override>(
    "an override", PackConfiguration.Override(line: 0),
    [
      .init("files", nil, .filledGlobs) { $0.globs = $1 },
      .init("rules", nil, .rules) { $0.rules = $1 },
      .init("suppress", nil, .suppress) { $0.suppress = $1 },
    ], required: ["files"], orElse: "the override has no \"files\""
  ) { !$0.globs.isEmpty }
}

extension ValueKind<PackConfiguration.Override> {
  static let override = ValueKind(PackConfiguration.Override.keys.schema) {
    json, _, file throws(ConfigurationError) in
    var override = try PackConfiguration.Override.keys.read(json, in: file).owner
    override.line = json.place.line
    return override
  }
}

extension ValueKind<[PackConfiguration.FileGlob]> {
  static let globs = ValueKind([
    "type": "array", "items": ["type": "string", "minLength": 1, "maxLength": 256],
  ]) { json, name, _ throws(ConfigurationError) in
    var globs: [PackConfiguration.FileGlob] = []
    for entry in try json.elements(of: name) {
      let glob = try Glob(entry.text(of: "a glob of \(name)"), at: entry.place)
      globs.append(.init(glob: glob, line: entry.place.line))
    }
    return globs
  }.defined(
    as: "globs",
    "Patterns for names or, with a slash, for paths relative to this file's folder.")

  fileprivate static let filledGlobs = ValueKind(
    ["allOf": [globs.schema], "type": "array", "minItems": 1], globs.read)
}

extension ValueKind<[Suppression]> {
  /// Reasons by rule id.
  static let suppress = ValueKind([
    "type": "object", "additionalProperties": ["type": "string", "pattern": #"\S"#],
  ]) { json, name, file throws(ConfigurationError) in
    var suppressions: [Suppression] = []
    for member in try json.members(of: name) {
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
  }.defined(as: "suppress", "Suppressions: the reason by rule id.")
}
