internal import Basics
internal import ImageContainers

extension Rule {
  static let canvasNotSquare = Rule(
    id: "canvas-not-square",
    title: "Canvas is not square",
    category: .canvas, severity: .info,
    severityReason: "Apple allows it, and wide or tall art may need it.",
    rationale: """
      The cells of the sticker drawer are square. Other canvases are scaled down to fit and look \
      smaller than their neighbors. Apple does not forbid them.
      """,
    fix: "Center the art on a square canvas of \(documentedSides) px.",
    repair: .padToSquare,
    source: "Apple, MSStickerSize; observed in shipped packs: the canvas is fitted, not stretched",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("408 × 407 px", Sketch(height: 407)),
      .passes("408 × 408 px", Sketch()),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas, canvas.width != canvas.height else { return nil }
      return Violation(
        "The canvas is not square: \(canvas).",
        measured: Quantity(min(canvas.width, canvas.height), .pixels),
        limit: Quantity(max(canvas.width, canvas.height), .pixels),
        fix: "Center the art on a square canvas of \(Text.alternatives(pack.destination.sides)) px."
      )
    })
}

extension Repair {
  /// Adds transparent pixels on both sides until the canvas is square.
  package static let padToSquare = Repair(
    "pad the canvas to a square", .unsafe, .shape, canRepair: { $0.storesTransparency },
    .padding { canvas, file throws(RepairError) in
      let side = max(canvas.width, canvas.height)
      guard side <= file.destination.largestSide else {
        throw RepairError(
          "the canvas would become \(Text.number(side)) × \(Text.number(side)) px; scale it, too")
      }
      return CanvasSize(clampingWidth: side, height: side)
    })
}
