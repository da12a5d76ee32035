internal import Pixels

extension Rule {
  static let blankFirstFrame = Rule(
    id: "blank-first-frame",
    title: "First frame is blank",
    category: .animation, scope: .everywhere, severity: .warning,
    severityReason: "Users see nothing wherever animations do not play.",
    rationale: """
      The sticker drawer, notifications and viewers without animation support show the first \
      frame, so the sticker is invisible there.
      """,
    fix: "Start with a complete picture, and move the fade-in to the end of the loop.",
    source: "PNG Third Edition, 4.9; recipients on other platforms see only the first frame",
    examples: [
      .fails("A blank frame, then a disc", halfSeconds([.nothing, .disc])),
      .passes("A disc, then a blank frame", halfSeconds([.disc, .nothing])),
    ],
    check: .image { image, _ in
      guard image.isAnimated, image.isDecoded, image.frameAlpha.first?.visible == 0,
        image.frameAlpha.contains(where: { $0.visible > 0 })
      else { return nil }
      return Violation(
        "The first frame is empty; Messages shows it while the sticker is still.",
        in: [FindingRegion(frame: 1)],
        measured: Quantity(0, .pixels))
    })

  private static func halfSeconds(_ arts: [Sketch.Art]) -> Sketch {
    Sketch(arts.map { Sketch.Frame($0, milliseconds: 500) })
  }
}
