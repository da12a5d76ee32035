internal import Basics
internal import StickerPacks

extension Rule {
  static let canvasTooSmall = Rule(
    id: "canvas-too-small",
    title: "Canvas is smaller than \(documented.smallestSide) px",
    category: .canvas, severity: .error,
    severityReason:
      "stickerpack requires \(documented.smallestSide) to \(documented.largestSide) px per side, the"
      + " range that Apple recommends.",
    rationale: """
      The smallest size class is \(documented.smallestSide) × \(documented.smallestSide) px at @3x. \
      A smaller canvas looks tiny or blurred in the sticker drawer.
      """,
    fix: "Export the art at \(documentedSides) px; `fit --enlarge` makes a softer picture.",
    source: "Apple, MSSticker: \"Always provide @3x images (300x300 to 618x618 pixels)\"",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("299 × 299 px", Sketch(side: 299)),
      .passes("300 × 300 px", Sketch(side: 300)),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas,
        pack.destination.excess(of: MeasuredSticker(canvas: canvas), by: "canvas-too-small") != nil
      else { return nil }
      let limit = pack.destination.smallestSide
      return Violation(
        "The canvas is \(canvas) (minimum: \(limit) px per side).",
        measured: Quantity(min(canvas.width, canvas.height), .pixels),
        limit: Quantity(limit, .pixels),
        fix:
          "Export the art at \(Text.alternatives(pack.destination.sides)) px; fit --enlarge makes a softer picture."
      )
    })
}
