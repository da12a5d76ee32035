package import Basics
package import StickerManifest

/// What `stickerpack.json` says about a pack.
package struct PackConfiguration: Sendable, Equatable {
  /// The name of the file, in a pack's folder.
  package static let fileName = "stickerpack.json"

  /// One entry of `stickers`.
  package struct Sticker: Sendable, Equatable {
    /// The name of the file, or of the folder of frames, in the pack's folder.
    package var file: String
    /// What VoiceOver says.
    package var label: String?
    /// What VoiceOver says in further languages, by their BCP 47 tags: `de`, `pt-BR`.
    package var translations: [String: String] = [:]
    /// Findings that this sticker may have.
    package var suppress: [Suppression] = []
    /// What is made of rules for this sticker, by id.
    package var rules: [String: RuleSetting] = [:]
    /// How the frames in the folder are played; nil for a file.
    package var sequence: FrameSequence.Settings?
  }

  /// How many stickers one pack may have, and what becomes of more.
  package struct Capacity: Sendable, Equatable {
    /// What becomes of a pack with more stickers.
    package enum WhenOverfull: String, Sendable, Equatable, CaseIterable {
      /// It is an error.
      case refuse
      /// It becomes several packs, which are numbered.
      case split
    }

    /// The most stickers of one pack, 1 or more. Apple states none.
    package var maximum: Int
    /// What becomes of a pack with more stickers.
    package var whenOverfull = WhenOverfull.refuse
  }

  /// The pack's name; its folder's name without one.
  package var name: String?
  /// The size class; taken from the art without one.
  package var gridSize: GridSize?
  /// What is made of rules at and below the file's folder, by id.
  package var rules: [String: RuleSetting] = [:]
  /// How many stickers one pack may have; any number without it.
  package var capacity: Capacity?
  /// Whether warnings count as errors there; nil where the file does not say.
  package var isStrict: Bool?
  /// What is made of rules for some files there; the later go before the earlier.
  package var overrides: [Override] = []
  /// What is not looked at.
  package var exclude: [FileGlob] = []
  /// Whether nothing in the folders above applies.
  package var isRoot = false
  /// Whether the file says anything about a pack of its own, beside what it says for all below.
  package var describesPack = false
  /// The stickers in the pack's order; files that are not listed follow by name.
  package var stickers: [Sticker] = []
  /// The app that the pack is sold in, for builds that write a project.
  package var project: ProjectSettings?
  /// The pack's icons; made of its first sticker without it.
  package var icon: IconSettings?

  /// The lines of its keys, counted from 1.
  package var lines: [String: Int] = [:]

  private static let keysForAllBelow: Set = [
    "$schema", "root", "strict", "rules", "overrides", "exclude",
  ]

  /// Reads a configuration from the bytes of a file: JSON, with comments and trailing commas allowed.
  ///
  /// - Parameter file: the file as reports name it, for saying where a value comes from.
  package init(
    parsing bytes: [UInt8], of file: String = Self.fileName
  ) throws(ConfigurationError) {
    let document = try RelaxedJSON(parsing: bytes)
    var overfull: (value: Capacity.WhenOverfull, place: RelaxedJSON.Place)?
    for member in try document.members(of: "the configuration") {
      if !Self.keysForAllBelow.contains(member.key) { describesPack = true }
      lines[member.key] = member.place.line
      switch member.key {
      case "$schema": continue
      case "strict": isStrict = try member.value.flag(of: "strict")
      case "root": isRoot = try member.value.flag(of: "root")
      case "name": name = try Self.packName(member.value)
      case "gridSize": gridSize = try Self.gridSize(member.value)
      case "rules": rules = try RuleSetting.settings(member.value, in: file)
      case "overrides": overrides = try Self.overrides(member.value, in: file)
      case "exclude": exclude = try Self.globs(member.value, of: "exclude")
      case "maximumStickersPerPack":
        capacity = Capacity(maximum: try member.value.whole(of: member.key, in: 1...100_000))
      case "whenOverfull":
        overfull = (try member.value.choice(of: member.key), member.place)
      case "stickers": stickers = try Self.stickers(member.value, in: file)
      case "project": project = try ProjectSettings(member.value)
      case "icon": icon = try IconSettings(member.value)
      default:
        let known = [
          "root", "strict", "name", "gridSize", "rules", "overrides", "exclude",
          "maximumStickersPerPack", "whenOverfull", "stickers", "project", "icon",
        ]
        throw .unknownKey(member.key, known: known, member.place)
      }
    }
    let globs = overrides.reduce(exclude.count) { $0 + $1.globs.count }
    guard globs <= Self.mostGlobs else {
      throw ConfigurationError("the file has \(globs) globs, and \(Self.mostGlobs) are the limit")
    }
    guard let overfull else { return }
    guard capacity != nil else {
      throw ConfigurationError(
        "whenOverfull says nothing without maximumStickersPerPack", at: overfull.place)
    }
    capacity?.whenOverfull = overfull.value
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
    guard case .list(let entries) = value.content else { throw value.isNot("an array", "stickers") }
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
    var name: (key: String, value: String)?
    var settings = FrameSequence.Settings()
    var timing: String?
    var forFrames: (key: String, place: RelaxedJSON.Place)?
    for member in try entry.members(of: "a sticker") {
      let (key, value) = (member.key, member.value)
      switch key {
      case "file", "frames":
        guard name == nil else {
          throw ConfigurationError("a sticker is either a file or frames", at: member.place)
        }
        name = (key, try Self.name(value, key))
      case "label": label = try value.text(of: key)
      case "translations": translations = try Self.translations(value)
      case "suppress": suppress = try PackConfiguration.suppressions(value, in: configuration)
      case "rules": rules = try RuleSetting.settings(value, in: configuration)
      case "fps", "duration":
        forFrames = forFrames ?? (key, member.place)
        guard timing == nil else {
          throw ConfigurationError("a sequence has either fps or duration", at: member.place)
        }
        timing = key
        settings.timing = try Self.timing(value, key)
      case "repetitions":
        forFrames = forFrames ?? (key, member.place)
        settings.repetitions = try value.whole(of: key, in: 0...65_535)
      case "as":
        forFrames = forFrames ?? (key, member.place)
        settings.form = try value.choice(of: key)
      default:
        let known = [
          "file", "frames", "label", "translations", "suppress", "rules", "fps", "duration",
          "repetitions", "as",
        ]
        throw .unknownKey(key, known: known, member.place)
      }
    }
    guard let name else {
      throw ConfigurationError("the sticker has neither \"file\" nor \"frames\"", at: entry.place)
    }
    file = name.value
    if name.key == "frames" {
      sequence = settings
    } else if let forFrames {
      throw ConfigurationError(
        "\(forFrames.key) belongs to \"frames\"; a file has its own timing", at: forFrames.place)
    }
  }

  /// Slower and faster than any animation, and far from what an APNG's delay can hold.
  private static func timing(
    _ value: RelaxedJSON, _ key: String
  ) throws(ConfigurationError) -> FrameSequence.Timing {
    key == "fps"
      ? .fps(try value.number(of: key, in: 0.1...100))
      : .duration(try value.number(of: key, in: 0.01...600))
  }

  private static func name(
    _ value: RelaxedJSON, _ key: String
  ) throws(ConfigurationError) -> String {
    let name = try value.text(of: key)
    guard !name.leavesItsFolder, !["", ".", ".."].contains(name) else {
      let kind = key == "file" ? "a file" : "a folder"
      throw ConfigurationError(
        "\(key) is \(name.quoted); it is the name of \(kind) in the pack's own folder",
        at: value.place)
    }
    return name
  }

  private static func translations(
    _ value: RelaxedJSON
  ) throws(ConfigurationError) -> [String: String] {
    var translations: [String: String] = [:]
    var languages: Set<String> = []
    for member in try value.members(of: "translations") {
      guard member.key.isLanguageTag else {
        throw ConfigurationError(
          "\(member.key.quoted) is no language; it is a tag such as de or pt-BR", at: member.place)
      }
      // A language becomes a folder, and Apple's file systems take de and DE for one.
      guard languages.insert(member.key.lowercased()).inserted else {
        throw ConfigurationError(
          "the language \(member.key.quoted) stands here a second time", at: member.place)
      }
      let label = try member.value.text(of: member.key)
      guard label.contains(where: { !$0.isWhitespace }) else {
        throw ConfigurationError(
          "the label in \(member.key.quoted) is empty", at: member.value.place)
      }
      translations[member.key] = label
    }
    return translations
  }
}

extension String {
  /// Whether the system would read more, or less, than one name in it. A slash with an accent on it is
  /// another character and the same byte.
  var leavesItsFolder: Bool { utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") } }

  /// Whether the text has the form of a language tag: a language of 2 to 8 letters and, behind
  /// hyphens, subtags of 1 to 8 letters and digits (RFC 5646, 2.1, without its registry).
  var isLanguageTag: Bool {
    let subtags = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return subtags.enumerated().allSatisfy { index, subtag in
      (index == 0 ? 2...8 : 1...8).contains(subtag.count)
        && subtag.allSatisfy { byte in
          let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          return UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || index > 0 && isDigit
        }
    }
  }
}
