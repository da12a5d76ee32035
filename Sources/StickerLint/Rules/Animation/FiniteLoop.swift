internal import Basics

extension Rule {
  static let finiteLoop = Rule(
    id: "finite-loop",
    title: "Animation does not loop forever",
    category: .animation, severity: .info,
    severityReason: "Playing a few times can be intended, and Messages supports it.",
    rationale: """
      A sticker stays in its conversation. An animation with a fixed number of plays has usually \
      stopped by the time someone scrolls back to it. A GIF states how often it repeats after the \
      first play, and an APNG how often it plays.
      """,
    fix: "Set the number of plays to 0 (forever), unless the animation should stop.",
    repair: .loopForever,
    source: "PNG Third Edition, 11.3.6.1 (num_plays); Netscape's application extension; WebKit,"
      + " ImageDecoderCG::repetitionCount; Chromium, issue 592735; Firefox, bug 1255497",
    isSharedByPack: true,
    examples: [
      .fails("3 plays", Sketch(.breathing(), plays: 3)),
      .fails(
        "A GIF that repeats twice, which are 3 plays",
        Sketch(.breathing(), plays: 3, format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes("Loops forever", Sketch(.breathing(), plays: 0)),
    ],
    check: .image { image, _ in
      guard image.isAnimated, case .times(let plays) = image.container.loop else { return nil }
      let times = plays == 1 ? "once" : "\(Text.number(plays)) times"
      return Violation(
        "The animation plays \(times) and then stops.",
        measured: Quantity(plays, .value), limit: Quantity(0, .value))
    })
}
