internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let delayClamped = Rule(
    id: "delay-clamped",
    title: "A frame's delay is shorter than Apple's decoder plays",
    category: .animation, severity: .warning,
    rationale: """
      Apple's ImageIO never reports a delay under 50 ms for an APNG or under 100 ms for a GIF. A viewer \
      that goes by it plays faster animations too slowly.
      """,
    fix: "Draw for 20 frames a second at most in an APNG, 10 in a GIF.",
    source: "Apple, kCGImagePropertyAPNGDelayTime: never less than 50 ms;"
      + " kCGImagePropertyGIFDelayTime: never less than 100 ms",
    examples: [
      .fails("49 ms in an APNG", Sketch(.breathing(milliseconds: 49))),
      .passes("50 ms in an APNG", Sketch(.breathing(milliseconds: 50))),
      .fails(
        "90 ms in a GIF", Sketch(.breathing(milliseconds: 90), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes(
        "100 ms in a GIF", Sketch(.breathing(milliseconds: 100), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
    ],
    check: .image { image, _ in
      let least = image.format == .gif ? 100.0 : 50.0
      let consequence = "\(Text.milliseconds(least)) is the shortest that Apple's decoder plays"
      return image.delayViolations(limit: least, consequence) { $0 > 10 && $0 < least }
    })
}
