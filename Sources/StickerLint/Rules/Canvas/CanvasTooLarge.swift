internal import Basics
internal import StickerFit
internal import StickerManifest
internal import StickerPacks

extension Rule {
  package static let canvasTooLarge = Rule(
    id: "canvas-too-large",
    title: "Canvas is larger than \(documented.largestSide) px",
    category: .canvas, severity: .error,
    severityReason:
      "stickerpack requires \(documented.smallestSide) to \(documented.largestSide) px per side, the"
      + " range that Apple recommends.",
    rationale: """
      The largest size class is \(documented.largestSide) × \(documented.largestSide) px at @3x. \
      Messages scales larger canvases down, so the extra pixels only cost bytes and memory.
      """,
    fix: "Scale the art to \(Text.alternatives(documented.sides.reversed())) px.",
    repair: .scale,
    source: "Apple, MSSticker: \"Always provide @3x images (300x300 to 618x618 pixels)\"",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("619 × 619 px", Sketch(side: 619)),
      .passes("618 × 618 px", Sketch(side: 618)),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas, let most = pack.destination.size(.maximumCanvas),
        pack.destination.excess(of: MeasuredSticker(canvas: canvas), by: "canvas-too-large") != nil
      else { return nil }
      let isSquare = most.width == most.height
      // The side that is further above its limit.
      let isWider =
        Int64(canvas.width) * Int64(most.height) >= Int64(canvas.height) * Int64(most.width)
      return Violation(
        "The canvas is \(canvas) (limit: \(isSquare ? "\(most.width) px per side" : "\(most)")).",
        measured: Quantity(isWider ? canvas.width : canvas.height, .pixels),
        limit: Quantity(isWider ? most.width : most.height, .pixels),
        fix: isSquare
          ? "Scale it to \(pack.sizeClass(of: image).description)."
          : "Scale it to fit into \(most).")
    })
}
