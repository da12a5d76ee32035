internal import StickerBuild
internal import StickerManifest
internal import StickerModel
internal import StickerReports

/// What a build says when it is done.
enum BuildSummary {
  static func text(of manifest: Manifest, at path: String) -> String {
    let stickers = manifest.stickers.count
    let animated = manifest.stickers.count { $0.animated }
    let moving = animated == 0 ? "" : ", \(animated) animated"
    let folder = (path.hasSuffix("/") ? String(path.dropLast()) : path).withoutControls
    return """
      Built \(manifest.name.withoutControls): \(stickers) \(stickers == 1 ? "sticker" : "stickers")\(moving), grid \
      size \(manifest.gridSize.rawValue)
        \(folder)/\(PackBuilder.catalogName)
        \(folder)/\(PackBuilder.imagesName)
        \(folder)/\(Manifest.fileName)

      """
  }
}
