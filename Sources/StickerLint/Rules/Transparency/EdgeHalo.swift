internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// How many of the telling pixels fit by chance lies well below, in real art.
  private static let share = Option(
    "share", "the part of the sampled edge from which on another color in it is a fringe", 60,
    .percent,
    in: 1...100)

  static let edgeHalo = Rule(
    id: "edge-halo",
    title: "The edge has a fringe of an old background",
    category: .transparency, severity: .warning,
    rationale: """
      Art that stood on white or black and was cut out keeps some of that color in its half-transparent \
      edge: a light fringe on dark bubbles, a gray one on light bubbles. Colors that were saved \
      premultiplied look like a black fringe. Edge pixels are compared with the opaque art beside them \
      and with what each background would have made of them; outlines that are meant to be white, and \
      soft shadows, fit neither.
      """,
    fix: "Export from the layered original with a transparent background, or remove the matte"
      + " (\"Defringe\", \"Color to alpha\").",
    source: "stickerpack: edge = art + (1 − alpha) × (matte − art); Porter and Duff, 1984",
    options: [share],
    examples: [
      .fails("A soft edge with white left in it", Sketch(Sketch.Art(matte: 0xFFFFFF))),
      .passes("A soft edge of the art's own color"),
      .passes(
        "A soft edge with white in all but its lower quarter, with 80% allowed",
        Sketch(Sketch.Art(lower: 0x9C5F32, matte: 0xFFFFFF)),
        rules: ["edge-halo": .init(options: ["share": 80])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let fringe = image.picture?.fringe,
        fringe.fringedPixels >= EdgeFringe.leastPixels, fringe.share * 100 >= options[share],
        Double(fringe.fringedPixels) >= Double(fringe.edgePixels) * EdgeFringe.leastOfAll,
        let worst = fringe.worstArea
      else { return [] }
      return [
        Violation(
          "\(Text.percent(fringe.share)) of the sampled edge pixels have \(fringe.matte) in them, on"
            + " average \(Int(fringe.meanDifference.rounded())) of 255 off the art beside them;"
            + " most in the \(Text.area(worst)).",
          measured: Quantity(percent: fringe.share),
          limit: Quantity(options[share], .percent))
      ]
    })
}

extension EdgeFringe {
  /// Fewer are no edge.
  fileprivate static let leastPixels = 32
  /// An outline of another color than the matte's must not be judged by the little that is telling.
  fileprivate static let leastOfAll = 0.2
}
