internal import ImageCodecs
internal import Pixels

extension Rule {
  static let pngHardEdges = Rule(
    id: "png-hard-edges",
    title: "PNG has hard edges",
    category: .transparency, scope: .everywhere, severity: .info,
    severityReason: "Users see stairs along curves; a rough edge can be intended.",
    rationale: """
      No pixel along the outline is partly transparent, so curves and slants look like stairs, as in a GIF. \
      This happens when a background is erased with a magic wand or a pencil without antialiasing, or when a GIF is \
      saved as PNG or APNG. Pixel art has such edges on purpose and is not reported: large pixels, or lines of single ones on a \
      canvas of up to \(InnerSteps.largestSide) px. Neither are straight edges along \
      rows and columns and canvases of more than 618 or less than 128 px, whose pixels are not seen or are pixel art.
      """,
    fix: "Export the original with antialiasing, which makes soft edges.",
    source: "stickerpack: the alpha of the outermost visible pixels",
    isSharedByPack: true,
    examples: [
      .fails("A disc without soft pixels", Sketch(Sketch.Art(hasHardEdge: true))),
      .fails(
        "An animation without soft pixels",
        Sketch([343, 335].map { Sketch.Frame(Sketch.Art(width: $0, hasHardEdge: true)) })),
      .passes("A disc with a soft edge"),
      .passes(
        "A rectangle, which needs no soft pixels",
        Sketch(Sketch.Art(shape: .box, width: 300, height: 343)),
        rules: ["background-box": .init(level: .off)]),
    ],
    check: .image { image, _, _ in
      guard image.isDecoded, [.png, .apng].contains(image.format), !image.isBox,
        let canvas = image.canvas,
        Self.seenSides ~= max(canvas.width, canvas.height),
        let picture = image.typicalPicture(where: {
          ($0.hardEdge?.isSeen ?? false) && !$0.isPixelArt
        }),
        let edge = picture.hardEdge
      else { return nil }
      return Violation(
        "The edge has stairs instead of soft pixels, so curves look jagged.",
        measured: Quantity(percent: Double(edge.hard) / Double(edge.places)),
        limit: Quantity(percent: HardEdge.minimumShare))
    })

  /// The longer sides of canvases whose pixels are seen, in pixels.
  private static let seenSides = 128...HardEdge.largestSeenSide
}

extension HardEdge {
  /// The largest canvas side whose pixels are seen.
  static let largestSeenSide = 618

  /// Whether enough of the outline has no soft pixels.
  fileprivate var isSeen: Bool { places >= 32 && isHard }
}
