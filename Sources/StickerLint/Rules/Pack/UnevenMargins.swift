internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// Less is not seen in a grid.
  private static let points = Option(
    "points", "the percentage points by which art may always be off the pack's median", 15,
    .percent, in: 0...100)
  private static let deviations = Option(
    "deviations", "how many times as far off as usual in the pack art may be", 3.5, .value,
    in: 0...100)

  static let unevenMargins = Rule(
    id: "uneven-margins",
    title: "The art is much larger or smaller than in the rest of the pack",
    category: .pack, severity: .info,
    rationale: """
      In the browser's grid a pack looks even when its stickers fill their canvases about equally. What \
      counts is the longer side of the art's rectangle. A sticker stands out when it is 15 percentage \
      points off the pack's median and 3.5 times as far as is usual in the pack (the median deviation, \
      scaled to a standard deviation). Packs of fewer than four stickers are not compared, nor are \
      pictures without transparency.
      """,
    fix: "Scale the art so that it fills as much of its canvas as the others.",
    source: "stickerpack; Iglewicz and Hoaglin, 1993, for 3.5",
    options: [points, deviations],
    examples: [
      .fails(
        "Art of 278 px, 16 percentage points of the canvas under the others' 343 px",
        [
          .sticker("hello.png"), .sticker("hug.png", Sketch(.other(1))),
          .sticker("wink.png", Sketch(.other(2))),
          .sticker("tiny.png", Sketch(Sketch.Art(width: 278, fill: 0x8A4FA3))),
        ]),
      .passes(
        "Art of 282 px, 14.9 percentage points under the others'",
        [
          .sticker("hello.png"), .sticker("hug.png", Sketch(.other(1))),
          .sticker("wink.png", Sketch(.other(2))),
          .sticker("tiny.png", Sketch(Sketch.Art(width: 282, fill: 0x8A4FA3))),
        ]),
      .passes(
        "Art of 278 px, with 20 percentage points allowed",
        [
          .sticker("hello.png"), .sticker("hug.png", Sketch(.other(1))),
          .sticker("wink.png", Sketch(.other(2))),
          .sticker("tiny.png", Sketch(Sketch.Art(width: 278, fill: 0x8A4FA3))),
        ],
        rules: ["uneven-margins": .init(options: ["points": 20])]),
      .passes(
        "Art of 250, 300, 343 and 400 px, where such differences are usual",
        [
          .sticker("hello.png"),
          .sticker("hug.png", Sketch(Sketch.Art(width: 400, fill: 0xC8402E))),
          .sticker("wink.png", Sketch(Sketch.Art(width: 300, fill: 0x3F7A4D))),
          .sticker("tiny.png", Sketch(Sketch.Art(width: 250, fill: 0x8A4FA3))),
        ]),
      .fails(
        "The same, with half of the usual difference allowed",
        [
          .sticker("hello.png"),
          .sticker("hug.png", Sketch(Sketch.Art(width: 400, fill: 0xC8402E))),
          .sticker("wink.png", Sketch(Sketch.Art(width: 300, fill: 0x3F7A4D))),
          .sticker("tiny.png", Sketch(Sketch.Art(width: 250, fill: 0x8A4FA3))),
        ],
        rules: ["uneven-margins": .init(options: ["deviations": 0.5])]),
    ],
    check: .pack { pack, options in
      guard pack.source.kind != .files else { return [] }
      let fills = pack.assets.compactMap { asset -> (file: String, fill: Double)? in
        guard let image = asset.image, let fill = image.artShare else { return nil }
        return (asset.source.displayPath, fill)
      }
      guard fills.count >= 4, let usual = median(fills.map(\.fill)),
        let deviation = median(fills.map { abs($0.fill - usual) })
      else { return [] }
      let most = max(options[points] / 100, options[deviations] * 1.4826 * deviation)
      return fills.filter { abs($0.fill - usual) > most }.map { file, fill in
        Violation(
          "The art fills \(Text.percent(fill)) of its canvas's side; the pack's median is"
            + " \(Text.percent(usual)), and \(Int((most * 100).rounded())) percentage points more or"
            + " less are the limit.",
          measured: Quantity(percent: fill), limit: Quantity(percent: usual), file: file)
      }
    })

  /// The upper one of two in the middle.
  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}

extension ImageFacts {
  /// The longer side of the art's rectangle as a share of its canvas, 0 to 1; nil without transparency.
  fileprivate var artShare: Double? {
    guard isDecoded, let area = picture?.extent.area, let canvas, canvas.width > 0,
      canvas.height > 0, frameAlpha.contains(where: { $0.opaque < $0.total })
    else { return nil }
    return max(
      Double(area.width) / Double(canvas.width), Double(area.height) / Double(canvas.height))
  }
}
