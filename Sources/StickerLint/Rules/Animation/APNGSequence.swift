internal import ImageContainers

extension Rule {
  static let apngSequence = Rule(
    id: "apng-sequence",
    title: "The animation's chunks are out of order",
    category: .animation, severity: .error,
    rationale: """
      fcTL and fdAT chunks are numbered from 0 without gaps. A decoder has to treat anything else as an \
      error, and shows the static image.
      """,
    fix: "Assemble the animation again with a program that writes APNG.",
    source: "PNG Third Edition, 4.9 (sequence numbers)",
    examples: [
      .fails(
        "A frame with the number 9 after number 0",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 3, to: [9])])),
      .passes("Numbers that count from 0", Sketch(.breathing())),
    ],
    check: .image { image, _ in image.violations(of: .frameSequence) })
}
