internal import ImageContainers
internal import Pixels

extension Rule {
  static let hiddenColor = Rule(
    id: "hidden-colour",
    title: "Invisible pixels carry a picture",
    category: .transparency, severity: .info,
    rationale: """
      Under fully transparent pixels lies colour that changes from pixel to pixel. Nobody sees it, it \
      costs bytes, and it may show what was meant to be erased.
      """,
    fix: "Export with the colour of transparent pixels cleared.",
    source: "PNG Third Edition, 12.4: fully transparent pixels may be given any colour",
    examples: [
      .fails("A picture under all transparent pixels", Sketch(Sketch.Art(hiddenRows: 408))),
      .passes("A picture under two rows of them", Sketch(Sketch.Art(hiddenRows: 2))),
    ],
    check: .image { image, _ in
      guard image.isDecoded, let hidden = image.picture?.hiddenColor, hidden.looked > 0 else {
        return []
      }
      let share = Double(hidden.changes) / Double(hidden.looked)
      guard share >= HiddenColor.leastShare else { return [] }
      return [
        Violation(
          "Under \(Text.percent(Double(hidden.pixels) / Double(hidden.looked))) of the canvas lies"
            + " colour that nobody sees; \(Text.percent(share)) have another colour than the pixel to"
            + " the left, and \(Text.percent(HiddenColor.leastShare)) are the limit.",
          measured: Quantity(percent: share), limit: Quantity(percent: HiddenColor.leastShare))
      ]
    })
}

extension HiddenColor {
  /// Less of it costs few bytes, and shows nothing.
  fileprivate static let leastShare = 0.02
}
