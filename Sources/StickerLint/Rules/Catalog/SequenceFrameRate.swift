internal import Basics

extension Rule {
  static let sequenceFrameRate = Rule(
    id: "sequence-frame-rate",
    title: "Frame rate is too high",
    category: .catalog, severity: .warning,
    severityReason: "Users see the animation play slower than intended.",
    rationale: """
      Xcode converts a sequence to an animated image. Apple's ImageIO reports no APNG delay under 50 \
      ms, so viewers that rely on it play a faster sequence too slowly.
      """,
    fix: "Use at most 20 frames per second.",
    source: "Apple, kCGImagePropertyAPNGDelayTime: never less than 50 ms",
    examples: [
      .fails("21 frames per second", .sequence(duration: 21)),
      .passes("20 frames per second", .sequence(duration: 20)),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        let least = 50.0
        guard let delay = sequence.source.delayMilliseconds, delay < least else { return nil }
        return Violation(
          "Some viewers play the sequence too slowly: each frame is shown for \(Text.milliseconds(delay)) (minimum: \(Text.milliseconds(least))).",
          at: sequence.source.durationPlace, measured: Quantity(delay, .milliseconds),
          limit: Quantity(least, .milliseconds), file: sequence.source.contents.displayPath)
      }
    })
}
