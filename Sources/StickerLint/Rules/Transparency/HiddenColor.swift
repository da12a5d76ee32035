internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// Less of it costs few bytes, and shows nothing.
  private static let share = Option(
    "share", "the part of the canvas from which on hidden color that changes is found", 2,
    .percent, in: 0...100)

  static let hiddenColor = Rule(
    id: "hidden-color",
    title: "Invisible pixels carry a picture",
    category: .transparency, severity: .info,
    rationale: """
      Under fully transparent pixels lies color that changes from pixel to pixel. Nobody sees it, it \
      costs bytes, and it may show what was meant to be erased.
      """,
    fix: "Export with the color of transparent pixels cleared.",
    source: "PNG Third Edition, 12.4: fully transparent pixels may be given any color",
    options: [share],
    examples: [
      .fails("A picture under all transparent pixels", Sketch(Sketch.Art(hiddenRows: 408))),
      .passes("A picture under two rows of them", Sketch(Sketch.Art(hiddenRows: 2))),
      .passes(
        "A picture under all transparent pixels, with the whole canvas allowed",
        Sketch(Sketch.Art(hiddenRows: 408)),
        rules: ["hidden-color": .init(options: ["share": 100])]),
    ],
    check: .image { image, _, options in
      let least = options[share] / 100
      guard image.isDecoded, let hidden = image.picture?.hiddenColor, hidden.sampled > 0 else {
        return []
      }
      let share = Double(hidden.changes) / Double(hidden.sampled)
      guard share >= least else { return [] }
      return [
        Violation(
          "Under \(Text.percent(Double(hidden.pixels) / Double(hidden.sampled))) of the canvas lies"
            + " color that nobody sees; \(Text.percent(share)) have another color than the pixel to"
            + " the left, and \(Text.percent(least)) are the limit.",
          measured: Quantity(percent: share), limit: Quantity(percent: least))
      ]
    })
}
