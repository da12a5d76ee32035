internal import ImageContainers

extension Rule {
  static let indexedAPNG = Rule(
    id: "indexed-apng",
    title: "The animated PNG has a palette",
    category: .animation, severity: .info,
    rationale: """
      A palette makes small files, and such stickers are shipped. But iOS 17 decoded indexed PNGs with \
      wrong alpha, apps that show stickers have played no APNG with a palette, and flicker was reported. \
      Look at the sticker on the oldest iOS that you support.
      """,
    fix: "Export RGBA where the bytes allow it, or try the sticker on devices.",
    source: "SDWebImage issues 3605, 3634 and 3791; Signal-iOS issue 4611",
    examples: [
      .fails("Frames with a palette", Sketch(.breathing(), coding: .palette)),
      .passes("Frames in RGBA", Sketch(.breathing())),
      .passes("A still with a palette", Sketch(coding: .palette)),
    ],
    check: .image { image, _ in
      guard case .png(let png) = image.container, image.isAnimated,
        png.header?.colorType == .indexed
      else { return [] }
      return [Violation("The frames are indices into \(Text.count(png.colorCount, "color")).")]
    })
}

extension PNGContainer {
  fileprivate var colorCount: Int { (palette?.count ?? 0) / 3 }
}
