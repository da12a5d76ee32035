package import Basics
internal import ImageContainers
internal import StickerLint
package import StickerPacks

/// Suggests a configuration for each pack of a folder, with drafts of labels. Nothing is written.
package struct InitTask: Sendable {
  private let folder: FilePath

  package struct Suggestion: Sendable {
    package struct File: Sendable {
      package let place: Location
      package let text: String
      /// The number of stickers that it lists.
      package let stickerCount: Int
      /// The name of the image that it names for the icons; nil if there is none.
      package let icon: String?
    }

    /// The configurations that do not exist yet, at least one.
    package let files: [File]
    /// The folders in packs that get no file of their own, because their images may be the frames of one sticker.
    package let frameFolders: [String]
    /// The place where they say that their schema is.
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
    let all = found.filter { $0.kind != .files && !$0.stickers.isEmpty }
    let frames = all.filter { $0.presumedFrames?.parent != nil }
    let packs = all.filter { $0.presumedFrames?.parent == nil }
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
    return Suggestion(
      files: missing.map { Self.file(for: places[$0] ?? [], with: frames, at: $0, schema.path) },
      frameFolders: frames.map(\.displayPath), schema: schema)
  }

  /// - Parameter frames: packs whose images may be frames, of any folder.
  private static func file(
    for packs: [PackSource], with frames: [PackSource], at place: Location, _ schema: FilePath
  ) -> Suggestion.File {
    var pack = packs[0]
    pack.stickers = packs.flatMap(\.stickers)
    let assets = pack.stickers.map { AssetFacts(reading: $0, limits: DecodingLimits()) }
    let above = place.path.parent.relative(to: schema.parent)?.components ?? []
    let steps = above.filter { !$0.elementsEqual(".".utf8) }.map { _ in "../" }.joined()
    let icon = pack.icons.art?.path.name.string
    let sizeClass = PackFacts(source: pack, assets: assets).layout.sizeClass
    let text = PackConfiguration.template(
      for: pack, gridSize: sizeClass.gridSize, isGridSizeCertain: sizeClass.isCertain, icon: icon,
      frameFolders: frames.filter { $0.presumedFrames?.parent == pack.displayPath }
        .map { ($0.path.name.string, $0.stickers.count) },
      schema: (steps.isEmpty ? "./" : steps) + schema.name.string)
    return Suggestion.File(
      place: place, text: text, stickerCount: pack.stickers.count, icon: icon)
  }
}

extension PackSource {
  /// The place of the pack's stickerpack.json: in its folder, or beside its catalog.
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
