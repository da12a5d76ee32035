internal import Basics

extension Rule {
  static let delayTooShort = Rule(
    id: "delay-too-short",
    title: "Frame delay is 10 ms or less",
    category: .animation, severity: .warning,
    severityReason: "Users see the animation play several times slower than intended.",
    rationale: """
      Viewers treat delays of up to 10 ms as a mistake and wait 100 ms instead, so the animation \
      plays far slower than intended.
      """,
    fix: "Use delays of at least 50 ms in APNG, 100 ms in GIF.",
    repair: .raiseDelays,
    source: "WebKit, Chromium and Firefox: delays of up to 10 ms play as 100 ms",
    isSharedByPack: true,
    examples: [
      .fails("A delay of 10 ms", Sketch(.breathing(milliseconds: 10))),
      .passes(
        "A delay of 50 ms, the minimum of Apple's decoder", Sketch(.breathing(milliseconds: 50))),
    ],
    check: .image { image, pack in
      let delays = pack.destination.playedDelays
      let (mistake, played) = (delays.longestMistake, delays.replacement)
      let seen =
        "The animation plays too slowly, because viewers play delays of up to"
        + " \(Text.milliseconds(mistake)) as \(Text.milliseconds(played))"
      let shortest = delays.shortest[image.format]
      return image.delayViolation(
        seen, limit: mistake,
        fix: shortest.map { "Use delays of at least \(Text.milliseconds($0))." }
      ) { $0 > 0 && $0 <= mistake }
    })
}
