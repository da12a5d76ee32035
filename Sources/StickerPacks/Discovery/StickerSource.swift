package import StickerManifest

/// One sticker of a pack, or an image that it or the catalog is made of, before its file was read.
package struct StickerSource: Sendable, Equatable {
  /// What a file is for.
  package enum Role: Sendable {
    /// A sticker.
    case sticker
    /// A frame of a sticker sequence, which Xcode makes a sticker of.
    case frame
    /// An icon, or what icons are made of.
    case icon
  }

  /// What the file is for.
  package var role: Role
  /// The file's name without its extension, or the name of the frames' folder; it names the sticker in
  /// bundles.
  package var id: String
  /// Where the file, or the frames' folder, lies, for reading it.
  package var path: String
  /// The file as reports name it: relative, with `/` between folders.
  package var displayPath: String
  /// What VoiceOver says, where somebody wrote it down.
  package var label: String?
  /// What VoiceOver says in further languages, by their BCP 47 tags: `de`, `pt-BR`.
  package var translations: [String: String]
  /// Findings that this sticker may have: the reason for each, by rule id.
  package var suppressed: [String: String]
  /// What is configured about rules for this sticker, by id; it goes before its pack's.
  package var rules: [String: RuleSetting]
  /// The frames that the sticker is made of; nil for one that is a file.
  package var sequence: FrameSequence?

  /// Creates a source.
  package init(
    _ role: Role = .sticker, id: String, path: String, displayPath: String, label: String? = nil,
    translations: [String: String] = [:], suppressed: [String: String] = [:],
    rules: [String: RuleSetting] = [:], sequence: FrameSequence? = nil
  ) {
    self.role = role
    self.id = id
    self.path = path
    self.displayPath = displayPath
    self.label = label
    self.translations = translations
    self.suppressed = suppressed
    self.rules = rules
    self.sequence = sequence
  }

  /// The extension that the file was given, in lower case; nil for what is no file.
  package var givenExtension: String? { sequence == nil ? path.fileExtension : nil }

  /// The label that was written down, unless it is blank.
  package var writtenLabel: String? {
    label.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// A label made of the file's name: `good-morning_2` becomes `Good morning 2`.
  package var labelFromName: String {
    let words = id.split { $0 == "-" || $0 == "_" || $0 == " " }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// What configurations say about one place.
package struct PlaceSetting: Sendable, Equatable {
  /// What is made of rules there, by id; it goes before the pack's.
  package var rules: [String: RuleSetting]
  /// Findings that may be there: the reason for each, by rule id.
  package var suppressed: [String: String]
}

/// A pack as it was found, before any of its images was read.
package struct PackSource: Sendable {
  /// How a pack is kept.
  package enum Kind: Sendable, Equatable {
    /// A folder of images.
    case folder
    /// A `.stickerpack` inside an asset catalog.
    case catalog
    /// Some files of a folder, named one by one: rules about whole packs do not apply.
    case files
  }

  /// How the pack is kept.
  package var kind: Kind
  /// The pack's name, from its configuration or its folder.
  package var name: String
  /// The pack's folder, for reading.
  package var path: String
  /// The pack's folder as reports name it.
  package var displayPath: String
  /// The size class that somebody wrote down.
  package var gridSize: GridSize?
  /// What configurations make of rules for the whole pack, by id.
  package var rules: [String: RuleSetting]
  /// What configurations say about places that are no file of `files`, as reports name them: the
  /// pack's folder, a `Contents.json`.
  package var places: [String: PlaceSetting] = [:]
  /// Whether warnings count as errors here.
  package var isStrict = false
  /// The files that these came from, the farthest first.
  package var configurations: [ConfigurationFile] = []
  /// What stickers of this pack may have, the last word on a sticker first.
  package var suppressions: [Suppression] = []
  /// How many stickers one pack may have, where somebody said so.
  package var capacity: PackConfiguration.Capacity?
  /// The stickers that are one file each, in pack order.
  package var stickers: [StickerSource]
  /// The stickers that Xcode makes of single frames, in pack order.
  package var sequences: [SequenceSource] = []
  /// The icons of the pack's catalog, or the images that its configuration gives to slots.
  package var icons: [IconSource] = []
  /// What the other icons are made of, where somebody named it.
  package var iconArt: StickerSource?
  /// How icons are made of it.
  package var iconSettings = IconSettings()
  /// The app that the pack is sold in, where somebody described it.
  package var project: ProjectSettings?
  /// What else was found, for lint rules.
  package var observations: [PackObservation] = []

  /// Creates a pack as it was found.
  package init(
    kind: Kind, name: String, path: String, displayPath: String, gridSize: GridSize?,
    rules: [String: RuleSetting] = [:],
    capacity: PackConfiguration.Capacity? = nil, stickers: [StickerSource],
    project: ProjectSettings? = nil
  ) {
    self.kind = kind
    self.name = name
    self.path = path
    self.displayPath = displayPath
    self.gridSize = gridSize
    self.rules = rules
    self.capacity = capacity
    self.stickers = stickers
    self.project = project
  }

  /// All that VoiceOver reads a label of: stickers and sequences.
  package var labeled: [StickerSource] { stickers + sequences.map(\.sticker) }
  /// All files that are read: stickers, the frames of each sequence, icons, what icons are made of.
  package var files: [StickerSource] {
    stickers + sequences.flatMap(\.files) + icons.map(\.file) + (iconArt.map { [$0] } ?? [])
  }
}
