extension Rule {
  static let apngOrder = Rule(
    id: "apng-order",
    title: "Animation chunk in the wrong place",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Messages shows a still image in place of the animation, or nothing.",
    rationale: """
      There must be one acTL before IDAT, at most one fcTL before IDAT, and each fdAT must follow \
      the fcTL of its frame. Otherwise viewers show a still image or reject the file.
      """,
    fix: "Export the animation again with a standard APNG encoder.",
    source: "PNG Third Edition, 11.3.6 (animation chunks)",
    examples: [
      .fails(
        "acTL after IDAT", Sketch(.breathing(), edits: [.moveChunk("acTL", behind: "IDAT")])),
      .passes("acTL before IDAT", Sketch(.breathing())),
    ],
    check: .image(defects: .frameOrder))
}
