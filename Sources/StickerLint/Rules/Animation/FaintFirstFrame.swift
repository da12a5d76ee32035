internal import Pixels

extension Rule {
  /// Animations that start small on purpose show more.
  private static let share = Option(
    "share",
    "the smallest visible area of the first frame, as a share of what a quarter of the frames show",
    25, .percent, in: 0...100)

  static let faintFirstFrame = Rule(
    id: "faint-first-frame",
    title: "First frame is nearly blank",
    category: .animation, severity: .warning,
    severityReason: "Users see almost nothing wherever animations do not play.",
    rationale: """
      Viewers without animation support show one image: the static image, which is usually the \
      first frame. If the animation fades or grows in, that image shows almost nothing of the \
      sticker.
      """,
    fix: "Start with a complete picture, and move the fade-in to the end of the loop.",
    source: "PNG Third Edition, 4.9; stickerpack: 25% of what a quarter of the frames show",
    options: [share],
    examples: [
      .fails("A bar of 343 × 66 px, then a disc", barThenDisc(height: 66)),
      .passes("A bar of 343 × 67 px, 25% of the disc", barThenDisc(height: 67)),
      .passes(
        "A bar of 343 × 66 px, then a disc, with share set to 20%", barThenDisc(height: 66),
        rules: ["faint-first-frame": .init(options: ["share": 20])]),
    ],
    check: .image { image, _, options in
      let minimum = options[share] / 100
      guard image.isAnimated, image.isDecoded,
        let still = image.hiddenAlpha ?? image.frameAlpha.first
      else { return nil }
      // blank-first-frame reports a first frame that is fully transparent.
      guard image.hiddenAlpha != nil || still.visible > 0 else { return nil }
      // The median would be low if the art grows for most of the animation.
      let usual = image.frameAlpha.map { $0.opacity }.sorted()[image.frameAlpha.count * 3 / 4]
      guard usual > 0, still.opacity < usual * minimum else { return nil }
      let name = image.hiddenAlpha == nil ? "first frame" : "static image"
      return Violation(
        "The \(name) is almost empty; Messages shows it while the sticker is still.",
        at: image.frames.first.map { Place("frame 1", offset: $0.offset) },
        // The static image is not a frame.
        in: image.hiddenAlpha == nil ? [FindingRegion(frame: 1)] : [],
        measured: Quantity(percent: still.opacity / usual),
        limit: Quantity(percent: minimum))
    })

  private static func barThenDisc(height: Int) -> Sketch {
    let bar = Sketch.Art(shape: .box, width: 343, height: height)
    return Sketch(
      [bar, .disc, Sketch.Art(width: 335)].map { Sketch.Frame($0, milliseconds: 500) })
  }
}
