internal import ImageContainers

extension Rule {
  static let jpegNoTransparency = Rule(
    id: "jpeg-no-transparency",
    title: "A JPEG cannot be transparent",
    category: .transparency, severity: .warning,
    rationale: """
      JPEG has no transparency, so the sticker is a rectangle with a background. That is right for a \
      photo that fills its canvas, and wrong for anything with an outline.
      """,
    fix: "Export the art as PNG without a background, or allow this for a picture that fills its"
      + " canvas.",
    source: "Apple, Human Interface Guidelines, iMessage apps and stickers: format table",
    examples: [
      .fails("A disc on white as a JPEG", Sketch(Sketch.Art(backdrop: 0xFFFFFF), format: .jpeg)),
      .passes("The disc alone as a PNG"),
    ],
    check: .image { image, _ in
      guard image.format == .jpeg else { return [] }
      return [Violation("The sticker is a JPEG, which is always an opaque rectangle.")]
    })
}
