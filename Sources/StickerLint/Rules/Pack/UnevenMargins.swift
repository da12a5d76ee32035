internal import Basics
internal import ImageContainers
internal import Pixels

extension Rule {
  /// One of several stickers looks small from 25% on (Documentation/Measurements/RuleQuality.md).
  private static let size = Option(
    "size",
    "the difference from the pack's median that is always allowed, as a share of the larger",
    23, .percent, in: 0...100)
  private static let deviations = Option(
    "deviations", "the allowed difference from the pack's median, in standard deviations", 3.5,
    .value,
    in: 0...100)

  static let unevenMargins = Rule(
    id: "uneven-margins",
    title: "Art size differs from the rest of the pack",
    category: .pack, severity: .info,
    severityReason: "Different sizes can be intended, such as for large and small characters.",
    rationale: """
      Stickers that fill their canvases equally, measured by the longer side of the art, look even \
      in the grid. A sticker is reported when it differs from the pack's median by more than 23% of \
      the larger one and by more than 3.5 standard deviations (estimated from the median \
      deviation). Packs with fewer than four stickers and opaque stickers are not compared.
      """,
    fix: "Scale the art to fill as much of its canvas as in the other stickers.",
    source: "stickerpack; Iglewicz and Hoaglin, 1993, for 3.5 deviations",
    options: [size, deviations],
    examples: [
      .fails("Art of 260 px, 24% less than the 343 px of the others", discs([nil, nil, nil, 260])),
      .passes("Art of 268 px, 22% less than the others", discs([nil, nil, nil, 268])),
      .passes(
        "Art of 260 px, with size set to 30%", discs([nil, nil, nil, 260]),
        rules: ["uneven-margins": .init(options: ["size": 30])]),
      .passes("Art of 230, 300, 343 and 400 px: all sizes differ", discs([nil, 400, 300, 230])),
      .fails(
        "The same, with 0.5 standard deviations allowed", discs([nil, 400, 300, 230]),
        rules: ["uneven-margins": .init(options: ["deviations": 0.5])]),
    ],
    check: .pack { pack, options in
      guard pack.source.kind != .files else { return [] }
      let fills = pack.assets.compactMap {
        asset -> (file: FilePath, area: PixelRect?, fill: Double)? in
        guard let image = asset.image, let fill = image.artShare else { return nil }
        return (asset.source.shownPath, image.artArea, fill)
      }
      guard fills.count >= 4, let usual = median(fills.map(\.fill)),
        let deviation = median(fills.map { difference($0.fill, usual) })
      else { return [] }
      let most = max(options[size] / 100, options[deviations] * 1.4826 * deviation)
      return fills.filter { difference($0.fill, usual) > most }.map { file, area, fill in
        Violation(
          "The art fills \(Text.percent(fill)) of the canvas side; the pack's median is"
            + " \(Text.percent(usual)) (limit: a difference of \(Text.percent(most)) of the larger).",
          in: [FindingRegion(area)],
          measured: Quantity(percent: fill), limit: Quantity(percent: usual), file: file)
      }
    })

  /// A pack of discs in different colors. Nil is the default width.
  private static func discs(_ widths: [Int?]) -> [Example.File] {
    zip(["hello.png", "hug.png", "wink.png", "tiny.png"], widths).enumerated().map {
      number, sticker in
      var art = Sketch.Art.other(number)
      art.width = sticker.1
      return .sticker(sticker.0, Sketch(art))
    }
  }

  /// How much smaller the smaller of two sizes is, 0 to 1. Sizes are more than 0.
  private static func difference(_ one: Double, _ other: Double) -> Double {
    1 - min(one, other) / max(one, other)
  }

  /// For an even number of values, the upper one of the two in the middle.
  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}

extension ImageFacts {
  /// The longer side of the art as a share of its canvas, 0 to 1; nil without transparency.
  fileprivate var artShare: Double? {
    guard isDecoded, let area = artArea, let canvas, canvas.width > 0,
      canvas.height > 0, frameAlpha.contains(where: { $0.opaque < $0.total })
    else { return nil }
    return max(
      Double(area.width) / Double(canvas.width), Double(area.height) / Double(canvas.height))
  }
}
