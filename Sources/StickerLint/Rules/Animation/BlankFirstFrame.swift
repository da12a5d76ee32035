internal import ImageContainers
internal import Pixels

extension Rule {
  static let blankFirstFrame = Rule(
    id: "blank-first-frame",
    title: "The first frame is blank",
    category: .animation, severity: .warning,
    rationale: """
      The sticker browser, notifications and everything that does not animate show the first frame, so \
      there the sticker is invisible.
      """,
    fix: "Begin with a full picture; put the fade-in at the end of the loop.",
    source: "PNG Third Edition, 4.9; non-Apple recipients show the first frame only",
    examples: [
      .fails(
        "A blank frame, then a disc",
        Sketch([
          Sketch.Frame(.nothing, milliseconds: 500), Sketch.Frame(.disc, milliseconds: 500),
        ])),
      .passes(
        "A disc, then a blank frame",
        Sketch([
          Sketch.Frame(.disc, milliseconds: 500), Sketch.Frame(.nothing, milliseconds: 500),
        ])),
    ],
    check: .image { image, _ in
      guard image.isAnimated, image.isDecoded, image.frameAlpha.first?.visible == 0,
        image.frameAlpha.contains(where: { $0.visible > 0 })
      else { return [] }
      return [
        Violation(
          "The first of \(image.frameAlpha.count) frames is fully transparent.",
          measured: Quantity(0, .pixels))
      ]
    })
}
