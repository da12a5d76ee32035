internal import StickerBuild
internal import Basics
internal import StickerPacks

/// What a build says about icons that nobody drew.
enum IconReport {
  /// A line for each pack whose icons are made of a sticker.
  static func lines(of plan: BuildPlan) -> [String] {
    plan.packs.compactMap { pack in
      guard pack.icons.art == nil, let sticker = pack.stickers.first else { return nil }
      return line(pack, sticker.source.displayPath)
    }
  }

  /// The same after a build, which may have taken another sticker than the first.
  static func lines(of plan: BuildPlan, _ outcome: PackBuilder.Outcome) -> [String] {
    zip(plan.packs, outcome.stickersForIcons).compactMap { pack, sticker in
      sticker.map { line(pack, $0) }
    }
  }

  private static func line(_ pack: BuildPlan.Pack, _ sticker: String) -> String {
    let remedy =
      pack.displayPath.hasSuffix(".stickerpack")
      ? "add an icon set to its catalog"
      : "name a picture of 1,024 px or more as \"icon\" in its \(PackConfiguration.fileName)"
    return "the pack \(pack.name.quoted) has no icon, so its icons are made of the sticker"
      + " \(sticker) and enlarged for the App Store; \(remedy)"
  }
}
