internal import Basics

extension Rule {
  private static let ratio = Option(
    "ratio", "how many times as long as the others the longer frames must be shown", 1.25, .value,
    in: 1...4)

  static let unevenCadence = Rule(
    id: "uneven-cadence",
    title: "Frames are shown for uneven lengths",
    category: .animation, severity: .info,
    severityReason: "Few viewers notice it in a small sticker.",
    rationale: """
      Every second to eighth frame is shown longer than the others, at regular intervals. This is \
      the pattern of a frame rate conversion that dropped or repeated frames, and even motion \
      stutters. Pauses, a held last frame and gradual changes of speed are not reported. Lengths \
      are those that ImageIO plays, and repeated frames are added up.
      """,
    fix: "Render the animation again at its final frame rate, instead of converting it.",
    source: "stickerpack: the ratio of two lengths that alternate regularly",
    options: [ratio],
    examples: [
      .fails("Every third frame of 9 is shown for 200 ms instead of 100 ms", juddering),
      .passes("9 frames of 100 ms", Sketch(.breathing(9))),
      .passes(
        "Every third frame is shown twice as long, with ratio set to 2.5", juddering,
        rules: ["uneven-cadence": .init(options: ["ratio": 2.5])]),
    ],
    check: .image { image, pack, options in
      guard image.isDecoded, let motion = image.motion,
        let cadence = Cadence(
          of: image.heldMilliseconds(motion) { pack.destination.played($0, in: image.format) }),
        cadence.ratio >= options[ratio]
      else { return nil }
      return Violation(
        "The animation stutters: at regular intervals, \(Text.number(cadence.longFrames)) of"
          + " \(Text.count(cadence.frames, "frame")) are shown for \(Text.milliseconds(cadence.long)) instead"
          + " of \(Text.milliseconds(cadence.short)).",
        measured: Quantity(cadence.ratio, .value), limit: Quantity(options[ratio], .value))
    })

  private static let juddering = Sketch(
    [Sketch.Frame].breathing(9).enumerated().map { index, frame in
      Sketch.Frame(frame.art, milliseconds: index % 3 == 2 ? 200 : 100)
    })
}

extension ImageFacts {
  /// Returns the time that each canvas is shown until it changes, in milliseconds.
  ///
  /// - Parameter length: returns the time that a frame with a stored delay is shown, both in milliseconds.
  func heldMilliseconds(_ motion: MotionFacts, _ length: (Double) -> Double) -> [Double] {
    let repeated = Set(motion.repeatedFrames)
    return frames.prefix(frameAlpha.count).enumerated().reduce(into: []) { held, frame in
      let delay = length(frame.element.delay.milliseconds)
      if repeated.contains(frame.offset) {
        held[held.count - 1] += delay
      } else {
        held.append(delay)
      }
    }
  }
}

/// Two lengths that alternate at regular intervals.
private struct Cadence {
  /// The lengths in milliseconds.
  var short: Double
  var long: Double
  /// The number of frames of the long length.
  var longFrames: Int
  /// The number of frames without pauses.
  var frames: Int

  /// The long length as a multiple of the short one, in hundredths.
  var ratio: Double { (long / short * 100).rounded() / 100 }

  /// Fewer frames are too short for a rhythm.
  private static let minimumFrames = 8
  /// Frames that are held longer than this multiple of the median are pauses.
  private static let pause = 3.5
  /// Conversions between usual rates change at least every eighth frame: 24 from 30 every fourth, 25
  /// from 30 every fifth, 50 from 60 every fifth.
  private static let largestInterval = 8
  /// Delays are rounded to hundredths of a second in a GIF, often to milliseconds in an APNG.
  private static let tolerance = 0.05

  /// Nil if the frames are even, or uneven in another way.
  init?(of held: [Double]) {
    guard held.count >= Self.minimumFrames else { return nil }
    let limit = held.sorted()[held.count / 2] * Self.pause
    let played = held.filter { $0 <= limit }
    guard played.count >= Self.minimumFrames, let short = played.min(), let long = played.max()
    else { return nil }
    func isNear(_ length: Double, _ other: Double) -> Bool {
      abs(length - other) <= other * Self.tolerance
    }
    let isLong = played.map { isNear($0, long) }
    guard !isNear(long, short), zip(played, isLong).allSatisfy({ $1 || isNear($0, short) })
    else { return nil }
    self.short = short
    self.long = long
    longFrames = isLong.count { $0 }
    frames = played.count
    // A conversion distributes the rarer length as evenly as whole frames allow.
    let rare = played.indices.filter { isLong[$0] == (longFrames * 2 <= frames) }
    let intervals = zip(rare, rare.dropFirst()).map { $1 - $0 }
    guard let first = rare.first, let last = rare.last, let least = intervals.min(),
      let most = intervals.max(), most - least <= 1, most <= Self.largestInterval,
      first <= most, played.count - 1 - last <= most, intervals.count >= 2
    else { return nil }
  }
}
