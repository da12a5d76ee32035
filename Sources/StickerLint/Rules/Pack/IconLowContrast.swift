internal import Basics
internal import Pixels

extension Rule {
  /// A thin outline alone is more, and is enough to show the shape.
  private static let visible = Option(
    "visible", "the smallest share of the art that must be visible", 5, .percent, in: 0...100)

  static let iconLowContrast = Rule(
    id: "icon-low-contrast",
    title: "Art is invisible on the icon's background",
    category: .pack, severity: .warning,
    severityReason: "Users see an icon that is nearly blank.",
    rationale: """
      Icons are opaque, so art on a transparent canvas is placed on a plain background, white unless \
      the configuration sets another color. White art on white gives blank icons. A pixel counts as \
      visible if its contrast with the background is at least 1.25:1 (relative luminance of WCAG) or \
      its color is clearly different.
      """,
    fix: "Set `background` of `icon` in stickerpack.json to a color on which the art is visible.",
    source: "WCAG 2.2, contrast ratio; stickerpack: an estimate",
    options: [visible],
    examples: [
      .fails("White art on the default background", pack(art: 0xFFFFFF)),
      .passes("Brown art on the default background", pack(art: 0x9C5F32)),
      .fails("Brown art on brown", pack(art: 0x9C5F32, on: "#9C5F32")),
      .passes("White art on brown", pack(art: 0xFFFFFF, on: "#9C5F32")),
      .passes(
        "White art on white, with visible set to 0%", pack(art: 0xFFFFFF),
        rules: ["icon-low-contrast": .init(options: ["visible": 0])]),
    ],
    check: .onePerPack { pack, options in
      guard let asset = pack.iconArt, let image = asset.image, image.isDecoded,
        let canvas = image.canvas, let picture = image.picture, let colors = image.artColors
      else { return nil }
      let settings = pack.source.settings.icon
      let limit = options[visible] / 100
      let background = settings.background ?? Pixel(red: 255, green: 255, blue: 255)
      let share = colors.visibleShare(on: background)
      guard settings.framing(of: picture, canvas).isCutOut, share < limit else { return nil }
      return Violation(
        "The icon looks empty: nearly nothing of the art can be seen on its"
          + " \(Text.colorName(background)) background.",
        in: [image.region(picture.extent.area, inFrame: picture.frame)],
        measured: Quantity(percent: share), limit: Quantity(percent: limit),
        file: asset.source.shownPath)
    })

  private static func pack(
    art color: UInt32, on background: String? = nil
  ) -> [Example.File] {
    let setting = background.map { #", "background": "\#($0)""# } ?? ""
    return [
      .configuration(
        """
          "icon": { "file": "icon.png"\(setting) },
          "stickers": [ { "file": "hello.png", "label": "Biscuit waves" } ]
        """),
      .sticker("hello.png"),
      .sticker("icon.png", Sketch(Sketch.Art(width: 860, fill: color), side: 1024)),
    ]
  }
}
