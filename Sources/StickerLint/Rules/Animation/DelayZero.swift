extension Rule {
  static let delayZero = Rule(
    id: "delay-zero",
    title: "Frame delay is 0",
    category: .animation, severity: .warning,
    severityReason: "Users see the animation at a speed that depends on the viewer.",
    rationale: """
      A delay of 0 means "as quickly as possible", which viewers play differently: most wait 100 \
      ms, Apple's decoder at least 50 ms (APNG) or 100 ms (GIF).
      """,
    fix: "Set the intended delay for every frame.",
    repair: .raiseDelays,
    source:
      "PNG Third Edition, 11.3.6.2; GIF89a, 23; WebKit, Chromium and Firefox: delays of up"
      + " to 10 ms play as 100 ms",
    isSharedByPack: true,
    examples: [
      .fails("A delay of 0 ms", Sketch(.breathing(milliseconds: 0))),
      .passes("A delay of 100 ms", Sketch(.breathing(milliseconds: 100))),
    ],
    check: .image { image, _ in
      image.delayViolation("Viewers play the animation at different speeds") { $0 == 0 }
    })
}
