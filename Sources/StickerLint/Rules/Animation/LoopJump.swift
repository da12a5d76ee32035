internal import ImageContainers
internal import StickerPacks

extension Rule {
  private static let steps = Option(
    "steps", "how many times the largest step the one from last to first may be", 3, .value,
    in: 1...1000)
  /// Smaller jumps are not seen.
  private static let change = Option(
    "change", "the change of the canvas below which no jump is seen", 2,
    .percent, in: 0...100)

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
    options: [steps, change],
    examples: [
      .fails(
        "A disc that grows, and starts small again",
        Sketch([250, 270, 290, 310, 330, 350].map { Sketch.Frame(Sketch.Art(width: $0)) })),
      .passes(
        "A disc that grows and shrinks",
        Sketch([250, 270, 290, 310, 290, 270].map { Sketch.Frame(Sketch.Art(width: $0)) })),
      .passes(
        "A disc that grows, with 10 times the largest step allowed",
        Sketch([250, 270, 290, 310, 330, 350].map { Sketch.Frame(Sketch.Art(width: $0)) }),
        rules: ["loop-jump": .init(options: ["steps": 10])]),
      .passes(
        "A disc that grows, with changes of up to 50% allowed",
        Sketch([250, 270, 290, 310, 330, 350].map { Sketch.Frame(Sketch.Art(width: $0)) }),
        rules: ["loop-jump": .init(options: ["change": 50])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let motion = image.motion, image.container.loop?.repeats == true,
        image.frames.count >= MotionFacts.leastFrames, Double(motion.seam) * 100 >= options[change]
      else { return [] }
      let limit = Double(motion.largestStep) * options[steps]
      guard Double(motion.seam) > limit else { return [] }
      return [
        Violation(
          "From the last frame to the first, the canvas changes by"
            + " \(Text.percent(Double(motion.seam))); no other step changes it by more than"
            + " \(Text.percent(Double(motion.largestStep))).",
          measured: Quantity(percent: Double(motion.seam)),
          limit: Quantity(percent: limit))
      ]
    })
}

extension MotionFacts {
  /// Fewer frames are states rather than a movement.
  fileprivate static let leastFrames = 4
}
