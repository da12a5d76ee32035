package import Basics
package import StickerManifest

/// The settings of a pack that are not about single files: those of its configuration, and of the folders above.
package struct PackSettings: Sendable, Equatable {
  /// The maximum number of stickers in a pack, and how larger packs are handled.
  package struct Capacity: Sendable, Equatable {
    /// The handling of a pack with too many stickers.
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
  /// The destinations for which the art is checked and built, besides Messages: ids, and paths of files.
  package var targets: [String] = []
  /// The path of the baseline; nil for none.
  package var baseline: String?
  /// The file, or the folder of frames, of the sticker that stands for the pack; by default the first.
  package var cover: String?
  /// The size class; by default derived from the art.
  package var gridSize: GridSize?
  /// The settings of rules, by rule id.
  package var rules: [String: RuleSetting] = [:]
  /// The maximum number of stickers; unlimited by default.
  package var capacity: Capacity?
  /// Whether warnings count as errors.
  package var isStrict = false
  /// The app that the pack ships in.
  package var project = ProjectSettings()
  /// The pack's icons; by default rendered from its first sticker.
  package var icon = IconSettings()

  package init(gridSize: GridSize? = nil) { self.gridSize = gridSize }
}

/// The content of a `stickerpack.json`.
package struct PackConfiguration: Sendable {
  /// The name of the file, in a pack's folder.
  package static let fileName = "stickerpack.json"

  /// The settings of the pack in the file's folder, and of everything below it.
  package var settings = PackSettings()
  /// The settings for some of the files. Later overrides take precedence.
  package var overrides: [Override] = []
  package var exclude: [FileGlob] = []
  /// Whether the configurations of the folders above do not apply.
  package var isRoot = false
  /// The stickers in the pack's order. Files that are not listed follow, sorted by name.
  package var stickers: [Sticker] = []

  private var values = KeyValues<PackConfiguration>()

  init() {}

  /// Parses the bytes of a file: JSON with comments and trailing commas.
  ///
  /// - Parameter file: the display path of the file, for the origins of values.
  package init(
    parsing bytes: [UInt8], of file: FilePath = FilePath(Self.fileName)
  ) throws(ConfigurationError) {
    let (content, values) = try Self.keys.read(RelaxedJSON(parsing: bytes), in: file)
    self = content
    self.values = values
    let globs = overrides.reduce(exclude.count) { $0 + $1.globs.count }
    guard globs <= Self.mostGlobs else {
      throw ConfigurationError("the file has \(globs) globs (limit: \(Self.mostGlobs))")
    }
  }

  /// Whether the file configures a pack of its own, and not only everything below its folder.
  package var describesPack: Bool { values.entries.contains { !$0.key.isInherited } }

  /// Replaces settings of the folders above by those of the file.
  func applyInherited(to settings: inout PackSettings) {
    var merged = PackConfiguration()
    merged.settings = settings
    values.apply(to: &merged, onlyInherited: true)
    settings = merged.settings
  }

  /// The values that `config show` prints for a pack, with the files and lines, counted from 1, that set them.
  package static func shownValues(
    of pack: PackSource
  ) -> [(key: String, value: String, origin: ConfigurationOrigin)] {
    keys.keys.compactMap { key in
      guard let shown = key.shown,
        let (file, entry) = pack.configurations.files.reversed().lazy.compactMap({ file in
          file.content.values[key.name].map { (file, $0) }
        }).first(where: { key.isInherited || $0.0.isOwn(of: pack) })
      else { return nil }
      return (
        key.name, shown(file.content), .file(file.displayPath, line: entry.place.line)
      )
    }
  }
}

// MARK: Keys

extension PackConfiguration {
  static let keys = KeyTable<PackConfiguration>(
    "the configuration", PackConfiguration(),
    [
      .init(
        "$schema",
        "The schema of this file, for editors: \"stickerpack schema configuration > stickerpack.schema.json\" writes it.",
        .ignoredText, isInherited: true
      ) { _, _ in },
      .init(
        "root", "Whether configuration files in parent folders are ignored.", .flag,
        isInherited: true
      ) { $0.isRoot = $1 },
      .init(
        "strict", "Whether warnings are errors in this folder and its subfolders.", .flag,
        isInherited: true, shown: { "\($0.settings.isStrict)" }
      ) { $0.settings.isStrict = $1 },
      .init(
        "name", "The pack's name in the catalog and the manifest. Default: the folder's name.",
        .packName, shown: { $0.settings.name ?? "" }
      ) { $0.settings.name = $1 },
      .init(
        "id", "The pack's identifier in the manifest. Default: the app's bundleId.", .packID
      ) { $0.settings.id = $1 },
      .init(
        "author", "The artist or company that made the art, in this folder and its subfolders.",
        .line, isInherited: true
      ) { $0.settings.author = $1 },
      .init(
        "license", "The license of the art, such as CC-BY-4.0, in this folder and its subfolders.",
        .line, isInherited: true
      ) { $0.settings.license = $1 },
      .init(
        "targets",
        "The destinations for which --target listed checks and builds the art, in this folder and its subfolders: ids, the beginning of several, such as whatsapp, and paths of files from the folder of this one.",
        .list(of: .target, "an entry of targets"), isInherited: true
      ) { $0.settings.targets = $1 },
      .init(
        "baseline",
        "The path of the baseline, from the folder of this file, for this folder and its subfolders: only findings that it does not have fail a run. lint --write-baseline writes it.",
        .path, isInherited: true
      ) { $0.settings.baseline = $1 },
      .init(
        "cover",
        "The file, or the folder of frames, of the sticker that stands for the pack. Default: the first sticker.",
        .file
      ) { $0.settings.cover = $1 },
      .init(
        "gridSize",
        "The size class: small (300 px), regular (408 px) or large (618 px). Default: the one that the art needs.",
        .gridSize, shown: { $0.settings.gridSize?.rawValue ?? "" }
      ) { $0.settings.gridSize = $1 },
      .init("rules", nil, .rules, isInherited: true) {
        $0.settings.rules = $0.settings.rules.overridden(by: $1)
      },
      .init(
        "overrides",
        "Rules and suppressions for some files in this folder and its subfolders. Later overrides have precedence.",
        .list(of: .override, "an override"), isInherited: true
      ) { $0.overrides = $1 },
      .init("exclude", "Files and folders to ignore.", .globs, isInherited: true) {
        $0.exclude = $1
      },
      .init(
        "maximumStickersPerPack",
        "The maximum number of stickers in a pack. Default: unlimited.", .whole(1...100_000),
        shown: { $0.settings.capacity.map { "\($0.maximum)" } ?? "" }
      ) { $0.settings.capacity = .init(maximum: $1) },
      .init(
        "whenOverfull",
        "Whether a pack with more stickers is an error (the default) or split into numbered packs.",
        .choice(), requiring: ("maximumStickersPerPack", ""),
        shown: { $0.settings.capacity?.whenOverfull.rawValue ?? "" }
      ) { $0.settings.capacity?.whenOverfull = $1 },
      .init(
        "stickers", "The stickers in pack order. Unlisted files follow, sorted by name.", .stickers
      ) { $0.stickers = $1 },
      .init(
        "project",
        "The app that contains the pack, for builds that write a project. Values of this folder apply to its subfolders, too.",
        .values(of: ProjectSettings.keys), isInherited: true
      ) { $1.apply(to: &$0.settings.project) },
      .init(
        "icon",
        "The image for the thirteen icons. Default: an image such as icon.png or AppIcon.png, or else the cover or the first sticker that does not move. This file is not a sticker unless stickers lists it.",
        .icon
      ) { $0.settings.icon = $1 },
    ])

  /// The names of the keys.
  package static var keyNames: [String] { keys.keys.map { $0.name } }

  /// The JSON Schema (draft-07), which `stickerpack schema configuration` prints.
  package static var schema: String {
    guard case .object(let members) = keys.schema.content else { return "" }
    let definitions = [
      ValueKind<FramePath>.framePath.definition, ValueKind<String>.file.definition,
      ValueKind<String>.line.definition, ValueKind<[String: RuleSetting]>.rules.definition,
      ValueKind<[Suppression]>.suppress.definition, ValueKind<[FileGlob]>.globs.definition,
    ]
    let schema = RelaxedJSON(
      [
        ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", .text(fileName)),
        (
          "description",
          "A sticker pack's name, size class, order and labels. Comments and trailing commas are allowed in the file."
        ),
      ] + members.map { ($0.key, $0.value) }
        + [
          ("definitions", RelaxedJSON(definitions.compactMap { $0.map { ($0.name, $0.schema) } }))
        ])
    return schema.text() + "\n"
  }
}

extension ValueKind<Void> {
  /// A text that is not read: another value is not an error.
  fileprivate static let ignoredText = ValueKind(["type": "string"]) { _, _, _ in }
}

extension ValueKind<GridSize> {
  fileprivate static let gridSize = ValueKind(["enum": .list(GridSize.allCases.map { $0.rawValue })]
  ) { json, name, _ throws(ConfigurationError) in
    let text = try json.text(of: name, "expected small, regular or large") {
      GridSize(rawValue: $0) != nil
    }
    return GridSize(rawValue: text) ?? .regular
  }
}

extension ValueKind<String> {
  /// The name of a pack, which becomes the name of a folder in the catalog.
  fileprivate static let packName = text(
    "it cannot be empty, begin with a dot or contain a slash or a control character",
    (
      "pattern",
      .text(
        #"^[^./\u0000-\u001F\u007F-\u009F\u2028\u2029][^/\u0000-\u001F\u007F-\u009F\u2028\u2029]*$"#
      )
    )
  ) { name in
    let scalars = name.unicodeScalars
    return !name.isEmpty && scalars.first != "." && !scalars.contains("/")
      && !name.hasControlCharacters
  }

  fileprivate static let packID = text(
    "expected 1 to 128 letters from a to z, digits, dots, hyphens and underscores",
    ("pattern", "^[A-Za-z0-9._-]{1,128}$")
  ) { id in
    (1...128).contains(id.utf8.count)
      && id.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._-".utf8.contains($0) }
  }

  /// The path of a file from the configuration's folder.
  fileprivate static let path = ValueKind([
    "type": "string", "minLength": 1,
  ]) { json, name, file throws(ConfigurationError) in
    let path = try json.text(of: name, "expected a path") { !$0.isEmpty }
    return file.parent.appending(FilePath(path)).string
  }

  /// A destination: an id, the beginning of several, or the path of a file from the configuration's folder.
  fileprivate static let target = ValueKind([
    "anyOf": [
      ["type": "string", "pattern": #"/|\.json$"#], ["enum": .list(Destination.knownNames)],
    ]
  ]) { json, name, file throws(ConfigurationError) in
    let known = Destination.all.map { $0.id }
    let rule = "expected a file such as ./mine.json, or one of \(known.joined(separator: ", "))"
    let target = try json.text(of: name, rule) { Destination.isKnown($0) }
    return Destination.isPath(target)
      ? file.parent.appending(FilePath(target)).string : target
  }
}
