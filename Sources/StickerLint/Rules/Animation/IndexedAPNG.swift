internal import Basics

extension Rule {
  static let indexedAPNG = Rule(
    id: "indexed-apng",
    title: "Animated PNG uses a palette",
    category: .animation, severity: .info,
    severityReason: "Such stickers are shipped and work; few versions and apps have problems.",
    rationale: """
      A palette keeps files small, and such stickers are shipped. But iOS 17 decoded indexed PNGs \
      with wrong alpha, some apps do not animate them, and flicker was reported up to iOS 18.3.
      """,
    fix:
      "Test the sticker on the oldest iOS version that you support, or export RGBA if the"
      + " size limit allows.",
    source: "SDWebImage issues 3605, 3634, 3697 and 3791; Signal-iOS issue 4611",
    isSharedByPack: true,
    examples: [
      .fails("Frames with a palette", Sketch(.breathing(), coding: .palette)),
      .passes("Frames in RGBA", Sketch(.breathing())),
      .passes("A still with a palette", Sketch(coding: .palette)),
    ],
    check: .image { image, _ in
      guard let colors = image.paletteColorCount else { return nil }
      return Violation(
        "iOS 17 and some apps show animations with a palette wrongly; this one has \(Text.count(colors, "color"))."
      )
    })
}

extension ImageFacts {
  /// The number of colors in the palette of an animated PNG; nil for any other image.
  var paletteColorCount: Int? {
    guard case .png(let png) = container, isAnimated, png.header?.colorType == .indexed else {
      return nil
    }
    return (png.palette?.count ?? 0) / 3
  }
}
