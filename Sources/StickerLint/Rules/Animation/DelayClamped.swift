internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let delayClamped = Rule(
    id: "delay-clamped",
    title: "Frame delay is below Apple's minimum",
    category: .animation, severity: .warning,
    severityReason: "Users see the animation play slower than intended.",
    rationale: """
      Apple's ImageIO reports delays of at least 50 ms for APNG and 100 ms for GIF. Viewers that \
      use these values play faster animations too slowly.
      """,
    fix: "Animate at no more than 20 frames per second in APNG, 10 in GIF.",
    source: "Apple, kCGImagePropertyAPNGDelayTime: never less than 50 ms;"
      + " kCGImagePropertyGIFDelayTime: never less than 100 ms",
    isSharedByPack: true,
    examples: [
      .fails("A delay of 49 ms in an APNG", Sketch(.breathing(milliseconds: 49))),
      .passes("A delay of 50 ms in an APNG", Sketch(.breathing(milliseconds: 50))),
      .fails(
        "A delay of 90 ms in a GIF", Sketch(.breathing(milliseconds: 90), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes(
        "A delay of 100 ms in a GIF", Sketch(.breathing(milliseconds: 100), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
    ],
    check: .image { image, _ in
      let minimum = image.format == .gif ? 100.0 : 50.0
      let consequence = "Apple's decoder uses at least \(Text.milliseconds(minimum))"
      return image.delayViolations(limit: minimum, consequence) { $0 > 10 && $0 < minimum }
    })
}
