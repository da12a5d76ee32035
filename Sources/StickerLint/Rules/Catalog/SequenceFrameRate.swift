internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let sequenceFrameRate = Rule(
    id: "sequence-frame-rate",
    title: "A sequence has more frames a second than Apple's decoder plays",
    category: .catalog, severity: .warning,
    rationale: """
      Xcode makes an animated image of a sequence. Apple's ImageIO never reports a delay under 50 ms \
      for an APNG, so a viewer that goes by it plays a faster sequence too slowly.
      """,
    fix: "Use at most 20 frames a second.",
    source: "Apple, kCGImagePropertyAPNGDelayTime: never less than 50 ms",
    examples: [
      .fails(
        "21 frames a second",
        .sequence(
          [Sketch(), Sketch(Sketch.Art(width: 335))],
          properties: #""duration" : 21, "duration-type" : "fps""#)),
      .passes(
        "20 frames a second",
        .sequence(
          [Sketch(), Sketch(Sketch.Art(width: 335))],
          properties: #""duration" : 20, "duration-type" : "fps""#)),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        let least = 50.0
        guard let delay = sequence.source.delayMilliseconds, delay < least else { return nil }
        return Violation(
          "Each frame is shown for \(Text.milliseconds(delay)); \(Text.milliseconds(least)) is the"
            + " shortest that Apple's decoder plays.",
          at: sequence.source.durationPlace, measured: Quantity(delay, .milliseconds),
          limit: Quantity(least, .milliseconds), file: sequence.source.contentsPath)
      }
    })
}
