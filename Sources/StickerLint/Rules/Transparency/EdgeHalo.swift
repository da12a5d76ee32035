internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// In clean art, far fewer pixels match a matte by chance.
  private static let share = Option(
    "share", "the smallest share of the sampled edge pixels with matte color that is reported", 60,
    .percent, in: 1...100)

  static let edgeHalo = Rule(
    id: "edge-halo",
    title: "Light or dark halo around the art",
    category: .transparency, severity: .warning,
    severityReason: "Users see a light or dark rim around the art.",
    rationale: """
      Art that was cut out of a white or black background keeps some of that color in its \
      semi-transparent edge: a light halo on dark bubbles, a dark one on light bubbles. Colors \
      that were saved premultiplied look like a black halo. Outlines that are meant to be white \
      and soft shadows are not reported.
      """,
    fix:
      "Export the layered original with a transparent background, or remove the matte"
      + " (\"Defringe\", \"Color to Alpha\").",
    source: "stickerpack: edge = art + (1 − alpha) × (matte − art); Porter and Duff, 1984",
    options: [share],
    examples: [
      .fails("A soft edge that contains white", Sketch(Sketch.Art(matte: 0xFFFFFF))),
      .passes("A soft edge in the color of the art"),
      .passes(
        "A soft edge that contains white except in its lower quarter, with share set to 80%",
        Sketch(Sketch.Art(lower: 0x9C5F32, matte: 0xFFFFFF)),
        rules: ["edge-halo": .init(options: ["share": 80])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let fringe = image.picture?.fringe,
        fringe.fringedPixels >= EdgeFringe.minimumPixels, fringe.share * 100 >= options[share],
        Double(fringe.fringedPixels) >= Double(fringe.edgePixels) * EdgeFringe.minimumShareOfEdge,
        let worst = fringe.worstArea
      else { return [] }
      return [
        Violation(
          "\(Text.percent(fringe.share)) of the sampled edge pixels contain \(fringe.matte)"
            + " (limit: \(Text.number(options[share]))%); they differ from the art next to them by"
            + " \(Int(fringe.meanDifference.rounded())) of 255 on average, most in"
            + " \(Text.area(worst)).",
          measured: Quantity(percent: fringe.share),
          limit: Quantity(options[share], .percent))
      ]
    })
}

extension EdgeFringe {
  /// The smallest number of pixels with matte color that is reported.
  fileprivate static let minimumPixels = 32
  /// The smallest share of all edge pixels with matte color that is reported: where few pixels can
  /// show a matte, as in an outline of its color, they say nothing about the rest.
  fileprivate static let minimumShareOfEdge = 0.2
}
