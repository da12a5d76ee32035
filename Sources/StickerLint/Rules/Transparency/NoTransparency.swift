internal import Basics
internal import Pixels

extension Rule {
  static let noTransparency = Rule(
    id: "no-transparency",
    title: "Sticker has no transparent pixels",
    category: .transparency, severity: .warning,
    severityReason: "Users see a rectangle that covers the bubble below it.",
    rationale: """
      Without transparency a sticker is a rectangle that covers the bubble below it. A few transparent \
      pixels, up to 0.1% of the canvas, do not change that, and neither does transparent padding above and \
      below the rectangle, or on both sides of it. If its border has a single color, \
      `background-box` reports it instead.
      """,
    fix: "Export the art without its background.",
    source:
      "Apple, Human Interface Guidelines: legible on various backgrounds, transparency to"
      + " integrate a sticker",
    sharedMessage: { stickers, findings in
      let clips = findings.count { $0.message.contains(clip) }
      return clips == findings.count
        ? "\(stickers) are rectangular video clips without transparency."
        : "\(stickers) are rectangles without transparency"
          + (clips * 2 > findings.count ? ", \(Text.number(clips)) of them like video clips." : ".")
    },
    appliesToFrames: true,
    examples: [
      .fails("A card in an opaque frame", Sketch(Sketch.Art(shape: .box, backdrop: 0xFFFFFF))),
      .passes("The card on a transparent canvas", Sketch(Sketch.Art(shape: .box))),
    ],
    check: .image { image, _ in
      guard image.isDecoded, image.format != .jpeg, image.backgroundBox == nil,
        image.isBox, let canvas = image.canvas
      else { return nil }
      // Drawn animations on a plain box have plain edges; a letterboxed clip has two with a picture.
      let isClip = image.isAnimated && image.picture?.edges.isTextured.count ?? 0 >= 2
      let clip = isClip ? clip : ""
      if let area = image.artArea, area.width * area.height < canvas.width * canvas.height {
        let length = area.width == canvas.width ? "width" : "height"
        return Violation(
          "A solid rectangle fills the \(length)\(clip); its corners show on a bubble.",
          in: [FindingRegion(area)])
      }
      let isOpaque = image.frameAlpha.allSatisfy { $0.opaque == $0.total }
      return Violation(
        "The sticker is a rectangle (\(canvas)) \(isOpaque ? "without" : "with almost no") transparency\(clip)."
      )
    })

  /// The end of messages about animations.
  private static let clip = ", like a video clip"
}
