extension Rule {
  static let missingLoopBlock = Rule(
    id: "missing-loop-block",
    title: "Animated GIF has no loop block",
    category: .animation, severity: .warning,
    severityReason: "Users see the animation play once and stop.",
    rationale: """
      A GIF without Netscape's loop block plays once and stops. This is rarely intended: some \
      optimizers and editors drop the block.
      """,
    fix: "Export with \"loop forever\", or add the block with a GIF tool.",
    repair: .loopForever,
    source: "Netscape's application extension: a GIF without it plays once",
    isSharedByPack: true,
    examples: [
      .fails(
        "A GIF without a loop block", Sketch(.breathing(), plays: nil, format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes(
        "A GIF that loops forever", Sketch(.breathing(), plays: 0, format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard image.isAnimated, image.container.loop == .unstated else { return nil }
      return Violation(
        "The animation plays once and stops, because the GIF has no loop block.")
    })
}
