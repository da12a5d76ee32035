internal import ImageContainers

extension Rule {
  static let apngOrder = Rule(
    id: "apng-order",
    title: "An animation chunk stands in the wrong place",
    category: .animation, severity: .error,
    rationale: """
      acTL stands once before IDAT, at most one fcTL before IDAT, and every fdAT after the fcTL of its \
      frame. Otherwise viewers show a still image or reject the file.
      """,
    fix: "Assemble the animation again with a program that writes APNG.",
    source: "PNG Third Edition, 11.3.6 (animation chunks)",
    examples: [
      .fails(
        "acTL after IDAT", Sketch(.breathing(), edits: [.moveChunk("acTL", behind: "IDAT")])),
      .passes("acTL before IDAT", Sketch(.breathing())),
    ],
    check: .image { image, _ in image.violations(of: .frameOrder) })
}
