package import Basics
package import StickerManifest

/// The content of a `stickerpack.json`.
package struct PackConfiguration: Sendable, Equatable {
  /// The name of the file, in a pack's folder.
  package static let fileName = "stickerpack.json"

  /// One entry of `stickers`.
  package struct Sticker: Sendable, Equatable {
    /// The name of the file, or of the folder of frames, in the pack's folder.
    package var file: String
    /// The VoiceOver label.
    package var label: String?
    /// Whether `init` suggested the label, and it is not confirmed yet.
    package var isDraft = false
    /// The VoiceOver labels in other languages, by BCP 47 tag: `de`, `pt-BR`.
    package var translations: [String: String] = [:]
    /// The emoji that the sticker stands for.
    package var emoji: [String] = []
    /// The words by which apps find the sticker.
    package var keywords: [String] = []
    package var suppress: [Suppression] = []
    /// The settings of rules for this sticker, by rule id.
    package var rules: [String: RuleSetting] = [:]
    /// How the frames are played; nil for a file.
    package var sequence: FrameSequence.Settings?
    /// The frames in playback order; by default the numbered images of the folder.
    package var frames: [ListedFrame] = []
  }

  package struct ListedFrame: Sendable, Equatable {
    /// The name of the file in the folder of the frames.
    package var file: String
    /// Its duration in seconds; by default that of the others.
    package var delay: Double?
  }

  /// The maximum number of stickers in a pack, and how larger packs are handled.
  package struct Capacity: Sendable, Equatable {
    /// How a pack with too many stickers is handled.
    package enum WhenOverfull: String, Sendable, Equatable, CaseIterable {
      /// Reports an error.
      case refuse
      /// Builds several numbered packs.
      case split
    }

    /// The maximum number of stickers, 1 or more. Apple documents no limit.
    package var maximum: Int
    package var whenOverfull = WhenOverfull.refuse
  }

  /// The pack's name; by default its folder's name.
  package var name: String?
  /// The pack's identifier in the manifest; by default the app's bundle identifier.
  package var id: String?
  /// The artist or company that made the art.
  package var author: String?
  /// The license of the art, such as `CC-BY-4.0`.
  package var license: String?
  /// The destinations for which the art is checked and built, besides Messages: ids, and paths of files, from the folder
  /// of the configuration; nil when the file does not set them.
  package var targets: [String]?
  /// The file, or the folder of frames, of the sticker that stands for the pack; by default the first.
  package var cover: String?
  /// The size class; by default derived from the art.
  package var gridSize: GridSize?
  /// The settings of rules for the file's folder and everything below it, by rule id.
  package var rules: [String: RuleSetting] = [:]
  /// The maximum number of stickers; unlimited by default.
  package var capacity: Capacity?
  /// Whether warnings count as errors; nil when the file does not set it.
  package var isStrict: Bool?
  /// The settings for some of the files. Later overrides take precedence.
  package var overrides: [Override] = []
  package var exclude: [FileGlob] = []
  /// Whether the configurations of the folders above do not apply.
  package var isRoot = false
  /// Whether the file configures a pack of its own, and not only everything below its folder.
  package var describesPack = false
  /// The stickers in the pack's order. Files that are not listed follow, sorted by name.
  package var stickers: [Sticker] = []
  /// The settings of the app that a pack ships in, for the file's folder and everything below it.
  package var project = ProjectSettings()
  /// The pack's icons; by default rendered from its first sticker.
  package var icon: IconSettings?

  /// The lines of the keys, counted from 1.
  package var lines: [String: Int] = [:]

  // The keys that apply to everything below the folder.
  private static let inheritedKeys: Set = [
    "$schema", "root", "strict", "rules", "overrides", "exclude", "project", "author", "license",
    "targets",
  ]

  /// Parses the bytes of a file: JSON with comments and trailing commas.
  ///
  /// - Parameter file: the display path of the file, for the origins of values.
  package init(
    parsing bytes: [UInt8], of file: String = Self.fileName
  ) throws(ConfigurationError) {
    let document = try RelaxedJSON(parsing: bytes)
    var overfull: (value: Capacity.WhenOverfull, place: RelaxedJSON.Place)?
    for member in try document.members(of: "the configuration") {
      if !Self.inheritedKeys.contains(member.key) { describesPack = true }
      lines[member.key] = member.place.line
      switch member.key {
      case "$schema": continue
      case "strict": isStrict = try member.value.flag(of: "strict")
      case "root": isRoot = try member.value.flag(of: "root")
      case "name": name = try Self.packName(member.value)
      case "id": id = try Self.id(member.value)
      case "author": author = try member.value.line(of: member.key)
      case "license": license = try member.value.line(of: member.key)
      case "targets": targets = try Self.targets(member.value)
      case "cover": cover = try member.value.entryName(of: member.key)
      case "gridSize":
        let size = try member.value.text(of: member.key, "expected small, regular or large") {
          GridSize(rawValue: $0) != nil
        }
        gridSize = GridSize(rawValue: size)
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
          "root", "strict", "name", "id", "author", "license", "targets", "cover", "gridSize",
          "rules", "overrides", "exclude", "maximumStickersPerPack", "whenOverfull", "stickers",
          "project",
          "icon",
        ]
        throw .unknownKey(member.key, known: known, member.place)
      }
    }
    let globs = overrides.reduce(exclude.count) { $0 + $1.globs.count }
    guard globs <= Self.mostGlobs else {
      throw ConfigurationError("the file has \(globs) globs (limit: \(Self.mostGlobs))")
    }
    guard let overfull else { return }
    guard capacity != nil else {
      throw ConfigurationError(
        "\"whenOverfull\" requires \"maximumStickersPerPack\"", at: overfull.place)
    }
    capacity?.whenOverfull = overfull.value
  }

  private static func targets(_ value: RelaxedJSON) throws(ConfigurationError) -> [String] {
    let known = Destination.all.map(\.id)
    return try value.elements(of: "targets").map { entry throws(ConfigurationError) in
      let rule = "expected a file such as ./mine.json, or one of \(known.joined(separator: ", "))"
      return try entry.text(of: "an entry of targets", rule) {
        Destination.isKnown($0)
      }
    }
  }

  private static func packName(_ value: RelaxedJSON) throws(ConfigurationError) -> String {
    let rule = "it cannot be empty, begin with a dot or contain a slash or a control character"
    return try value.text(of: "name", rule) { name in
      // The name becomes the name of a folder in the catalog.
      let scalars = name.unicodeScalars
      return !name.isEmpty && scalars.first != "." && !scalars.contains("/")
        && !name.hasControlCharacters
    }
  }

  private static func id(_ value: RelaxedJSON) throws(ConfigurationError) -> String {
    let rule = "expected 1 to 128 letters from a to z, digits, dots, hyphens and underscores"
    return try value.text(of: "id", rule) { id in
      (1...128).contains(id.utf8.count)
        && id.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._-".utf8.contains($0) }
    }
  }

  private static func stickers(
    _ value: RelaxedJSON, in file: String
  ) throws(ConfigurationError) -> [Sticker] {
    var stickers: [Sticker] = []
    var files: Set<String> = []
    for entry in try value.elements(of: "stickers") {
      let sticker = try Sticker(entry, in: file)
      guard files.insert(sticker.file).inserted else {
        throw ConfigurationError("\(sticker.file.quoted) is listed twice", at: entry.place)
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
    var draftPlace: RelaxedJSON.Place?
    var listPlace = entry.place
    for member in try entry.members(of: "a sticker") {
      let (key, value) = (member.key, member.value)
      if ["fps", "duration", "repetitions", "as"].contains(key), forFrames == nil {
        forFrames = (key, member.place)
      }
      switch key {
      case "file", "frames":
        guard name == nil else {
          throw ConfigurationError("\"file\" cannot be combined with \"frames\"", at: member.place)
        }
        if key == "frames", case .list(let entries) = value.content {
          let listed = try Self.frames(entries, at: value.place)
          (name, frames, listPlace) = ((key, listed.folder), listed.frames, value.place)
        } else {
          let kind = key == "frames" ? "a folder" : "a file"
          name = (key, try value.entryName(of: key, kind))
        }
      case "label": label = try value.text(of: key)
      case "draft": (isDraft, draftPlace) = (try value.flag(of: key), member.place)
      case "translations": translations = try value.texts(byLanguageOf: key, Self.translation)
      case "emoji": emoji = try Self.emoji(value)
      case "keywords":
        keywords = try value.elements(of: key).map { entry throws(ConfigurationError) in
          try entry.line(of: "an entry of keywords")
        }
      case "suppress": suppress = try PackConfiguration.suppressions(value, in: configuration)
      case "rules": rules = try RuleSetting.settings(value, in: configuration)
      case "fps", "duration":
        guard timing == nil else {
          throw ConfigurationError("\"fps\" cannot be combined with \"duration\"", at: member.place)
        }
        timing = key
        settings.timing =
          key == "fps"
          ? .fps(try value.number(of: key, in: FrameSequence.Timing.fpsRange))
          : .duration(try value.number(of: key, in: FrameSequence.Timing.durationRange))
      case "repetitions":
        settings.repetitions = try value.whole(
          of: key, in: FrameSequence.Settings.repetitionsRange)
      case "as": settings.form = try value.choice(of: key)
      default:
        let known = [
          "file", "frames", "label", "draft", "translations", "emoji", "keywords", "suppress",
          "rules",
          "fps", "duration", "repetitions", "as",
        ]
        throw .unknownKey(key, known: known, member.place)
      }
    }
    guard let name else {
      throw ConfigurationError("the sticker has neither \"file\" nor \"frames\"", at: entry.place)
    }
    if let draftPlace, label == nil {
      throw ConfigurationError("\"draft\" requires \"label\"", at: draftPlace)
    }
    file = name.value
    if frames.contains(where: { $0.delay != nil }) {
      guard timing != "duration", settings.form == .apng else {
        let other = timing == "duration" ? "\"duration\"" : "\"as\": \"sequence\""
        throw ConfigurationError(
          "the \"delay\" of a frame cannot be combined with \(other)", at: listPlace)
      }
    }
    if name.key == "frames" {
      sequence = settings
    } else if let forFrames {
      throw ConfigurationError(
        "\(forFrames.key.quoted) requires \"frames\"; a file has its own timing",
        at: forFrames.place)
    }
  }

  /// The frames of a list, and their folder.
  private static func frames(
    _ entries: [RelaxedJSON], at place: RelaxedJSON.Place
  ) throws(ConfigurationError) -> (folder: String, frames: [PackConfiguration.ListedFrame]) {
    var folders: [String] = []
    var frames: [PackConfiguration.ListedFrame] = []
    for entry in entries {
      var (path, delay): (RelaxedJSON?, Double?) = (entry, nil)
      if case .object = entry.content {
        path = nil
        for member in try entry.members(of: "a frame") {
          switch member.key {
          case "file": path = member.value
          case "delay":
            delay = try member.value.number(
              of: member.key, in: FrameSequence.Timing.durationRange)
          default: throw .unknownKey(member.key, known: ["file", "delay"], member.place)
          }
        }
      }
      guard let path else {
        throw ConfigurationError("the frame has no \"file\"", at: entry.place)
      }
      let text = try path.text(of: "a frame")
      let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2, names.allSatisfy(\.isEntryName) else {
        throw ConfigurationError(
          "the frame is \(text.quoted); expected a folder and a file, such as \"wave/1.png\"",
          at: path.place)
      }
      guard folders.isEmpty || folders == [names[0]] else {
        throw ConfigurationError(
          "the frame is in \(names[0].quoted), but the first one is in \(folders[0].quoted)",
          at: path.place)
      }
      folders = [names[0]]
      frames.append(.init(file: names[1], delay: delay))
    }
    guard let folder = folders.first else {
      throw ConfigurationError("the list of frames is empty", at: place)
    }
    return (folder, frames)
  }

  private static func translation(
    _ value: RelaxedJSON, _ language: String
  ) throws(ConfigurationError) -> String {
    let label = try value.text(of: language)
    guard label.contains(where: { !$0.isWhitespace }) else {
      throw ConfigurationError("the label in \(language.quoted) is empty", at: value.place)
    }
    return label
  }

  private static func emoji(_ value: RelaxedJSON) throws(ConfigurationError) -> [String] {
    var emoji: [String] = []
    for entry in try value.elements(of: "emoji") {
      let text = try entry.text(of: "an emoji")
      guard text.count == 1, text.first?.isEmoji == true else {
        throw ConfigurationError("\(text.quoted) is not an emoji", at: entry.place)
      }
      guard !emoji.contains(text) else {
        throw ConfigurationError("the emoji \(text) is listed twice", at: entry.place)
      }
      emoji.append(text)
    }
    return emoji
  }
}

extension Character {
  /// Whether the character is an emoji, with or without a variation selector.
  var isEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    // Digits, "#" and "*" are emoji only in a sequence such as a keycap.
    return !first.isASCII || unicodeScalars.count > 1
  }
}

extension RelaxedJSON {
  func texts(
    byLanguageOf name: String,
    _ read: (_ value: RelaxedJSON, _ language: String) throws(ConfigurationError) -> String
  ) throws(ConfigurationError) -> [String: String] {
    var texts: [String: String] = [:]
    var languages: Set<String> = []
    for member in try members(of: name) {
      guard member.key.isLanguageTag else {
        throw ConfigurationError(
          "invalid language \(member.key.quoted); expected a tag such as de or pt-BR",
          at: member.place)
      }
      // A language becomes a folder, and Apple's file systems ignore case.
      guard languages.insert(member.key.lowercased()).inserted else {
        throw ConfigurationError("duplicate language \(member.key.quoted)", at: member.place)
      }
      texts[member.key] = try read(member.value, member.key)
    }
    return texts
  }

  /// The name of a file, or of another `kind` of entry, in the pack's folder.
  func entryName(
    of name: String, _ kind: String = "a file"
  ) throws(ConfigurationError) -> String {
    try text(
      of: name, "expected the name of \(kind) in the pack's folder", where: \.isEntryName)
  }

  /// A text of one line that is not blank.
  func line(of name: String) throws(ConfigurationError) -> String {
    let text = try text(of: name)
    guard !text.hasControlCharacters, text.contains(where: { !$0.isWhitespace }) else {
      throw ConfigurationError("\(name) must be a text of one line", at: place)
    }
    return text
  }
}

extension String {
  /// Whether the text is the name of a file or folder, and not a path.
  var isEntryName: Bool {
    !["", ".", ".."].contains(self) && !utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// Whether the text is a well-formed language tag: a language of 2 to 8 letters and, after hyphens,
  /// subtags of 1 to 8 letters and digits (RFC 5646, 2.1; the registry is not checked).
  var isLanguageTag: Bool {
    let subtags = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return subtags.enumerated().allSatisfy { index, subtag in
      (index == 0 ? 2...8 : 1...8).contains(subtag.count)
        && subtag.allSatisfy { byte in
          byte.isASCIILetter || index > 0 && byte.isASCIIDigit
        }
    }
  }
}
