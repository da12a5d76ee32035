extension Rule {
  static let apngOperation = Rule(
    id: "apng-operation",
    title: "Invalid dispose or blend operation",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Decoders reject the frame, so Messages shows a still image or nothing.",
    rationale: """
      APNG defines dispose operations 0 to 2 and blend operations 0 and 1. Decoders reject other \
      values.
      """,
    fix: "Export the animation again with a standard APNG encoder.",
    source: "PNG Third Edition, 11.3.6.2 (fcTL)",
    examples: [
      .fails(
        "Dispose operation 3 (valid: 0 to 2)",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 24, to: [3])])),
      .passes(
        "Dispose operation 2 (restore to previous)",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 24, to: [2])])),
    ],
    check: .image(defects: .frameOperation))
}
