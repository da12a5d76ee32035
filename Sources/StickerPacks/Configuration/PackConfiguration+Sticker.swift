internal import Basics

extension PackConfiguration {
  /// One entry of `stickers`.
  package struct Sticker: Sendable, Equatable {
    /// The name of the file, or of the folder of frames, in the pack's folder.
    package var file = ""
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
    /// The frames in playback order; by default the numbered images of the folder.
    package var frames: [Frame] = []
    /// The playback of the frames; nil for a file.
    package var sequence: FrameSequence.Settings? { isSequence ? playback : nil }

    fileprivate var isSequence = false
    fileprivate var playback = FrameSequence.Settings()
  }

  /// A frame of a list.
  package struct Frame: Sendable, Equatable {
    /// The name of the file in the folder of the frames.
    package var file: String
    /// Its duration in seconds; by default that of the others.
    package var delay: Double?
  }
}

extension PackConfiguration.Sticker {
  fileprivate static let keys = KeyTable<PackConfiguration.Sticker>(
    "a sticker", PackConfiguration.Sticker(),
    [
      .init("file", "The file's name in the pack's own folder.", .file) { $0.file = $1 },
      .init(
        "frames",
        "The frames of a sticker: the name of a folder in the pack's own folder with still images whose names differ in one number, or a list of files in such a folder in playback order.",
        .frames
      ) { ($0.file, $0.frames, $0.isSequence) = ($1.folder, $1.frames, true) },
      .init("label", "The text that VoiceOver speaks, at most 150 characters.", .text) {
        $0.label = $1
      },
      .init(
        "draft",
        "Whether the label is a suggestion, which counts as missing. Remove it once the label is right.",
        .flag, requiring: ("label", "")
      ) { $0.isDraft = $1 },
      .init(
        "translations", "Labels in other languages, by BCP 47 tag such as de or pt-BR.",
        .byLanguage(.translation)
      ) { $0.translations = $1 },
      .init("emoji", "The emoji that the sticker stands for.", .emoji) { $0.emoji = $1 },
      .init(
        "keywords", "The words by which apps such as Telegram find the sticker.",
        .list(of: .line, "an entry of keywords")
      ) { $0.keywords = $1 },
      .init("suppress", nil, .suppress) { $0.suppress = $1 },
      .init("rules", nil, .rules) { $0.rules = $1 },
      .init(
        "fps", "Frames per second. Default: 15, unless duration is set.",
        .number(FrameSequence.Timing.fpsRange), requiring: forFrames
      ) { $0.playback.timing = .fps($1) },
      .init(
        "duration", "The duration of all frames in seconds.",
        .number(FrameSequence.Timing.durationRange), requiring: forFrames
      ) { $0.playback.timing = .duration($1) },
      .init(
        "repetitions",
        "The number of repetitions after the first loop; 0 (the default) means forever.",
        .whole(FrameSequence.Settings.repetitionsRange), requiring: forFrames
      ) { $0.playback.repetitions = $1 },
      .init(
        "as",
        "The form in the catalog: an APNG (the default), or a .stickersequence, which Xcode assembles.",
        .choice(), requiring: forFrames
      ) { $0.playback.form = $1 },
    ],
    alternatives: [
      .init(first: "file", second: "frames", isRequired: true),
      .init(first: "fps", second: "duration"),
    ], orElse: "the sticker has neither \"file\" nor \"frames\""
  ) { !$0.file.isEmpty }

  private static let forFrames = ("frames", "; a file has its own timing")

  fileprivate init(_ json: RelaxedJSON, in file: FilePath) throws(ConfigurationError) {
    let values: KeyValues<Self>
    (self, values) = try Self.keys.read(json, in: file)
    guard let list = values["frames"], frames.contains(where: { $0.delay != nil }) else { return }
    let hasDuration = values["duration"] != nil
    if hasDuration || playback.form == .sequence {
      throw ConfigurationError(
        "the \"delay\" of a frame cannot be combined with "
          + (hasDuration ? "\"duration\"" : "\"as\": \"sequence\""), at: list.valuePlace)
    }
  }
}

extension StickerSource {
  /// Adds the entry of a configuration, which overrides the catalog.
  mutating func apply(_ entry: PackConfiguration.Sticker) {
    if let own = entry.label { (label, hasDraftLabel) = (own, entry.isDraft) }
    translations = translations.updated(with: entry.translations)
    if !entry.emoji.isEmpty { emoji = entry.emoji }
    if !entry.keywords.isEmpty { keywords = entry.keywords }
    suppressed = Dictionary(firstOf: entry.suppress.map { ($0.rule, $0.reason) })
    rules = entry.rules
  }
}

// MARK: Kinds

extension ValueKind<[PackConfiguration.Sticker]> {
  static let stickers = ValueKind([
    "type": "array", "items": PackConfiguration.Sticker.keys.schema,
  ]) { json, name, file throws(ConfigurationError) in
    var stickers: [PackConfiguration.Sticker] = []
    var files: Set<String> = []
    for entry in try json.elements(of: name) {
      let sticker = try PackConfiguration.Sticker(entry, in: file)
      guard files.insert(sticker.file).inserted else {
        throw ConfigurationError("\(sticker.file.quoted) is listed twice", at: entry.place)
      }
      stickers.append(sticker)
    }
    return stickers
  }
}

/// The value of `frames`: a folder, and the files of a list.
private struct FrameList: Sendable {
  var folder: String
  var frames: [PackConfiguration.Frame] = []
}

/// An entry of a list of frames.
private struct FrameEntry: Sendable {
  var path: FramePath?
  var delay: Double?

  static let keys = KeyTable<FrameEntry>(
    "a frame", FrameEntry(),
    [
      .init("file", nil, .framePath) { $0.path = $1 },
      .init(
        "delay", "The duration of this frame in seconds. Default: that of the other frames.",
        .number(FrameSequence.Timing.durationRange)
      ) { $0.delay = $1 },
    ], required: ["file"], orElse: "the frame has no \"file\""
  ) { $0.path != nil }
}

/// A folder in the pack's folder and a file in it: `wave/1.png`.
struct FramePath: Sendable {
  var folder: String
  var file: String
  var place: RelaxedJSON.Place
}

extension ValueKind<FramePath> {
  static let framePath = ValueKind(["type": "string", "pattern": "^[^/]+/[^/]+$"]) {
    json, _, _ throws(ConfigurationError) in
    let text = try json.text(of: "a frame")
    let names = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard names.count == 2, names.allSatisfy({ $0.isEntryName }) else {
      throw ConfigurationError(
        "the frame is \(text.quoted); expected a folder and a file, such as \"wave/1.png\"",
        at: json.place)
    }
    return FramePath(folder: names[0], file: names[1], place: json.place)
  }.defined(
    as: "frame",
    "A folder in the pack's own folder and a file in it, such as wave/1.png. All frames are in one folder."
  )
}

extension ValueKind<FrameList> {
  fileprivate static let frames = ValueKind([
    "oneOf": [
      folder.schema,
      [
        "type": "array", "minItems": 1,
        "items": ["oneOf": [ValueKind<FramePath>.framePath.schema, FrameEntry.keys.schema]],
      ],
    ]
  ]) { json, name, file throws(ConfigurationError) in
    guard case .list(let entries) = json.content else {
      return FrameList(folder: try folder.read(json, name, file))
    }
    var list: FrameList?
    for entry in entries {
      var frame = FrameEntry()
      if case .object = entry.content {
        frame = try FrameEntry.keys.read(entry, in: file).owner
      } else {
        frame.path = try ValueKind<FramePath>.framePath.read(entry, name, file)
      }
      guard let path = frame.path else { continue }
      let folder = list?.folder ?? path.folder
      guard path.folder == folder else {
        throw ConfigurationError(
          "the frame is in \(path.folder.quoted), but the first one is in \(folder.quoted)",
          at: path.place)
      }
      list = list ?? FrameList(folder: folder)
      list?.frames.append(.init(file: path.file, delay: frame.delay))
    }
    guard let list else {
      throw ConfigurationError("the list of frames is empty", at: json.place)
    }
    return list
  }

  private static let folder = ValueKind<String>.name(of: "a folder")
}

extension ValueKind<String> {
  fileprivate static let translation = ValueKind(["type": "string", "pattern": #"\S"#]) {
    json, language, _ throws(ConfigurationError) in
    let label = try json.text(of: language)
    guard label.contains(where: { !$0.isWhitespace }) else {
      throw ConfigurationError("the label in \(language.quoted) is empty", at: json.place)
    }
    return label
  }
}

extension ValueKind<[String]> {
  fileprivate static let emoji = ValueKind([
    "type": "array", "uniqueItems": true,
    "items": ["type": "string", "minLength": 1, "pattern": #"[^\u0000-\u007F]"#],
  ]) { json, name, _ throws(ConfigurationError) in
    var emoji: [String] = []
    for entry in try json.elements(of: name) {
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
