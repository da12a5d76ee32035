internal import Basics

extension Rule {
  static let delayClamped = Rule(
    id: "delay-clamped",
    title: "Frame delay is below ImageIO's minimum",
    category: .animation, severity: .info,
    severityReason: "Whether Messages plays such animations too slowly is not known.",
    rationale: """
      Apple's ImageIO returns two delays for each frame: the stored one, and one of at least 50 ms \
      in an APNG or 100 ms in a GIF. Apps that use the latter play faster animations too slowly. \
      WebKit and SDWebImage use the stored delay. It is not known which one Messages uses: \
      Apple does not say, and in the only published measurement (iOS 10.2.1 on an iPad), \
      APNGs of 30, 45 and 60 frames per second played 1.5 to 2 times too slowly, but those of 32, \
      48 and 64 as intended. photosensitive-flash uses both delays, low-frame-rate the \
      stored one, and all other rules about time the longer one.
      """,
    fix: "If the speed matters, animate at no more than 20 frames per second in APNG, 10 in GIF.",
    source: "Apple, kCGImagePropertyAPNGDelayTime (never less than 50 ms),"
      + " kCGImagePropertyGIFDelayTime (never less than 100 ms) and their unclamped variants;"
      + " WebKit, ImageDecoderCG::frameDurationAtIndex; SDWebImage, SDImageIOAnimatedCoder;"
      + " Stack Overflow, question 41923687 (measurement in Messages)",
    sharedMessage: { stickers, findings in
      let slowdown = findings.compactMap { finding in
        finding.measured.flatMap { shown in finding.limit.map { 1 - shown.value / $0.value } }
      }.max()
      return "Some apps play \(stickers.lowercased()) up to \(Text.percent(slowdown ?? 0)) slower."
    },
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
    check: .image { image, pack in
      let delays = pack.destination.playedDelays
      let minimum = delays.shortest[image.format] ?? 0
      func total(_ milliseconds: (Double) -> Double) -> Double {
        image.frames.reduce(0) { $0 + milliseconds($1.delay.milliseconds) }
      }
      let played = total { pack.destination.played($0, in: image.format) }
      let slowdown = played > 0 ? 1 - total(pack.destination.unclamped) / played : 0
      return image.delayViolation(
        "Some apps play this \(image.format.name) \(Text.percent(slowdown)) slower, with at least"
          + " \(Text.milliseconds(minimum)) a frame", limit: minimum,
        fix: minimum > 0
          ? "If the speed matters, animate at no more than \(Text.number((1000 / minimum).rounded(.down))) frames per second."
          : nil
      ) { $0 > delays.longestMistake && $0 < minimum }
    })
}
