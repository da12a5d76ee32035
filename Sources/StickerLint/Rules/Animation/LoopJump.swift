internal import Basics
internal import Pixels

extension Rule {
  private static let steps = Option(
    "steps", "the largest allowed step at the restart, as a multiple of the largest other step",
    1.5,
    .value,
    in: 1...1000)
  /// Smaller jumps are not visible.
  private static let change = Option(
    "change", "the smallest change of the canvas at the restart that is reported", 2,
    .percent, in: 0...100)

  static let loopJump = Rule(
    id: "loop-jump",
    title: "Animation jumps when it restarts",
    category: .animation, scope: .everywhere, severity: .info,
    severityReason: "A hard cut can be intended.",
    rationale: """
      The step from the last frame to the first is larger than any other, so the loop jerks each \
      time it restarts; or the art vanishes at the end and pops back. In a rectangle such as a video clip, one \
      step in ten may be larger: cuts between its shots do not hide the jump. A hard cut can be intended.
      """,
    fix: "Let the last frames lead back to the first, or play the frames forward and backward.",
    source:
      "stickerpack: mean difference of 16 × 16 cells, more than 1.5 times that of any other"
      + " step, or of nine in ten in a rectangle; no visible pixel in the last frames, and at least half of the most opaque frame in"
      + " the first",
    options: [steps, change],
    sharedMessage: { stickers, _ in "\(stickers) jump when they start again." },
    examples: [
      .fails("A disc that grows and restarts small", discs([250, 270, 290, 310, 330, 350])),
      .passes("A disc that grows and shrinks", discs([250, 270, 290, 310, 290, 270])),
      .fails(
        "A disc that vanishes for 600 ms at the end",
        Sketch(.breathing(4) + [Sketch.Frame(.nothing, milliseconds: 600)])),
      .passes(
        "A disc that grows, with steps set to 10", discs([250, 270, 290, 310, 330, 350]),
        rules: ["loop-jump": .init(options: ["steps": 10])]),
      .passes(
        "A disc that grows, with change set to 50%", discs([250, 270, 290, 310, 330, 350]),
        rules: ["loop-jump": .init(options: ["change": 50])]),
    ],
    check: .image { image, pack, options in
      guard image.isDecoded, let motion = image.motion, image.container.loop?.repeats == true,
        image.frames.count >= MotionFacts.minimumFrames
      else { return nil }
      let seam = [image.frameAlpha.count, 1].map { FindingRegion(frame: $0) }
      if let gap = image.gapBeforeRestart(pack.destination) {
        return Violation(
          "The art vanishes for \(Text.milliseconds(gap)) before the animation starts again.",
          in: seam, measured: Quantity(gap, .milliseconds), limit: Quantity(0, .milliseconds))
      }
      let limit = Double(image.isBox ? motion.usualStep : motion.largestStep) * options[steps]
      guard Double(motion.seam) * 100 >= options[change], Double(motion.seam) > limit else {
        return nil
      }
      return Violation(
        "The animation jumps when it starts again.",
        in: seam, measured: Quantity(percent: Double(motion.seam)),
        limit: Quantity(percent: limit))
    })

  private static func discs(_ widths: [Int]) -> Sketch {
    Sketch(widths.map { Sketch.Frame(Sketch.Art(width: $0)) })
  }
}

extension ImageFacts {
  /// Returns the time that the animation shows nothing at its end, in milliseconds as played, if it does so only there
  /// and begins with most of its art; nil otherwise. Art that blinks or fades in is intended.
  fileprivate func gapBeforeRestart(_ destination: Destination) -> Double? {
    let shown = frameAlpha.prefix { $0.visible > 0 }
    let blank = frameAlpha[shown.count...]
    guard let first = shown.first, let fullest = shown.map({ $0.opacity }).max(),
      first.opacity * 2 >= fullest, !blank.isEmpty, blank.allSatisfy({ $0.visible == 0 })
    else { return nil }
    return frames[blank.indices].reduce(0) {
      $0 + destination.played($1.delay.milliseconds, in: format)
    }
  }
}

extension MotionFacts {
  /// Fewer frames alternate between states and show no continuous motion.
  fileprivate static let minimumFrames = 4
}
