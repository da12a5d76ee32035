internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// If less is lost, it is often a detail, or the rest still shows it: with 25%,
  /// three of the eight further findings on the art of Documentation/RuleQuality.md were wrong.
  private static let lost = Option(
    "lost", "the smallest share of the art that must be lost to be reported", 33, .percent,
    in: 1...100)

  static let lowContrast = Rule(
    id: "low-contrast",
    title: "Art is invisible on a Messages background",
    category: .transparency, severity: .warning,
    severityReason: """
      Users do not see a part of the art in light mode, in dark mode or on a bubble.
      """,
    rationale: """
      Stickers are placed on white, on black in dark mode, and on blue and gray bubbles, where \
      black letters, white ghosts or dark hair disappear. A connected part of the art counts as lost \
      if its contrast with the background is below 1.4:1 (relative luminance of WCAG), its color is \
      nearly the same, and no visible outline separates it from the background. Soft shadows and \
      other parts that are mostly transparent do not count.
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
      .fails(
        "A brown disc with a white lower quarter, with lost set to 15%",
        Sketch(Sketch.Art(lower: 0xFFFFFF)), rules: ["low-contrast": .init(options: ["lost": 15])]),
      .passes("A brown disc with a white lower quarter", Sketch(Sketch.Art(lower: 0xFFFFFF))),
    ],
    check: .image { image, _, options in
      let limit = options[lost] / 100
      guard image.isDecoded, !image.isBox, let canvas = image.canvas else { return [] }
      let losses = PictureFacts.Backdrop.ofMessages.enumerated().compactMap { index, backdrop in
        image.typicalPicture { $0.lost[index].share >= limit }
          .map { (backdrop: backdrop.name, lost: $0.lost[index]) }
      }.sorted { $0.lost.share > $1.lost.share }
      guard let worst = losses.first, let area = worst.lost.area else { return [] }
      let others = losses.dropFirst().map {
        ", and \(Text.percent($0.lost.share)) from \($0.backdrop)"
      }
      return [
        Violation(
          "\(Text.percent(worst.lost.share)) of the art cannot be told apart from"
            + " \(worst.backdrop)\(others.joined()) (limit: \(Text.percent(limit)))."
            + " The largest part is \(area.position(in: canvas)): \(Text.area(area)).",
          measured: Quantity(percent: worst.lost.share), limit: Quantity(percent: limit))
      ]
    })
}

extension PixelRect {
  /// Where the center of the rectangle is in a canvas, in words.
  fileprivate func position(in canvas: CanvasSize) -> String {
    let column = (x * 2 + width) * 3 / (canvas.width * 2)
    let row = (y * 2 + height) * 3 / (canvas.height * 2)
    let words = [
      ["at the top", nil, "at the bottom"][row], ["on the left", nil, "on the right"][column],
    ].compactMap(\.self)
    return words.isEmpty ? "in the middle" : words.joined(separator: " ")
  }
}
