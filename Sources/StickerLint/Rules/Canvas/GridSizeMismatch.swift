internal import ImageContainers
internal import StickerManifest
internal import StickerPacks

extension Rule {
  static let gridSizeMismatch = Rule(
    id: "grid-size-mismatch",
    title: "The canvas is of another size class than its pack",
    category: .canvas, severity: .warning,
    rationale: """
      A pack is shown in one grid. Art of a larger class is scaled down in it, art of a smaller class \
      stands small in the middle of its cell.
      """,
    fix: "Export the art at the pack's size, or change the pack's grid size.",
    source: "Apple, Human Interface Guidelines: \"don't mix sizes within a single sticker pack\"",
    examples: [
      .fails(
        "300 × 300 px in a pack of regular stickers", [.sticker("hello.png", Sketch(side: 300))],
        gridSize: .regular),
      .passes(
        "408 × 408 px in a pack of regular stickers", [.sticker("hello.png")], gridSize: .regular),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas, let gridSize = pack.source.gridSize else { return [] }
      let side = max(canvas.width, canvas.height)
      guard side != gridSize.pixels, GridSize.allCases.contains(where: { $0.pixels == side })
      else { return [] }
      return [
        Violation(
          "The canvas is \(canvas); the pack's grid size, \(gridSize.rawValue), has"
            + " \(gridSize.pixels) px.",
          measured: Quantity(side, .pixels), limit: Quantity(gridSize.pixels, .pixels))
      ]
    })
}
