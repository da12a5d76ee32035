extension Rule {
  static let jpegNoTransparency = Rule(
    id: "jpeg-no-transparency",
    title: "JPEG has no transparency",
    category: .transparency, severity: .warning,
    severityReason: "Users see a rectangle that covers the bubble below it.",
    rationale: """
      A JPEG sticker is always an opaque rectangle. This suits a photo that fills its canvas, but \
      puts any other art in a box.
      """,
    fix:
      "Export the art as PNG without a background, or suppress the finding if the picture"
      + " fills its canvas.",
    source: "Apple, Human Interface Guidelines, iMessage apps and stickers: format table",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("A disc on white as JPEG", Sketch(Sketch.Art(backdrop: 0xFFFFFF), format: .jpeg)),
      .passes("The disc alone as PNG"),
    ],
    check: .image { image, _ in
      guard image.format == .jpeg else { return nil }
      return Violation("The sticker is a rectangle without transparency, because it is a JPEG.")
    })
}
