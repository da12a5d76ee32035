internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// 20 is what a contrast of 1.25 : 1 gives: log 1.25 / log 3.
  private static let legibility = Option(
    "legibility", "the least legibility on each background, of 100", 20, .value, in: 0...100)

  static let lowLegibility = Rule(
    id: "low-legibility",
    title: "The outline nearly vanishes on red, on yellow or on a photo",
    category: .transparency, severity: .info,
    rationale: """
      Stickers are stuck on photos and on other stickers. Each place of the outline is held against \
      systemRed, systemYellow and five grays of a busy photo. It counts in full at a contrast of 3 : 1, or \
      where it has clearly another color, and less below; 100 is an outline that is clear everywhere. One \
      of 1.25 : 1 all around has 20. A picture that shows well inside passes.
      """,
    fix:
      "Put a rim of another lightness around the art, such as a white die-cut outline with a thin"
      + " gray edge.",
    source:
      "Apple, Human Interface Guidelines: \"remains legible against a wide range of backgrounds\";"
      + " WCAG 2.2, 1.4.11",
    options: [legibility],
    examples: [
      .fails("A disc in systemYellow", Sketch(Sketch.Art(fill: 0xFFCC00))),
      .passes(
        "The same disc with a brown rim", Sketch(Sketch.Art(fill: 0xFFCC00, rim: 0x9C5F32))),
      .passes(
        "The disc in systemYellow, with any legibility allowed", Sketch(Sketch.Art(fill: 0xFFCC00)),
        rules: ["low-legibility": .init(options: ["legibility": 0])]),
    ],
    check: .image { image, _, options in
      let least = options[legibility]
      guard let visibilities = image.outlineVisibilities else { return [] }
      let faint = zip(PictureFacts.Backdrop.all, visibilities).dropFirst(
        PictureFacts.Backdrop.ofMessages.count
      ).filter { _, visibility in
        visibility.clarity * 100 < least
          && visibility.visibleFraction <= OutlineContrast.leastSeen
      }
      guard let worst = faint.map(\.1.clarity).min() else { return [] }
      let names = faint.map(\.0.name).joined(separator: ", or on ")
      return [
        Violation(
          "The outline has a legibility of \(Int((worst * 100).rounded())) of 100 on \(names);"
            + " \(Text.number(least)) is the limit.",
          measured: Quantity(Int((worst * 100).rounded()), .value),
          limit: Quantity(least, .value))
      ]
    })
}
