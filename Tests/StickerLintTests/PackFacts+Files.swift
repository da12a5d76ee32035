import Basics
import ImageContainers
import StickerLint
import StickerManifest
import StickerPacks

extension AssetFacts {
  /// The facts of a file that exists only in memory.
  init(
    _ bytes: [UInt8], name: String = "a", label: String? = "Red glass",
    limits: DecodingLimits = .init(), destination: Destination = .messages
  ) {
    let source = StickerSource(
      id: FilePath(name).stem, at: Location(FilePath(name), displayPath: FilePath(name)),
      label: label)
    self.init(source: source, bytes: bytes, limits: limits, destination: destination)
  }
}

extension PackFacts {
  /// The facts of a pack that exists only in memory.
  init(_ assets: [AssetFacts], kind: PackSource.Kind = .folder, gridSize: GridSize? = nil) {
    let source = PackSource(
      kind: kind, name: "P", at: Location(".", displayPath: "."),
      settings: PackSettings(gridSize: gridSize),
      stickers: assets.map(\.source))
    self.init(source: source, assets: assets)
  }
}
