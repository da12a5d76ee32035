internal import Basics

extension Rule {
  static let apngSystemSharing = Rule(
    id: "apng-system-sharing",
    title: "Animated PNGs are shared with all apps",
    category: .animation, severity: .info,
    severityReason: "Other apps have shown problems; the files have no flaw.",
    rationale: """
      With the sharing level OS, users add stickers to other apps from the system's sticker picker. On \
      iOS 26, an app received animated stickers from it as stills, and animated PNGs did not move where \
      GIFs did. Apps that decode with ImageIO have shown PNGs with a palette with flicker or wrong alpha \
      on iOS 17 and 18. The sharing level is that of `project` in stickerpack.json.
      """,
    fix:
      "Try the stickers in the apps that matter to you, and use GIF for apps that do not animate APNG.",
    source:
      "Apple, NSStickerSharingLevel; deltachat-ios issues 3089 and 3140; SDWebImage issues 3605, 3697"
      + " and 3791",
    isFixedPerSticker: true,
    examples: [
      .fails(
        "An animated PNG in a pack for all apps", pack(.system, Sketch(.breathing()))),
      .passes("The same in a pack for Messages", pack(.messages, Sketch(.breathing()))),
      .passes("A still in a pack for all apps", pack(.system, Sketch())),
    ],
    check: .onePerPack { pack, _ in
      guard pack.source.settings.project.sharingLevel == .system else { return nil }
      let animations = pack.assets.filter {
        $0.image?.isAnimated == true && $0.image?.format == .apng
      }
      let indexed = animations.count { $0.image?.paletteColorCount != nil }
      // Xcode assembles a sequence as an animated PNG.
      let sequences = pack.source.sequences.filter { $0.order.count > 1 }
      let files = animations.map { $0.source } + sequences.map { $0.sticker }
      guard !files.isEmpty else { return nil }
      return Violation(
        "The pack is shared with all apps, and \(Text.count(files.count, "sticker"))"
          + " \(files.count == 1 ? "is an animated PNG" : "are animated PNGs")"
          + (indexed > 0 ? ", \(Text.number(indexed)) of them with a palette." : "."),
        measured: Quantity(files.count, .files), limit: Quantity(0, .files),
        related: files.map { $0.shownPath })
    })

  private static func pack(
    _ level: ProjectSettings.SharingLevel, _ sketch: Sketch
  ) -> [Example.File] {
    [
      .configuration(
        """
          "project": { "bundleId": "com.example.biscuit", "sharingLevel": "\(level.rawValue)" },
          "stickers": [ { "file": "hello.png", "label": "Biscuit breathes" } ]
        """),
      .sticker("hello.png", sketch),
    ]
  }
}
