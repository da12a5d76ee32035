internal import Pixels

extension Rule {
  /// The longer sides of canvases on which a jagged edge is a fault. In smaller ones, three of seven judged GIFs were
  /// called jagged; the others were drawn pixel by pixel, or only have few pixels, which `canvas-too-small` says.
  private static let seenSides = 64...HardEdge.largestSeenSide

  static let gifHardEdges = Rule(
    id: "gif-hard-edges",
    title: "GIF has hard edges",
    category: .transparency, severity: .info,
    severityReason: "Apple supports GIF, and pixel art has hard edges on purpose.",
    rationale: """
      GIF has no partial transparency: each pixel is either opaque or fully transparent. Curves \
      look jagged, and soft edges keep a halo of the color they were drawn on. Pixel art, whose steps are the \
      drawing, is not reported: its outline consists of blocks, or its colors also change in steps inside, on a canvas of up to \
      \(InnerSteps.largestSide) px and without pixels of a color in between. Neither are canvases of less than \(seenSides.lowerBound) px, which show nothing but pixels, \
      and of more than \(seenSides.upperBound) px, whose pixels are not seen.
      """,
    fix: "Export it as PNG, or as APNG (named .png) if it is animated: both have soft edges.",
    source: "Apple, Human Interface Guidelines: \"single-color transparency\"",
    isSharedByPack: true,
    examples: [
      .fails("A GIF animation", Sketch(.breathing(), format: .gif)),
      .passes("The same frames as APNG", Sketch(.breathing())),
      .passes(
        "A GIF of 619 px, whose pixels are small", Sketch(side: 619, format: .gif),
        rules: ["canvas-too-large": .init(level: .off)]),
      .passes(
        "Pixel art", Sketch(Sketch.Art(width: 336, pixels: 16), format: .gif)),
      .passes(
        "A small drawing whose lines have steps inside, too",
        Sketch(Sketch.Art(rim: 0x000000, rimWidth: 8, hasHardEdge: true), side: 160, format: .gif),
        rules: ["canvas-too-small": .init(level: .off)]),
      .passes(
        "A GIF that fills its canvas",
        Sketch(Sketch.Art(shape: .box, backdrop: 0xFFFFFF), format: .gif),
        rules: ["no-transparency": .init(level: .off)]),
    ],
    check: .image { image, pack in
      guard image.isOutlinedGIF, !image.isPixelArt, !pack.isPixelArt, let canvas = image.canvas,
        seenSides.contains(max(canvas.width, canvas.height))
      else { return nil }
      return Violation("The edges look jagged, because a GIF has no partial transparency.")
    })
}

extension ImageFacts {
  /// Whether it is a GIF other than an opaque rectangle, whose edges are straight.
  fileprivate var isOutlinedGIF: Bool { format == .gif && !isBox }

  /// Whether most canvases with an outline are pixel art. A canvas without one, such as a dark room, shows no edges.
  fileprivate var isPixelArt: Bool {
    let outlined = pictures.filter { $0.isPixelArt || $0.hardEdge?.places ?? 0 > 0 }
    return outlined.count { $0.isPixelArt } * 2 > outlined.count
  }
}

extension PackFacts {
  /// Whether two thirds of a pack's GIFs are pixel art. The others are drawn in the same way, with few steps inside.
  fileprivate var isPixelArt: Bool {
    let gifs = assets.lazy.compactMap { $0.image }.filter { $0.isOutlinedGIF }
    let count = gifs.count { $0.isPixelArt }
    return count > 0 && count * 3 >= gifs.count * 2
  }
}
