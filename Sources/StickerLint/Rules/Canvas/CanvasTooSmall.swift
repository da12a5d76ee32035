internal import ImageContainers

extension Rule {
  static let canvasTooSmall = Rule(
    id: "canvas-too-small",
    title: "Canvas is smaller than 300 px",
    category: .canvas, severity: .error,
    severityReason: "stickerpack requires 300 to 618 px per side, the range that Apple recommends.",
    rationale: """
      The smallest size class is 300 × 300 px at @3x. A smaller canvas looks tiny or blurred in \
      the sticker drawer.
      """,
    fix: "Export the art at 300, 408 or 618 px; do not enlarge a small image.",
    source: "Apple, MSSticker: \"Always provide @3x images (300x300 to 618x618 pixels)\"",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("299 × 299 px", Sketch(side: 299)),
      .passes("300 × 300 px", Sketch(side: 300)),
    ],
    check: .image { image, _ in
      guard let canvas = image.canvas, min(canvas.width, canvas.height) < StickerLimits.minimumSide
      else { return [] }
      return [
        Violation(
          "The canvas is \(canvas) (minimum: \(StickerLimits.minimumSide) px per side).",
          measured: Quantity(min(canvas.width, canvas.height), .pixels),
          limit: Quantity(StickerLimits.minimumSide, .pixels))
      ]
    })
}
