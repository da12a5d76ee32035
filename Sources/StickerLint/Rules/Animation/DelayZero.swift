extension Rule {
  static let delayZero = Rule(
    id: "delay-zero",
    title: "A frame has a delay of 0",
    category: .animation, severity: .warning,
    rationale: """
      0 means "as quickly as possible", which every viewer takes in its own way: most wait 100 ms, \
      Apple's decoder at least 50 ms (APNG) or 100 ms (GIF).
      """,
    fix: "Give every frame the delay that it should have.",
    source:
      "PNG Third Edition, 11.3.6.2; GIF89a, 23; WebKit, Chromium and Firefox: up to 10 ms reads"
      + " as 100 ms",
    examples: [
      .fails("0 ms", Sketch(.breathing(milliseconds: 0))),
      .passes("100 ms", Sketch(.breathing(milliseconds: 100))),
    ],
    check: .image { image, _ in
      image.delayViolations("every viewer plays that at a speed of its own") { $0 == 0 }
    })
}
