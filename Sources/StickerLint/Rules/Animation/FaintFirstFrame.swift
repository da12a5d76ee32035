internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// Small beginnings that tell what will come show more.
  private static let share = Option(
    "share", "the least that the first frame shows of what the middle one of all does", 10,
    .percent, in: 0...100)

  static let faintFirstFrame = Rule(
    id: "faint-first-frame",
    title: "The first frame is nearly blank",
    category: .animation, severity: .warning,
    rationale: """
      Everything that does not animate shows one image: the static one, which in most files is the first \
      frame. Where an animation fades or grows in, that image shows next to nothing of the sticker.
      """,
    fix: "Begin with a full picture; put the fade-in at the end of the loop.",
    source: "PNG Third Edition, 4.9; stickerpack: a tenth of what half of the frames show",
    options: [share],
    examples: [
      .fails(
        "A bar of 343 × 25 px, then a disc",
        Sketch([
          Sketch.Frame(
            Sketch.Art(shape: .box, width: 343, height: 25), milliseconds: 500),
          Sketch.Frame(.disc, milliseconds: 500),
          Sketch.Frame(Sketch.Art(width: 335), milliseconds: 500),
        ])),
      .passes(
        "A bar of 343 × 26 px, a tenth of the disc",
        Sketch([
          Sketch.Frame(
            Sketch.Art(shape: .box, width: 343, height: 26), milliseconds: 500),
          Sketch.Frame(.disc, milliseconds: 500),
          Sketch.Frame(Sketch.Art(width: 335), milliseconds: 500),
        ])),
      .passes(
        "A bar of 343 × 25 px, with 9% allowed",
        Sketch([
          Sketch.Frame(
            Sketch.Art(shape: .box, width: 343, height: 25), milliseconds: 500),
          Sketch.Frame(.disc, milliseconds: 500),
          Sketch.Frame(Sketch.Art(width: 335), milliseconds: 500),
        ]),
        rules: ["faint-first-frame": .init(options: ["share": 9])]),
    ],
    check: .image { image, _, options in
      let least = options[share] / 100
      guard image.isAnimated, image.isDecoded,
        let still = image.hiddenAlpha ?? image.frameAlpha.first
      else { return [] }
      // A first frame that shows nothing at all has a rule of its own.
      guard image.hiddenAlpha != nil || still.visible > 0 else { return [] }
      let usual = image.frameAlpha.map(\.opacity).sorted()[image.frameAlpha.count / 2]
      guard usual > 0, still.opacity < usual * least else { return [] }
      let name = image.hiddenAlpha == nil ? "first frame" : "static image"
      return [
        Violation(
          "The \(name) shows \(Text.percent(still.opacity / usual)) of what the middle one of all"
            + " frames shows; \(Text.percent(least)) is the limit.",
          at: image.frames.first.map { Place("frame 1", offset: $0.offset) },
          measured: Quantity(percent: still.opacity / usual),
          limit: Quantity(percent: least))
      ]
    })
}
