extension Rule {
  static let delayTooShort = Rule(
    id: "delay-too-short",
    title: "A frame's delay is at most 10 ms",
    category: .animation, severity: .warning,
    rationale: """
      Viewers take a delay of up to 10 ms for a mistake and wait 100 ms instead, so the animation plays \
      ten times slower than it was drawn.
      """,
    fix: "Use delays of 50 ms or more in an APNG, 100 ms or more in a GIF.",
    source: "WebKit, Chromium and Firefox: up to 10 ms reads as 100 ms",
    examples: [
      .fails("10 ms", Sketch(.breathing(milliseconds: 10))),
      .passes("50 ms, the least that Apple's decoder plays", Sketch(.breathing(milliseconds: 50))),
    ],
    check: .image { image, _ in
      image.delayViolations(limit: 10, "up to 10 ms is played as 100 ms") { $0 > 0 && $0 <= 10 }
    })
}
