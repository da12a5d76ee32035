internal import StickerManifest

extension Rule {
  static let gridSizeMismatch = Rule(
    id: "grid-size-mismatch",
    title: "Canvas does not match the pack's grid size",
    category: .canvas, severity: .warning,
    severityReason: "Users see stickers in the grid that are scaled or surrounded by a gap.",
    rationale: """
      All stickers of a pack are shown in one grid. Larger art is scaled down, and smaller art \
      leaves empty space in its cell.
      """,
    fix: "Export the art at the pack's size, or change the pack's grid size.",
    source: "Apple, Human Interface Guidelines: \"don't mix sizes within a single sticker pack\"",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("300 × 300 px in a pack with the grid size regular", regularPack(side: 300)),
      .passes("408 × 408 px in a pack with the grid size regular", regularPack(side: 408)),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas, let gridSize = pack.source.settings.gridSize else {
        return nil
      }
      let side = max(canvas.width, canvas.height)
      guard side != gridSize.pixels, GridSize.allCases.contains(where: { $0.pixels == side })
      else { return nil }
      let seen =
        side < gridSize.pixels
        ? "The sticker does not fill its place in the grid" : "Messages scales the sticker down"
      return Violation(
        "\(seen), because its canvas is \(canvas) and the pack's grid size is \(gridSize.rawValue)"
          + " (\(gridSize.pixels) px).",
        measured: Quantity(side, .pixels), limit: Quantity(gridSize.pixels, .pixels))
    })

  private static func regularPack(side: Int) -> [Example.File] {
    [
      .configuration(
        """
          "gridSize": "regular",
          "stickers": [ { "file": "hello.png", "label": "Biscuit waves" } ]
        """),
      .sticker("hello.png", Sketch(side: side)),
    ]
  }
}
