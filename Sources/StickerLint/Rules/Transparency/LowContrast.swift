internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// If less of the outline is lost, the rest still shows the shape.
  private static let lost = Option(
    "lost", "the smallest share of the outline that must be lost to be reported", 80, .percent,
    in: 51...100)

  static let lowContrast = Rule(
    id: "low-contrast",
    title: "Outline is invisible on a Messages background",
    category: .transparency, severity: .warning,
    severityReason: """
      Users do not see a part of the art in light mode, in dark mode or on a bubble.
      """,
    rationale: """
      Stickers are placed on white, on black in dark mode, and on blue and gray bubbles, where \
      black letters or white ghosts disappear. A part of the outline counts as lost if the art \
      along it, to a depth of 5% of the canvas, has a contrast below 1.25:1 (relative luminance of \
      WCAG) and nearly the same color as the background. Art with a clearly visible picture inside \
      its outline is not reported.
      """,
    fix:
      "Add an outline that is much lighter or darker than the art, such as a white die-cut"
      + " outline with a thin gray edge.",
    source:
      "Apple, Human Interface Guidelines: \"remains legible against a wide range of backgrounds\";"
      + " WCAG 2.2, contrast ratio",
    options: [lost],
    examples: [
      .fails("A white disc", Sketch(Sketch.Art(fill: 0xFFFFFF))),
      .passes(
        "A white disc with a gray outline", Sketch(Sketch.Art(fill: 0xFFFFFF, rim: 0x808080))),
      .passes(
        "A white disc with a brown lower quarter",
        Sketch(Sketch.Art(fill: 0xFFFFFF, lower: 0x9C5F32))),
      .fails(
        "A white disc with a brown lower quarter, with lost set to 60%",
        Sketch(Sketch.Art(fill: 0xFFFFFF, lower: 0x9C5F32)),
        rules: ["low-contrast": .init(options: ["lost": 60])]),
    ],
    check: .image { image, _, options in
      let limit = options[lost] / 100
      guard let visibilities = image.outlineVisibilities else { return [] }
      let backdrops = PictureFacts.Backdrop.ofMessages
      let lost = backdrops.indices.filter {
        visibilities[$0].lowContrastFraction >= limit
          && visibilities[$0].visibleFraction <= OutlineContrast.leastSeen
      }
      guard let share = lost.map({ visibilities[$0].lowContrastFraction }).max() else { return [] }
      let names = lost.map { backdrops[$0].name }
      return [
        Violation(
          "Up to \(Text.percent(share)) of the outline is invisible on"
            + " \(names.joined(separator: ", or on ")) (limit: \(Text.percent(limit))).",
          measured: Quantity(percent: share),
          limit: Quantity(percent: limit))
      ]
    })
}
