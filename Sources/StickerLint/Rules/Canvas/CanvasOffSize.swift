internal import StickerManifest

extension Rule {
  static let canvasOffSize = Rule(
    id: "canvas-off-size",
    title: "Canvas matches no size class",
    category: .canvas, severity: .warning,
    severityReason: "Users see a scaled sticker, with blurred fine lines or a gap around it.",
    rationale: """
      Messages shows stickers at \(Text.alternatives(GridSize.allCases.map(\.points))) points, which \
      is \(documentedSides) px at @3x. Any other size is scaled, which blurs fine lines, or leaves a gap \
      around the sticker.
      """,
    fix: "Export the art so that its longer side is \(documentedSides) px.",
    repair: .scale,
    source: "Apple, MSStickerSize: small, regular and large",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("409 × 409 px", Sketch(side: 409)),
      .fails("512 × 512 px", Sketch(side: 512)),
      .passes("408 × 408 px", Sketch()),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas else { return nil }
      let side = max(canvas.width, canvas.height)
      guard min(canvas.width, canvas.height) >= pack.profile.smallestSide,
        side <= pack.profile.largestSide, !pack.profile.sides.value.contains(side)
      else { return nil }
      let nearest = GridSize.nearest(toPixels: side)
      return Violation(
        "The canvas is \(canvas), which matches no size class"
          + " (nearest: \(nearest.rawValue), \(nearest.pixels) px).",
        measured: Quantity(side, .pixels), limit: Quantity(nearest.pixels, .pixels))
    })
}
