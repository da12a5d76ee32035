internal import Basics
internal import StickerBuild
internal import StickerPacks

/// Reports icons that are made from stickers.
enum IconReport {
  /// A line for each pack whose icons are made from a sticker.
  static func lines(of plan: BuildPlan) -> [String] {
    plan.packs.compactMap { pack in
      pack.stickerForIcons.map { line(pack, $0.source.displayPath) }
    }
  }

  private static func line(_ pack: BuildPlan.Pack, _ sticker: String) -> String {
    let fix =
      pack.displayPath.hasSuffix(".stickerpack")
      ? "add an icon set to its catalog"
      : "set \"icon\" in its \(PackConfiguration.fileName) to an image of 1,024 px or more"
    return "the pack \(pack.name.quoted) has no icon: its icons are made from the sticker"
      + " \(sticker), enlarged for the App Store; \(fix)"
  }
}
