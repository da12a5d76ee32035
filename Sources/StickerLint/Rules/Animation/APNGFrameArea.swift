extension Rule {
  static let apngFrameArea = Rule(
    id: "apng-frame-area",
    title: "Frame is empty or outside the canvas",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Decoders reject the frame, so Messages shows a still image or nothing.",
    rationale: """
      Every frame must have at least one pixel and fit inside the canvas, and a first frame that \
      is also the static image must cover the whole canvas. Decoders reject other frames.
      """,
    fix: "Export the animation again with a standard APNG encoder.",
    source: "PNG Third Edition, 11.3.6.2 (fcTL)",
    examples: [
      .fails(
        "A frame that extends 1 px beyond the canvas",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 15, to: [1])])),
      .passes("Frames of the size of the canvas", Sketch(.breathing())),
    ],
    check: .image(defects: .frameArea))
}
