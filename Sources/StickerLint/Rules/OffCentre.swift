internal import ImageContainers
internal import Pixels

extension Rule {
  static let offCentre = Rule(
    id: "off-centre",
    title: "The art is not in the middle of its canvas",
    category: .canvas, severity: .info,
    rationale: """
      Stickers stand in a grid, and a finger drags them by their middle. Art that lies far to one side \
      looks out of line and is put beside the place it is dropped on.
      """,
    fix: "Centre the art on its canvas.",
    source: "stickerpack: the middle of the rectangle around all visible pixels",
    examples: [
      .fails("41 px right of the middle", Sketch(Sketch.Art(shape: .box, width: 240, x: 41))),
      .passes(
        "40 px right of the middle, a tenth of the side",
        Sketch(Sketch.Art(shape: .box, width: 240, x: 40))),
    ],
    check: .image { image, _ in
      guard image.isDecoded, let area = image.picture?.extent.area, let canvas = image.canvas
      else { return [] }
      // Half pixels, so that nothing is rounded.
      let (right, down) = (
        area.x * 2 + area.width - canvas.width, area.y * 2 + area.height - canvas.height
      )
      let limits = (canvas.width / ArtExtent.steps * 2, canvas.height / ArtExtent.steps * 2)
      guard abs(right) > limits.0 || abs(down) > limits.1 else { return [] }
      var parts: [String] = []
      if abs(right) > limits.0 {
        parts.append("\(abs(right) / 2) px too far \(right > 0 ? "right" : "left")")
      }
      if abs(down) > limits.1 {
        parts.append("\(abs(down) / 2) px too \(down > 0 ? "low" : "high")")
      }
      return [
        Violation(
          "The art, \(Text.area(area)), lies \(parts.joined(separator: " and ")); a"
            + " tenth of the side is the limit.",
          measured: Quantity(max(abs(right), abs(down)) / 2, .pixels),
          limit: Quantity(max(canvas.width, canvas.height) / ArtExtent.steps, .pixels))
      ]
    })
}

extension ArtExtent {
  /// The part of a side by which art may be off.
  fileprivate static let steps = 10
}
