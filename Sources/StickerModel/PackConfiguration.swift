/// What `stickerpack.json` says about a pack.
public struct PackConfiguration: Sendable, Equatable {
  /// The name of the file, in a pack's folder.
  public static let fileName = "stickerpack.json"

  /// One entry of `stickers`.
  public struct Sticker: Sendable, Equatable {
    /// The file's name in the pack's folder.
    public var file: String
    /// What VoiceOver says.
    public var label: String?
    /// Reasons for findings that this sticker may have, by rule id.
    public var allow: [String: String] = [:]
  }

  /// What a pack makes of a rule.
  public enum RuleSetting: String, Sendable, Equatable, CaseIterable {
    /// The rule is not asked.
    case off
    /// Its findings have this severity, whatever the rule's own is.
    case info, warning, error
  }

  /// The pack's name; its folder's name without one.
  public var name: String?
  /// The size class; taken from the art without one.
  public var gridSize: GridSize?
  /// Rules that are switched off or have another severity in this pack, by id.
  public var rules: [String: RuleSetting] = [:]
  /// The stickers in the pack's order; files that are not listed follow by name.
  public var stickers: [Sticker] = []
  /// The app that the pack is sold in, for builds that write a project.
  public var project: ProjectSettings?

  /// Reads a configuration from the bytes of a file: JSON, with comments and trailing commas allowed.
  public init(parsing bytes: [UInt8]) throws(ConfigurationError) {
    let document = try RelaxedJSON(parsing: bytes)
    for member in try document.members(of: "the configuration") {
      switch member.key {
      case "$schema": continue
      case "name": name = try Self.packName(member.value)
      case "gridSize": gridSize = try Self.gridSize(member.value)
      case "rules": rules = try Self.rules(member.value)
      case "stickers": stickers = try Self.stickers(member.value)
      case "project": project = try ProjectSettings(member.value)
      default:
        let known = ["name", "gridSize", "rules", "stickers", "project"]
        throw .unknownKey(member.key, known: known, member.place)
      }
    }
  }

  private static func packName(_ value: RelaxedJSON) throws(ConfigurationError) -> String {
    let name = try value.text(of: "name")
    // The name becomes a folder of the catalog. By scalars: as characters, a slash and an accent
    // would be one, and no slash.
    let isFolderName = name.unicodeScalars.allSatisfy { scalar in
      scalar != "/"
        && ![.control, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
    }
    guard let first = name.unicodeScalars.first, first != ".", isFolderName else {
      throw ConfigurationError(
        "name is \(name.quoted); it cannot be empty, begin with a dot, or hold a slash or a control"
          + " character", at: value.place)
    }
    return name
  }

  private static func gridSize(_ value: RelaxedJSON) throws(ConfigurationError) -> GridSize {
    let size = try value.text(of: "gridSize")
    guard let known = GridSize(rawValue: size) else {
      throw ConfigurationError(
        "gridSize is \(size.quoted); it is one of small, regular and large", at: value.place)
    }
    return known
  }

  private static func rules(
    _ value: RelaxedJSON
  ) throws(ConfigurationError) -> [String: RuleSetting] {
    var rules: [String: RuleSetting] = [:]
    for member in try value.members(of: "rules") {
      let setting = try member.value.text(of: member.key)
      guard let known = RuleSetting(rawValue: setting) else {
        throw ConfigurationError(
          "\(member.key.quoted) is \(setting.quoted); it is one of off, info, warning and error",
          at: member.value.place)
      }
      rules[member.key] = known
    }
    return rules
  }

  private static func stickers(_ value: RelaxedJSON) throws(ConfigurationError) -> [Sticker] {
    guard case .list(let entries) = value.content else { throw value.isNot("a list", "stickers") }
    var stickers: [Sticker] = []
    var files: Set<String> = []
    for entry in entries {
      let sticker = try Sticker(entry)
      guard files.insert(sticker.file).inserted else {
        throw ConfigurationError("\(sticker.file.quoted) is listed a second time", at: entry.place)
      }
      stickers.append(sticker)
    }
    return stickers
  }
}

extension PackConfiguration.Sticker {
  fileprivate init(_ entry: RelaxedJSON) throws(ConfigurationError) {
    var file: String?
    for member in try entry.members(of: "a sticker") {
      switch member.key {
      case "file": file = try Self.fileName(member.value)
      case "label": label = try member.value.text(of: "label")
      case "allow": allow = try Self.reasons(member.value)
      default: throw .unknownKey(member.key, known: ["file", "label", "allow"], member.place)
      }
    }
    guard let file else { throw ConfigurationError("the sticker has no “file”", at: entry.place) }
    self.file = file
  }

  private static func fileName(_ value: RelaxedJSON) throws(ConfigurationError) -> String {
    let file = try value.text(of: "file")
    guard !file.leavesItsFolder, !["", ".", ".."].contains(file) else {
      throw ConfigurationError(
        "file is \(file.quoted); it is the name of a file in the pack’s own folder", at: value.place
      )
    }
    return file
  }

  private static func reasons(_ value: RelaxedJSON) throws(ConfigurationError) -> [String: String] {
    var reasons: [String: String] = [:]
    for member in try value.members(of: "allow") {
      let reason = try member.value.text(of: member.key)
      guard reason.contains(where: { !$0.isWhitespace }) else {
        throw ConfigurationError(
          "\(member.key.quoted) is allowed without a reason", at: member.place)
      }
      reasons[member.key] = reason
    }
    return reasons
  }
}

extension String {
  /// Whether the system would read more, or less, than one name in it. A slash with an accent on it is
  /// another character and the same byte.
  fileprivate var leavesItsFolder: Bool { utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") } }
}

/// A configuration that cannot be used.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// Where it is and what is wrong, in one sentence without a full stop.
  public var description: String

  init(_ message: String, at place: RelaxedJSON.Place? = nil) {
    description = place.map { "line \($0.line), column \($0.column): \(message)" } ?? message
  }

  static func unknownKey(
    _ key: String, known: [String], _ place: RelaxedJSON.Place
  ) -> ConfigurationError {
    let nearest = Spelling.nearest(to: key, in: known)
    let advice =
      nearest.map { "did you mean “\($0)”?" } ?? "known are \(known.joined(separator: ", "))"
    return ConfigurationError("the key \(key.quoted) is unknown; \(advice)", at: place)
  }
}

extension RelaxedJSON {
  func isNot(_ kind: String, _ name: String) -> ConfigurationError {
    ConfigurationError("\(name) is \(self.kind); it must be \(kind)", at: place)
  }

  func text(of name: String) throws(ConfigurationError) -> String {
    guard case .text(let text) = content else { throw isNot("a text", name) }
    return text
  }

  func members(
    of name: String
  ) throws(ConfigurationError) -> [(key: String, place: Place, value: RelaxedJSON)] {
    guard case .object(let members) = content else { throw isNot("an object", name) }
    return members
  }
}
