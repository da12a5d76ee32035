extension Rule {
  static let apngFrameCount = Rule(
    id: "apng-frame-count",
    title: "acTL declares a wrong number of frames",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Messages shows a still image in place of the animation.",
    rationale: """
      If acTL declares 0 frames or a different number than the file contains, viewers drop the \
      animation and show its static image.
      """,
    fix: "Export the animation again; do not remove frames from a finished file.",
    source: "PNG Third Edition, 11.3.6.1 (acTL)",
    examples: [
      .fails(
        "4 frames declared, 3 present",
        Sketch(.breathing(3), edits: [.setChunk("acTL", at: 3, to: [4])])),
      .passes("3 frames declared and present", Sketch(.breathing(3))),
    ],
    check: .image(defects: .frameCount))
}
