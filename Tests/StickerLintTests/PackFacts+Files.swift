import ImageContainers
import StickerLint
import StickerManifest
import StickerPacks

extension AssetFacts {
  /// The facts of a file that exists only in memory.
  init(
    _ bytes: [UInt8], name: String = "a", label: String? = "Red glass",
    limits: DecodingLimits = .init()
  ) {
    let source = StickerSource(id: name.fileStem, path: name, displayPath: name, label: label)
    self.init(source: source, bytes: bytes, limits: limits)
  }
}

extension PackFacts {
  /// The facts of a pack that exists only in memory.
  init(_ assets: [AssetFacts], kind: PackSource.Kind = .folder, gridSize: GridSize? = nil) {
    let source = PackSource(
      kind: kind, name: "P", path: ".", displayPath: ".", gridSize: gridSize,
      stickers: assets.map(\.source))
    self.init(source: source, assets: assets)
  }
}
