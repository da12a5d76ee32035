package import Basics
internal import ImageContainers
internal import StickerLint
package import StickerPacks

/// Suggests a configuration for each pack of a folder, with drafts of labels, emoji and keywords. Nothing is written.
package struct InitTask: Sendable {
  private let folder: FilePath

  package struct Suggestion: Sendable {
    package struct File: Sendable {
      package let place: Location
      package let text: String
      /// The number of stickers that it lists.
      package let stickerCount: Int
    }

    /// The configurations that do not exist yet, at least one.
    package let files: [File]
    /// Where they say that their schema is.
    package let schema: Location
  }

  package init(_ folder: FilePath) { self.folder = folder }

  /// Reads the stickers and suggests the configurations.
  ///
  /// - Parameter skip: called with what cannot be read, before other errors.
  package func run(_ skip: ([SkippedEntry]) -> Void) throws -> Suggestion {
    guard folder.isFolder else { throw TaskError.invalid(reason: "\(folder) is not a folder") }
    let found = try PackDiscovery(linting: [folder], configuration: nil).packs
    skip(found.flatMap(\.skippedEntries))
    let packs = found.filter { $0.kind != .files && !$0.stickers.isEmpty }
    guard !packs.isEmpty else { throw TaskError.invalid(reason: "no stickers in \(folder)") }
    // The packs of one catalog share a file.
    let places = Dictionary(grouping: packs, by: \.configurationPlace)
    let missing = places.keys.filter { !$0.path.exists }.sorted { $0.path < $1.path }
    guard !missing.isEmpty else {
      let names = places.keys.map(\.displayPath).sorted().map(\.string).joined(separator: ", ")
      throw TaskError.invalid(
        reason: "\(names) already \(places.count == 1 ? "exists and was" : "exist and were") not"
          + " overwritten")
    }
    // Beside the only one, or in the folder of all of them.
    let schemaFolder =
      places.count == 1
      ? missing[0].parent : Location(folder.resolved ?? folder, displayPath: folder)
    let schema = schemaFolder.appending("stickerpack.schema.json")
    let emoji = EmojiDrafts(String(decoding: Resource.bytes("EmojiNames.txt"), as: UTF8.self))
    return Suggestion(
      files: missing.map { Self.file(for: places[$0] ?? [], at: $0, schema.path, emoji) },
      schema: schema)
  }

  private static func file(
    for packs: [PackSource], at place: Location, _ schema: FilePath, _ emoji: EmojiDrafts
  ) -> Suggestion.File {
    var pack = packs[0]
    pack.stickers = packs.flatMap(\.stickers)
    let assets = pack.stickers.map { AssetFacts(reading: $0, limits: DecodingLimits()) }
    let gridSize = PackFacts(source: pack, assets: assets).gridSize
    let icon = assets.first(where: \.isIconPicture)?.source.path.name.string
    pack.stickers.removeAll { $0.path.name.string == icon }
    let drafts = emoji.emoji(for: pack.stickers.map(\.wordsOfName))
    for (index, draft) in drafts.enumerated() where pack.stickers[index].emoji.isEmpty {
      pack.stickers[index].emoji = draft.map { [$0] } ?? []
    }
    for index in pack.stickers.indices where pack.stickers[index].keywords.isEmpty {
      pack.stickers[index].keywords = pack.stickers[index].emoji.first.map(emoji.keywords) ?? []
    }
    let above = place.path.parent.relative(to: schema.parent)?.components ?? []
    let steps = above.filter { !$0.elementsEqual(".".utf8) }.map { _ in "../" }.joined()
    let text = PackConfiguration.template(
      for: pack, gridSize: gridSize, icon: icon,
      schema: (steps.isEmpty ? "./" : steps) + schema.name.string)
    return Suggestion.File(place: place, text: text, stickerCount: pack.stickers.count)
  }
}

extension PackSource {
  /// Where the pack's stickerpack.json is: in its folder, or beside its catalog.
  fileprivate var configurationPlace: Location {
    var folder = location
    while kind == .catalog,
      ["stickerpack", "xcstickers", "xcassets"].contains(folder.path.fileExtension)
    {
      folder = Location(folder.path.parent, displayPath: folder.displayPath.parent)
    }
    return folder.appending(PackConfiguration.fileName)
  }
}

extension AssetFacts {
  /// Whether the image is named like an icon and too large for a sticker.
  fileprivate var isIconPicture: Bool {
    guard let canvas = image?.canvas else { return false }
    return ["icon", "appicon"].contains(source.path.stem.lowercased())
      && max(canvas.width, canvas.height) > PlatformProfile.iMessage.largestSide
  }
}
