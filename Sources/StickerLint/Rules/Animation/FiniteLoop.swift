internal import ImageContainers

extension Rule {
  static let finiteLoop = Rule(
    id: "finite-loop",
    title: "The animation stops after some plays",
    category: .animation, severity: .info,
    rationale: """
      A sticker stays in its conversation. An animation that does not loop forever stands still by the \
      time somebody scrolls back to it.
      """,
    fix: "Set the number of plays to 0, which is forever, unless it should stop.",
    source: "PNG Third Edition, 11.3.6.1 (num_plays); Netscape's application extension",
    examples: [
      .fails("3 plays", Sketch(.breathing(), plays: 3)),
      .passes("Plays forever", Sketch(.breathing(), plays: 0)),
    ],
    check: .image { image, _ in
      guard image.isAnimated, case .times(let plays) = image.container.loop else { return [] }
      return [
        Violation(
          "The animation plays \(plays == 1 ? "once" : "\(plays) times") and then stops.",
          measured: Quantity(plays, .value), limit: Quantity(0, .value))
      ]
    })
}
