internal import StickerBuild
internal import StickerManifest
internal import StickerModel
internal import StickerReports

/// What a build says when it is done.
enum BuildSummary {
  static func text(of plan: BuildPlan, _ manifests: [Manifest], at path: String) -> String {
    zip(plan.packs, manifests).map { text(of: $0, $1, at: path) }.joined()
  }

  private static func text(
    of pack: BuildPlan.Pack, _ manifest: Manifest, at path: String
  ) -> String {
    let stickers = manifest.stickers.count
    let animated = manifest.stickers.count { $0.animated }
    let moving = animated == 0 ? "" : ", \(animated) animated"
    let folder = path.hasSuffix("/") ? path : path + "/"
    let files =
      [pack.catalog, pack.images] + pack.languages.map { pack.stringsFile($0) } + [pack.manifest]
    return """
      Built \(manifest.name.withoutControls): \(stickers) \(stickers == 1 ? "sticker" : "stickers")\(moving), grid \
      size \(manifest.gridSize.rawValue)
      \(files.map { "  " + (folder + $0).withoutControls }.joined(separator: "\n"))

      """
  }
}
