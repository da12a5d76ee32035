internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// What is still seen of an outline tells its shape, up to this share that is lost.
  private static let lost = Option(
    "lost", "the part of the outline from which on it counts as lost", 80, .percent, in: 51...100)

  static let lowContrast = Rule(
    id: "low-contrast",
    title: "The outline vanishes on a background of Messages",
    category: .transparency, severity: .warning,
    rationale: """
      Stickers are put on white, on black in dark mode, and on blue and gray bubbles. Black letters on \
      black and white ghosts on white cannot be seen there. The outline counts as lost where the art, a \
      twentieth of the canvas deep, has a contrast under 1.25 : 1 by WCAG's relative luminance and hardly \
      another color; what text needs is 4.5 : 1. A picture that shows well inside its lost outline \
      passes.
      """,
    fix:
      "Put a rim of another lightness around the art, such as a white die-cut outline with a thin"
      + " gray edge.",
    source:
      "Apple, Human Interface Guidelines: \"remains legible against a wide range of backgrounds\";"
      + " WCAG 2.2, contrast ratio",
    options: [lost],
    examples: [
      .fails("A white disc", Sketch(Sketch.Art(fill: 0xFFFFFF))),
      .passes("A white disc with a gray rim", Sketch(Sketch.Art(fill: 0xFFFFFF, rim: 0x808080))),
      .passes(
        "A white disc whose lower quarter is brown",
        Sketch(Sketch.Art(fill: 0xFFFFFF, lower: 0x9C5F32))),
      .fails(
        "The same, with 60% allowed", Sketch(Sketch.Art(fill: 0xFFFFFF, lower: 0x9C5F32)),
        rules: ["low-contrast": .init(options: ["lost": 60])]),
    ],
    check: .image { image, _, options in
      let most = options[lost] / 100
      guard let visibilities = image.outlineVisibilities else { return [] }
      let backdrops = PictureFacts.Backdrop.ofMessages
      let lost = backdrops.indices.filter {
        visibilities[$0].lowContrastFraction >= most
          && visibilities[$0].visibleFraction <= OutlineContrast.leastSeen
      }
      guard let share = lost.map({ visibilities[$0].lowContrastFraction }).max() else { return [] }
      let names = lost.map { backdrops[$0].name }
      return [
        Violation(
          "Up to \(Text.percent(share)) of the outline cannot be told from"
            + " \(names.joined(separator: ", or from ")); \(Text.percent(most)) is"
            + " the limit.",
          measured: Quantity(percent: share),
          limit: Quantity(percent: most))
      ]
    })
}
