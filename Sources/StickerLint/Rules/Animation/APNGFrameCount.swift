internal import ImageContainers

extension Rule {
  static let apngFrameCount = Rule(
    id: "apng-frame-count",
    title: "acTL declares another number of frames than there are",
    category: .animation, severity: .error,
    rationale: """
      Viewers give up an animation whose declared frames are 0 or do not match, and show its static \
      image.
      """,
    fix: "Assemble the animation again; do not cut frames out of a finished file.",
    source: "PNG Third Edition, 11.3.6.1 (acTL)",
    examples: [
      .fails(
        "4 frames declared, 3 there",
        Sketch(.breathing(3), edits: [.setChunk("acTL", at: 3, to: [4])])),
      .passes("3 frames declared and there", Sketch(.breathing(3))),
    ],
    check: .image { image, _ in image.violations(of: .frameCount) })
}
