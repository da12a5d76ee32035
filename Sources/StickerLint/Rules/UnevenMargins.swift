internal import ImageContainers
internal import Pixels
internal import StickerModel

extension Rule {
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
    check: .pack { pack in
      guard pack.source.kind != .files else { return [] }
      let fills = pack.assets.compactMap { asset -> (file: String, fill: Double)? in
        guard let image = asset.image, let fill = image.artShare else { return nil }
        return (asset.source.displayPath, fill)
      }
      guard fills.count >= 4, let usual = median(fills.map(\.fill)),
        let deviation = median(fills.map { abs($0.fill - usual) })
      else { return [] }
      let most = max(ArtExtent.leastOff, ArtExtent.leastDeviations * 1.4826 * deviation)
      return fills.filter { abs($0.fill - usual) > most }.map { file, fill in
        Violation(
          "The art fills \(Text.percent(fill)) of its canvas’s side; the pack’s median is"
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

extension ArtExtent {
  /// Less is not seen in a grid.
  fileprivate static let leastOff = 0.15
  fileprivate static let leastDeviations = 3.5
}
