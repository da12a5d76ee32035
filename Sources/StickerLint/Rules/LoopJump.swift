internal import ImageContainers

extension Rule {
  static let loopJump = Rule(
    id: "loop-jump",
    title: "The animation jumps where it begins again",
    category: .animation, severity: .info,
    rationale: """
      The step from the last frame to the first is far larger than any other, so a loop that should flow \
      jerks once in each round. A cut may be meant, so this is only worth a look.
      """,
    fix: "Let the last frames lead back to the first, or play the frames forth and back.",
    source: "stickerpack: mean difference of 16 × 16 cells, three times that of any other step",
    examples: [
      .fails(
        "A disc that grows, and starts small again",
        Sketch([250, 270, 290, 310, 330, 350].map { Sketch.Frame(Sketch.Art(width: $0)) })),
      .passes(
        "A disc that grows and shrinks",
        Sketch([250, 270, 290, 310, 290, 270].map { Sketch.Frame(Sketch.Art(width: $0)) })),
    ],
    check: .image { image, _ in
      guard image.isDecoded, let motion = image.motion, image.container.loop?.repeats == true,
        image.frames.count >= MotionFacts.leastFrames, motion.seam >= MotionFacts.leastSeam,
        motion.seam > motion.largestStep * MotionFacts.mostSteps
      else { return [] }
      return [
        Violation(
          "From the last frame to the first, the canvas changes by"
            + " \(Text.percent(Double(motion.seam))); no other step changes it by more than"
            + " \(Text.percent(Double(motion.largestStep))).",
          measured: Quantity(percent: Double(motion.seam)),
          limit: Quantity(percent: Double(motion.largestStep * MotionFacts.mostSteps)))
      ]
    })
}

extension MotionFacts {
  /// Fewer frames are states rather than a movement.
  fileprivate static let leastFrames = 4
  /// Smaller jumps are not seen.
  fileprivate static let leastSeam: Float = 0.02
  /// How many times the largest step the seam may be.
  fileprivate static let mostSteps: Float = 3
}
