extension Rule {
  static let apngSequence = Rule(
    id: "apng-sequence",
    title: "Animation chunks are out of order",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Messages shows a still image in place of the animation.",
    rationale: """
      The sequence numbers of fcTL and fdAT chunks start at 0 and have no gaps. Decoders must \
      treat anything else as an error, and they show the static image.
      """,
    fix: "Export the animation again with a standard APNG encoder.",
    source: "PNG Third Edition, 4.9 (sequence numbers)",
    examples: [
      .fails(
        "A frame with sequence number 9 after 0",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 3, to: [9])])),
      .passes("Sequence numbers without gaps", Sketch(.breathing())),
    ],
    check: .image(defects: .frameSequence))
}
