internal import ImageContainers

extension Rule {
  static let canvasTooLarge = Rule(
    id: "canvas-too-large",
    title: "A side is longer than 618 px",
    category: .canvas, severity: .error,
    rationale: """
      Stickers are drawn at @3x, where the largest size class is 618 × 618 px. More pixels cost bytes \
      and memory and are scaled away by Messages.
      """,
    fix: "Scale the art to 618, 408 or 300 px.",
    source: "Apple, MSSticker: \"Always provide @3x images (300x300 to 618x618 pixels)\"",
    examples: [
      .fails("619 × 619 px", Sketch(side: 619)),
      .passes("618 × 618 px", Sketch(side: 618)),
    ],
    check: .image { image, _ in
      guard let canvas = image.canvas, max(canvas.width, canvas.height) > StickerLimits.mostSide
      else { return [] }
      return [
        Violation(
          "The canvas is \(canvas); no side may be over \(StickerLimits.mostSide) px.",
          measured: Quantity(max(canvas.width, canvas.height), .pixels),
          limit: Quantity(StickerLimits.mostSide, .pixels))
      ]
    })
}
