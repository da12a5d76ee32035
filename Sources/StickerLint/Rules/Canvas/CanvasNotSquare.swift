internal import ImageContainers

extension Rule {
  static let canvasNotSquare = Rule(
    id: "canvas-not-square",
    title: "The canvas is not square",
    category: .canvas, severity: .info,
    rationale: """
      A cell of the sticker browser is square. Other canvases are fitted into it and look smaller than \
      their neighbors. Apple does not forbid them.
      """,
    fix: "Center the art on a square canvas of 300, 408 or 618 px.",
    source: "Apple, MSStickerSize; seen in shipped packs, which are fitted and not stretched",
    examples: [
      .fails("408 × 407 px", Sketch(height: 407)),
      .passes("408 × 408 px", Sketch()),
    ],
    check: .image { image, _ in
      guard let canvas = image.canvas, canvas.width != canvas.height else { return [] }
      return [
        Violation(
          "The canvas is \(canvas); a cell of the browser is square.",
          measured: Quantity(min(canvas.width, canvas.height), .pixels),
          limit: Quantity(max(canvas.width, canvas.height), .pixels))
      ]
    })
}
