internal import ImageContainers

extension Rule {
  static let apngFrameArea = Rule(
    id: "apng-frame-area",
    title: "A frame is empty or reaches outside the canvas",
    category: .animation, severity: .error,
    rationale: """
      Every frame lies within the canvas and has at least one pixel, and a first frame that is also the \
      static image covers all of it. Decoders reject other frames.
      """,
    fix: "Assemble the animation again with a program that writes APNG.",
    source: "PNG Third Edition, 11.3.6.2 (fcTL)",
    examples: [
      .fails(
        "A frame that reaches 1 px beyond the canvas",
        Sketch(.breathing(), edits: [.setChunk("fcTL", number: 1, at: 15, to: [1])])),
      .passes("Frames of the canvas's size", Sketch(.breathing())),
    ],
    check: .image { image, _ in image.violations(of: .frameArea) })
}
