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
    /// Findings that this sticker may have.
    public var allow: [Allowance] = []
    /// What is made of rules for this sticker, by id.
    public var rules: [String: RuleSetting] = [:]
  }

  /// The pack's name; its folder's name without one.
  public var name: String?
  /// The size class; taken from the art without one.
  public var gridSize: GridSize?
  /// What is made of rules at and below the file's folder, by id.
  public var rules: [String: RuleSetting] = [:]
  /// What is made of rules for some files there; the later go before the earlier.
  public var overrides: [Override] = []
  /// What is not looked at.
  public var exclude: [FileGlob] = []
  /// Whether nothing in the folders above applies.
  public var isRoot = false
  /// Whether the file says anything about a pack of its own, beside what it says for all below.
  public var describesPack = false
  /// The stickers in the pack's order; files that are not listed follow by name.
  public var stickers: [Sticker] = []

  private static let keysForAllBelow: Set = ["$schema", "root", "rules", "overrides", "exclude"]

  /// Reads a configuration from the bytes of a file: JSON, with comments and trailing commas allowed.
  ///
  /// - Parameter file: the file as reports name it, for saying where a value comes from.
  public init(
    parsing bytes: [UInt8], of file: String = Self.fileName
  ) throws(ConfigurationError) {
    let document = try RelaxedJSON(parsing: bytes)
    for member in try document.members(of: "the configuration") {
      if !Self.keysForAllBelow.contains(member.key) { describesPack = true }
      switch member.key {
      case "$schema": continue
      case "root": isRoot = try member.value.flag(of: "root")
      case "name": name = try Self.packName(member.value)
      case "gridSize": gridSize = try Self.gridSize(member.value)
      case "rules": rules = try RuleSetting.settings(member.value, in: file)
      case "overrides": overrides = try Self.overrides(member.value, in: file)
      case "exclude": exclude = try Self.globs(member.value, of: "exclude")
      case "stickers": stickers = try Self.stickers(member.value, in: file)
      default:
        let known = ["root", "name", "gridSize", "rules", "overrides", "exclude", "stickers"]
        throw .unknownKey(member.key, known: known, member.place)
      }
    }
    let globs = overrides.reduce(exclude.count) { $0 + $1.files.count }
    guard globs <= Self.mostGlobs else {
      throw ConfigurationError("the file has \(globs) globs, and \(Self.mostGlobs) are the limit")
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

  private static func stickers(
    _ value: RelaxedJSON, in file: String
  ) throws(ConfigurationError) -> [Sticker] {
    guard case .list(let entries) = value.content else { throw value.isNot("a list", "stickers") }
    var stickers: [Sticker] = []
    var files: Set<String> = []
    for entry in entries {
      let sticker = try Sticker(entry, in: file)
      guard files.insert(sticker.file).inserted else {
        throw ConfigurationError("\(sticker.file.quoted) is listed a second time", at: entry.place)
      }
      stickers.append(sticker)
    }
    return stickers
  }
}

extension PackConfiguration.Sticker {
  fileprivate init(
    _ entry: RelaxedJSON, in configuration: String
  ) throws(ConfigurationError) {
    var file: String?
    for member in try entry.members(of: "a sticker") {
      switch member.key {
      case "file": file = try Self.fileName(member.value)
      case "label": label = try member.value.text(of: "label")
      case "allow": allow = try PackConfiguration.allowances(member.value, in: configuration)
      case "rules": rules = try RuleSetting.settings(member.value, in: configuration)
      default:
        throw .unknownKey(member.key, known: ["file", "label", "allow", "rules"], member.place)
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

  func flag(of name: String) throws(ConfigurationError) -> Bool {
    guard case .bool(let flag) = content else { throw isNot("true or false", name) }
    return flag
  }

  func members(
    of name: String
  ) throws(ConfigurationError) -> [(key: String, place: Place, value: RelaxedJSON)] {
    guard case .object(let members) = content else { throw isNot("an object", name) }
    return members
  }
}
