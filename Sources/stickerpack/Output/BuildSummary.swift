internal import Basics
internal import StickerBuild
internal import StickerManifest
internal import StickerPacks
internal import StickerReports

/// Lists what a build has written.
enum BuildSummary {
  static func text(of plan: BuildPlan, _ manifests: [Manifest], at folder: FilePath) -> String {
    let packs = zip(plan.packs, manifests).map { text(of: $0, $1, at: folder) }
    // Only top-level entries: these are what users open.
    var added: [FilePath] = []
    for name in plan.addedFiles.compactMap(\.path.components.first).map({ FilePath(bytes: $0) })
    where added.last != name { added.append(name) }
    return packs.joined()
      + added.map { "  " + folder.appending($0).string.withoutControls + "\n" }.joined()
  }

  private static func text(
    of pack: BuildPlan.Pack, _ manifest: Manifest, at folder: FilePath
  ) -> String {
    let stickers = manifest.stickers.count
    let animated = manifest.stickers.count { $0.animated }
    let moving = animated == 0 ? "" : ", \(animated) animated"
    let files =
      [pack.catalog, pack.images] + pack.languages.map { pack.stringsFile($0) } + [pack.manifest]
    return """
      Built \(manifest.name.withoutControls): \(stickers) \(stickers == 1 ? "sticker" : "stickers")\(moving), grid \
      size \(manifest.gridSize.rawValue)
      \(files.map { "  " + folder.appending($0).string.withoutControls }.joined(separator: "\n"))

      """
  }
}
