internal import Pixels

extension Rule {
  static let iconTooSmall = Rule(
    id: "icon-too-small",
    title: "Icon image is too small",
    category: .pack, severity: .warning,
    severityReason: "Users see a blurred icon in the App Store.",
    rationale: """
      The App Store shows icons of 1,024 × 1,024 and 1,024 × 768 px. A smaller image is enlarged and \
      looks blurred.
      """,
    fix: "Provide an image of at least 1,024 × 1,024 px that is filled by the art.",
    source: "Apple, Human Interface Guidelines: app icons",
    examples: [
      .fails("Art of 817 px", iconArt(side: 817)),
      .passes("Art of 818 px, its size in the largest icon", iconArt(side: 818)),
    ],
    check: .onePerPack { pack, _ in
      guard let asset = pack.iconArt, let image = asset.image, let canvas = image.canvas,
        let picture = image.picture
      else { return nil }
      let framing = pack.source.settings.icon.framing(of: picture, canvas)
      let given = pack.source.icons.given.flatMap({ $0.slots })
      let enlarged = IconSlot.all.filter { !given.contains($0) }.compactMap { slot in
        let placement = framing.placement(
          onWidth: slot.pixels.width, height: slot.pixels.height)
        return placement.enlarges ? (slot: slot, placement: placement) : nil
      }
      guard
        let worst = enlarged.max(by: { $0.placement.target.width < $1.placement.target.width })
      else { return nil }
      let (source, target) = (worst.placement.source, worst.placement.target)
      let art = CanvasSize(clampingWidth: source.width, height: source.height)
      let shown = CanvasSize(clampingWidth: target.width, height: target.height)
      let size = art == canvas ? "\(canvas)" : "\(canvas), of which the icon shows \(art)"
      return Violation(
        "The image has \(size); expected at least \(shown) for the icon \(worst.slot.name).",
        measured: Quantity(max(source.width, source.height), .pixels),
        limit: Quantity(max(target.width, target.height), .pixels),
        file: asset.source.shownPath)
    })

  private static func iconArt(side: Int) -> [Example.File] {
    [
      .configuration(
        """
          "icon": "icon.png",
          "stickers": [ { "file": "hello.png", "label": "Biscuit waves" } ]
        """),
      .sticker("hello.png"),
      .sticker("icon.png", Sketch(Sketch.Art(shape: .box, width: side), side: 1024)),
    ]
  }
}

extension IconSettings {
  /// Returns the framing in icons of a picture with a canvas of this size.
  func framing(of picture: PictureFacts, _ canvas: CanvasSize) -> Framing {
    Framing(
      width: canvas.width, height: canvas.height, extent: picture.extent,
      background: picture.background, edges: picture.edges, fit: framingFit, inset: inset)
  }
}
