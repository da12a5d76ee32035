internal import ImageContainers

extension Rule {
  static let apngOperation = Rule(
    id: "apng-operation",
    title: "A frame's dispose or blend operation does not exist",
    category: .animation, severity: .error,
    rationale: """
      There are three dispose operations and two blend operations. Decoders reject other values.
      """,
    fix: "Assemble the animation again with a program that writes APNG.",
    source: "PNG Third Edition, 11.3.6.2 (fcTL)",
    examples: [
      .fails(
        "The dispose operation 3, of 0 to 2",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 24, to: [3])])),
      .passes(
        "The dispose operation 2, which restores what was there",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 24, to: [2])])),
    ],
    check: .image { image, _ in image.violations(of: .frameOperation) })
}
