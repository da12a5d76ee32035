internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// A contrast of 1.25:1 has a legibility of 20: log 1.25 / log 3.
  private static let legibility = Option(
    "legibility", "the smallest allowed legibility on each background, from 0 to 100", 20, .value,
    in: 0...100)

  static let lowLegibility = Rule(
    id: "low-legibility",
    title: "Outline is hard to see on red, yellow or photos",
    category: .transparency, severity: .info,
    severityReason: "It depends on what users place the sticker on, which they can choose.",
    rationale: """
      Stickers are also placed on photos and on other stickers, so the outline is compared with \
      systemRed, systemYellow and five grays of a busy photo. A legibility of 100 means a contrast \
      of at least 3:1 or a clearly different color everywhere; a contrast of 1.25:1 all around is \
      20. Art with a clearly visible picture inside its outline is not reported.
      """,
    fix:
      "Add an outline that is much lighter or darker than the art, such as a white die-cut"
      + " outline with a thin gray edge.",
    source:
      "Apple, Human Interface Guidelines: \"remains legible against a wide range of backgrounds\";"
      + " WCAG 2.2, 1.4.11",
    options: [legibility],
    examples: [
      .fails("A disc in systemYellow", Sketch(Sketch.Art(fill: 0xFFCC00))),
      .passes(
        "The same disc with a brown outline", Sketch(Sketch.Art(fill: 0xFFCC00, rim: 0x9C5F32))),
      .passes(
        "The same disc, with legibility set to 0", Sketch(Sketch.Art(fill: 0xFFCC00)),
        rules: ["low-legibility": .init(options: ["legibility": 0])]),
    ],
    check: .image { image, _, options in
      let minimum = options[legibility]
      guard let visibilities = image.outlineVisibilities else { return [] }
      let faint = zip(PictureFacts.Backdrop.all, visibilities).dropFirst(
        PictureFacts.Backdrop.ofMessages.count
      ).filter { _, visibility in
        visibility.clarity * 100 < minimum
          && visibility.visibleFraction <= OutlineContrast.leastSeen
      }
      guard let worst = faint.map(\.1.clarity).min() else { return [] }
      let names = faint.map(\.0.name).joined(separator: ", or on ")
      return [
        Violation(
          "The legibility of the outline is \(Int((worst * 100).rounded())) of 100 on \(names)"
            + " (minimum: \(Text.number(minimum))).",
          measured: Quantity(Int((worst * 100).rounded()), .value),
          limit: Quantity(minimum, .value))
      ]
    })
}
