extension Rule {
  static let apngFrameData = Rule(
    id: "apng-frame-data",
    title: "Frame has no image data",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Decoders stop at the frame, so Messages does not play the rest.",
    rationale:
      "Every frame needs at least one IDAT or fdAT chunk. Decoders stop at a frame without one.",
    fix: "Export the animation again with a standard APNG encoder.",
    source: "PNG Third Edition, 11.3.6.3 (fdAT)",
    examples: [
      .fails(
        "A last frame without fdAT", Sketch(.breathing(3), edits: [.removeChunk("fdAT", number: 1)])
      ),
      .passes("Image data for each frame", Sketch(.breathing(3))),
    ],
    check: .image(defects: .frameData))
}
