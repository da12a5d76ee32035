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
    appliesToFrames: true,
    examples: [
      .fails("A card in an opaque frame", Sketch(Sketch.Art(shape: .box, backdrop: 0xFFFFFF))),
      .passes("The card on a transparent canvas", Sketch(Sketch.Art(shape: .box))),
    ],
    check: .image { image, _ in
      guard image.isDecoded, image.format != .jpeg, image.backgroundBox == nil,
        image.isBox, let alpha = image.frameAlpha.min(by: { $0.opaque < $1.opaque })
      else { return nil }
      let frames = image.frameAlpha.count == 1 ? "" : " in each of \(image.frameAlpha.count) frames"
      if let area = image.artArea, let canvas = image.canvas,
        area.width * area.height < canvas.width * canvas.height
      {
        let length = area.width == canvas.width ? "width" : "height"
        return Violation(
          "An opaque rectangle of \(Text.area(area)) fills the \(length) of the canvas\(frames).",
          in: [FindingRegion(area)])
      }
      let total = Text.number(alpha.total)
      let pixels =
        if alpha.total == 1 {
          "The only pixel is"
        } else if alpha.opaque == alpha.total {
          "All \(total) pixels are"
        } else {
          "\(Text.number(alpha.opaque)) of \(total) pixels are"
        }
      return Violation("\(pixels) opaque\(frames).")
    })
}
