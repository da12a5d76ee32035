/// One sticker of a pack before its file was read.
public struct StickerSource: Sendable, Equatable, Codable {
  /// The file's name without its extension; it names the sticker in bundles.
  public var id: String
  /// Where the file lies, for reading it.
  public var path: String
  /// The file as reports name it: relative, with `/` between folders.
  public var displayPath: String
  /// What VoiceOver says, where somebody wrote it down.
  public var label: String?
  /// Findings that this sticker may have: the reason for each, by rule id.
  public var allowed: [String: String]
  /// What is configured about rules for this sticker alone, by id; it goes before its pack's.
  public var rules: [String: RuleSetting]

  /// Creates a source.
  public init(
    id: String, path: String, displayPath: String, label: String? = nil,
    allowed: [String: String] = [:], rules: [String: RuleSetting] = [:]
  ) {
    self.id = id
    self.path = path
    self.displayPath = displayPath
    self.label = label
    self.allowed = allowed
    self.rules = rules
  }

  /// The label that was written down, unless it is blank.
  public var writtenLabel: String? {
    label.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// A label made of the file's name: `good-morning_2` becomes `Good morning 2`.
  public var labelFromName: String {
    let words = id.split { $0 == "-" || $0 == "_" || $0 == " " }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// A pack as it was found, before any of its images was read.
public struct PackSource: Sendable {
  /// How a pack is kept.
  public enum Kind: Sendable, Equatable {
    /// A folder of images.
    case folder
    /// A `.stickerpack` inside an asset catalog.
    case catalog
    /// Some files of a folder, named one by one: rules about whole packs do not apply.
    case files
  }

  /// How the pack is kept.
  public var kind: Kind
  /// The pack's name, from its configuration or its folder.
  public var name: String
  /// The pack's folder, for reading.
  public var path: String
  /// The pack's folder as reports name it.
  public var displayPath: String
  /// The size class that somebody wrote down.
  public var gridSize: GridSize?
  /// What the pack's configuration makes of rules, by id.
  public var rules: [String: RuleSetting]
  /// The stickers, in pack order.
  public var stickers: [StickerSource]
  /// What could not be taken as it was found.
  public var problems: [PackProblem]

  /// Creates a pack as it was found.
  public init(
    kind: Kind, name: String, path: String, displayPath: String, gridSize: GridSize?,
    rules: [String: RuleSetting] = [:], stickers: [StickerSource],
    problems: [PackProblem]
  ) {
    self.kind = kind
    self.name = name
    self.path = path
    self.displayPath = displayPath
    self.gridSize = gridSize
    self.rules = rules
    self.stickers = stickers
    self.problems = problems
  }
}

/// Something about a pack's folder that keeps a sticker from being one.
public struct PackProblem: Sendable, Equatable {
  /// What kind of trouble it is.
  public enum Kind: Sendable {
    /// The configuration or the catalog names a file that is not there.
    case listedButMissing
    /// An entry cannot be read.
    case unreadable
    /// A symbolic link leads out of the folder that is checked.
    case linkLeadsOutside
    /// A catalog's `Contents.json` makes no sense.
    case invalidContents
    /// A sticker sequence, which is made of frames that are not judged as stickers.
    case sequence
    /// There is a configuration or a catalog, and no sticker.
    case empty
  }

  /// What kind of trouble it is.
  public var kind: Kind
  /// The entry as reports name it.
  public var displayPath: String
  /// One sentence without a full stop.
  public var message: String
}
