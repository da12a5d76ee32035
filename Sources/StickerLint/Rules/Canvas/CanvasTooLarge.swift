internal import ImageContainers

extension Rule {
  package static let canvasTooLarge = Rule(
    id: "canvas-too-large",
    title: "Canvas is larger than 618 px",
    category: .canvas, severity: .error,
    severityReason: "stickerpack requires 300 to 618 px per side, the range that Apple recommends.",
    rationale: """
      The largest size class is 618 × 618 px at @3x. Messages scales larger canvases down, so the \
      extra pixels only cost bytes and memory.
      """,
    fix: "Scale the art to 618, 408 or 300 px.",
    repair: .scale,
    source: "Apple, MSSticker: \"Always provide @3x images (300x300 to 618x618 pixels)\"",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("619 × 619 px", Sketch(side: 619)),
      .passes("618 × 618 px", Sketch(side: 618)),
    ],
    check: .image { image, _ in
      guard let canvas = image.canvas, max(canvas.width, canvas.height) > StickerLimits.maximumSide
      else { return [] }
      return [
        Violation(
          "The canvas is \(canvas) (limit: \(StickerLimits.maximumSide) px per side).",
          measured: Quantity(max(canvas.width, canvas.height), .pixels),
          limit: Quantity(StickerLimits.maximumSide, .pixels))
      ]
    })
}
