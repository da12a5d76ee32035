internal import Basics
internal import Pixels

extension Rule {
  private static let share = Option(
    "share", "the smallest share of the fullest frame's art that each frame must show", 20,
    .percent,
    in: 0...100)

  /// The smallest share of the art beside a gap. Art that hides on purpose had 65% or less (public packs).
  private static let sudden = 0.8

  static let nearEmptyFrame = Rule(
    id: "near-empty-frame",
    title: "A frame in mid-loop is almost empty",
    category: .animation, severity: .info,
    severityReason: "A single blink can be intended.",
    rationale: """
      The art vanishes in the middle of the loop and comes back at once, as when a frame was exported \
      without its layers. The frames before and after show at least 80% of the fullest frame's art. Art \
      that fades, shrinks or hides in several frames, that vanishes more than once or for more than a quarter of the frames is not reported: it \
      blinks on purpose.
      """,
    fix: "Export the frame again, or remove it and show the one before it for longer.",
    source: "stickerpack: the mean alpha of each canvas",
    options: [share],
    examples: [
      .fails("9 frames, of which the fifth is empty", frames(empty: [4])),
      .passes("9 frames, of which the third and the sixth are empty", frames(empty: [2, 5])),
      .passes("Three frames, of which the second is empty", frames(3, empty: [1])),
      .passes(
        "A disc that shrinks, vanishes and grows again",
        Sketch([343, 340, 250, 0, 250, 340, 341, 342].map { Sketch.Frame(Sketch.Art(width: $0)) }),
        rules: ["loop-jump": .init(level: .off)]),
      .passes(
        "9 frames, of which one is empty, with share set to 0%", frames(empty: [4]),
        rules: ["near-empty-frame": .init(options: ["share": 0])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, image.isAnimated,
        let fullest = image.frameAlpha.map({ $0.opacity }).max()
      else { return nil }
      let opacities = image.frameAlpha.map { $0.opacity / fullest }
      let empty = opacities.indices.filter { opacities[$0] < options[share] / 100 }
      guard let first = empty.first, let last = empty.last, last - first + 1 == empty.count,
        empty.count * 4 <= opacities.count, first > 0, last + 1 < opacities.count,
        min(opacities[first - 1], opacities[last + 1]) >= sudden
      else { return nil }
      let frames =
        empty.count == 1
        ? "frame \(Text.number(first + 1))"
        : "frames \(first + 1) \(empty.count == 2 ? "and" : "to") \(last + 1)"
      return Violation(
        "Almost nothing of the art is left in \(frames), and all of it is back in the next.",
        in: empty.map { FindingRegion(frame: $0 + 1) },
        measured: Quantity(percent: opacities[first]),
        limit: Quantity(percent: options[share] / 100))
    })

  private static func frames(_ count: Int = 9, empty: [Int]) -> Sketch {
    Sketch(
      [Sketch.Frame].breathing(count).enumerated().map {
        empty.contains($0) ? Sketch.Frame(.nothing) : $1
      })
  }
}
