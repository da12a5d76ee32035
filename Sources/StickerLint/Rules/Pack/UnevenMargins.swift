internal import Basics
internal import ImageContainers
internal import Pixels

extension Rule {
  /// One of several stickers looks small from 25% on (Tests/Measurements/RuleQuality.md).
  private static let size = Option(
    "size",
    "the difference from the usual size that is always allowed, as a share of the larger",
    23, .percent, in: 0...100)
  private static let gap = Option(
    "gap",
    "the smallest difference between two groups of sizes without a size in between, as a share of the"
      + " larger",
    8, .percent, in: 0...100)

  static let unevenMargins = Rule(
    id: "uneven-margins",
    title: "Art size differs from the rest of the pack",
    category: .pack, severity: .info,
    severityReason: "Different sizes can be intended, such as for large and small characters.",
    rationale: """
      Stickers that fill their canvases equally, measured by the longer side of the art, look even \
      in the grid. Sizes without a gap of 8% between them are one group. A sticker is reported when it \
      is outside of the group of most stickers and differs from that group's median by more than 23% of the \
      larger one. A pack whose sizes vary gradually, or in which more than a third stands apart, has no \
      usual size. Packs with fewer than four stickers and opaque stickers are not compared.
      """,
    fix: "Scale the art to fill as much of its canvas as in the other stickers.",
    source: "stickerpack",
    options: [size, gap],
    examples: [
      .fails("Art of 260 px, 24% less than the 343 px of the others", discs([nil, nil, nil, 260])),
      .passes("Art of 268 px, 22% less than the others", discs([nil, nil, nil, 268])),
      .passes(
        "Art of 260 px, with size set to 30%", discs([nil, nil, nil, 260]),
        rules: ["uneven-margins": .init(options: ["size": 30])]),
      .passes(
        "Art of 290, 310, 332 and 343 px: sizes vary gradually", discs([nil, 332, 310, 290])),
      .fails("Art of 250 px beside art of 322 to 365 px", discs([nil, 365, 322, 250])),
      .passes(
        "The same, with gap set to 23%", discs([nil, 365, 322, 250]),
        rules: ["uneven-margins": .init(options: ["gap": 23])]),
      .passes("Two discs of 343 px and two of 250 px", discs([nil, nil, 250, 250])),
    ],
    check: .pack { pack, options in
      guard pack.source.kind != .files else { return [] }
      let fills = pack.assets.compactMap {
        asset -> (file: FilePath, area: PixelRect?, fill: Double)? in
        guard let image = asset.image, let fill = image.artShare else { return nil }
        return (asset.source.shownPath, image.artArea, fill)
      }
      guard fills.count >= 4,
        let usual = usualSizes(of: fills.map({ $0.fill }).sorted(), gap: options[gap] / 100)
      else { return [] }
      let median = usual[usual.startIndex + usual.count / 2]
      let most = options[size] / 100
      return fills.filter {
        !usual.contains($0.fill) && difference($0.fill, median) > most
      }.map { file, area, fill in
        Violation(
          "The art looks \(fill < median ? "smaller" : "larger") than in the rest of the pack: it fills"
            + " \(Text.percent(fill)) of its canvas, and in most stickers about \(Text.percent(median)).",
          in: [FindingRegion(area)],
          measured: Quantity(percent: fill), limit: Quantity(percent: median), file: file)
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

  /// Returns the share by which the smaller of two sizes is smaller, 0 to 1. Sizes are more than 0.
  private static func difference(_ one: Double, _ other: Double) -> Double {
    1 - min(one, other) / max(one, other)
  }

  /// Returns the largest group of some sorted sizes; nil if more than a third are outside of it, as in a pack that has two
  /// sizes on purpose.
  private static func usualSizes(of sizes: [Double], gap: Double) -> ArraySlice<Double>? {
    let starts = sizes.indices.filter { $0 == 0 || difference(sizes[$0 - 1], sizes[$0]) >= gap }
    let groups = zip(starts, starts.dropFirst() + [sizes.count]).map { sizes[$0..<$1] }
    guard let largest = groups.max(by: { $0.count < $1.count }),
      largest.count * 3 >= sizes.count * 2
    else { return nil }
    return largest
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
