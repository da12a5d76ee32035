internal import ArgumentParser
internal import ImageContainers
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack init`
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented stickerpack.json for each pack.",
    discussion: """
      Lists the pack's stickers in order, with a suggested label for each. The file of a catalog is \
      written beside it. A picture named icon or AppIcon that is too large for a sticker becomes the \
      icon. Existing files are never overwritten.

      The files name stickerpack.schema.json, which is written with them: editors complete and check them \
      with it. Without that file they work as before.

      EXAMPLES
        stickerpack init Stickers
        stickerpack init App/Stickers.xcstickers
      """)

  @Argument(help: "A pack's folder, a folder of packs or an asset catalog.", completion: .directory)
  var folder = FilePath.currentFolder

  func run() throws {
    guard folder.isFolder else {
      throw CommandError(message: "\(folder) is not a folder", status: .usage)
    }
    let found = try Packs.all(at: [folder]).packs
    for entry in found.flatMap(\.skippedEntries) {
      Terminal.printError("stickerpack: \(entry.displayPath): \(entry.reason)".withoutControls)
    }
    let packs = found.filter { $0.kind != .files && !$0.stickers.isEmpty }
    guard !packs.isEmpty else {
      throw CommandError(message: "no stickers in \(folder)", status: .usage)
    }
    // The packs of one catalog share a file.
    let places = Dictionary(grouping: packs, by: \.configurationPlace)
    let missing = places.keys.filter { !$0.path.exists }.sorted { $0.path < $1.path }
    guard !missing.isEmpty else {
      let names = places.keys.map(\.displayPath).sorted().map(\.string).joined(separator: ", ")
      throw CommandError(
        message: "\(names) already \(places.count == 1 ? "exists and was" : "exist and were") not"
          + " overwritten", status: .usage)
    }
    let schema = schemaLocation(for: missing, in: Array(places.keys))
    for place in missing { try write(places[place] ?? [], to: place, schema.path) }
    if !schema.path.exists {
      try WholeFile.write(Schema.Format.configuration.bytes, to: schema.path)
      try Terminal.write(
        "Wrote \(schema.displayPath.string.withoutControls), with which editors complete and check"
          + " \(missing.count == 1 ? "this file" : "these files").\n")
    }
    let name = folder.string.withoutControls
    try Terminal.write(
      """

      Next:
        1. Correct the labels: VoiceOver reads them aloud.
        2. stickerpack lint \(name)
        3. stickerpack build \(name) -o Build

      """)
  }

  /// Where the schema of the configurations is: beside the only one, or in the folder of all of them.
  private func schemaLocation(for missing: [Location], in places: [Location]) -> Location {
    let folder =
      places.count == 1
      ? missing[0].parent : Location(folder.resolved ?? folder, displayPath: folder)
    return folder.appending("stickerpack.schema.json")
  }

  private func write(_ packs: [PackSource], to place: Location, _ schema: FilePath) throws {
    var pack = packs[0]
    pack.stickers = packs.flatMap(\.stickers)
    let assets = pack.stickers.map { AssetFacts(reading: $0, limits: DecodingLimits()) }
    let gridSize = PackFacts(source: pack, assets: assets).gridSize
    let icon = assets.first(where: \.isIconPicture)?.source.path.name.string
    pack.stickers.removeAll { $0.path.name.string == icon }
    let above = place.path.parent.relative(to: schema.parent)?.components ?? []
    let steps = above.filter { !$0.elementsEqual(".".utf8) }.map { _ in "../" }.joined()
    let text = PackConfiguration.template(
      for: pack, gridSize: gridSize, icon: icon,
      schema: (steps.isEmpty ? "./" : steps) + schema.name.string)
    try WholeFile.write(Array(text.utf8), to: place.path)
    try Terminal.write(
      "Wrote \(place.displayPath.string.withoutControls) with"
        + " \(Text.count(pack.stickers.count, "sticker")).\n")
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
      && max(canvas.width, canvas.height) > StickerLimits.maximumSide
  }
}
