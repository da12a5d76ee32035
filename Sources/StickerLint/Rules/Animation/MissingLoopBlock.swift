internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let missingLoopBlock = Rule(
    id: "missing-loop-block",
    title: "An animated GIF has no loop block",
    category: .animation, severity: .warning,
    rationale: """
      Without Netscape's loop block a GIF plays once and stops, which is hardly ever meant: optimizers \
      and editors drop the block.
      """,
    fix: "Export with \"loop forever\", or add the block with a GIF tool.",
    source: "Netscape's application extension: absent means once",
    examples: [
      .fails(
        "A GIF without a loop block", Sketch(.breathing(), plays: nil, format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes(
        "A GIF whose loop block says forever", Sketch(.breathing(), plays: 0, format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard image.isAnimated, image.container.loop == .unstated else { return [] }
      return [Violation("The GIF has \(image.frames.count) frames, no loop block, and plays once.")]
    })
}
