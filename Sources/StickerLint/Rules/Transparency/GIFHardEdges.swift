internal import ImageContainers
internal import Pixels

extension Rule {
  static let gifHardEdges = Rule(
    id: "gif-hard-edges",
    title: "A GIF has hard edges",
    category: .transparency, severity: .info,
    rationale: """
      A GIF's pixel is seen or not; nothing lies between. Curves look jagged, and soft edges keep a \
      fringe of the color they were drawn on.
      """,
    fix: "Export the animation as APNG (named .png), which has soft edges.",
    source: "Apple, Human Interface Guidelines: \"single-color transparency\"",
    examples: [
      .fails("A GIF", Sketch(.breathing(), format: .gif)),
      .passes("The same frames as an APNG", Sketch(.breathing())),
    ],
    check: .image { image, _ in
      guard image.format == .gif, image.frameAlpha.contains(where: { $0.transparent > 0 })
      else { return [] }
      return [Violation("The sticker is a GIF, whose pixels are either opaque or gone.")]
    })
}
