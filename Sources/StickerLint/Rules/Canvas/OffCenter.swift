internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  private static let share = Option(
    "share", "the part of a side by which art may be off the middle", 10, .percent, in: 0...50)

  static let offCenter = Rule(
    id: "off-center",
    title: "The art is not in the middle of its canvas",
    category: .canvas, severity: .info,
    rationale: """
      Stickers stand in a grid, and a finger drags them by their middle. Art that lies far to one side \
      looks out of line and is put beside the place it is dropped on.
      """,
    fix: "Center the art on its canvas.",
    source: "stickerpack: the middle of the rectangle around all visible pixels",
    options: [share],
    examples: [
      .fails("41 px right of the middle", Sketch(Sketch.Art(shape: .box, width: 240, x: 41))),
      .passes(
        "40 px right of the middle, a tenth of the side",
        Sketch(Sketch.Art(shape: .box, width: 240, x: 40))),
      .passes(
        "41 px right of the middle, with 15% of the side allowed",
        Sketch(Sketch.Art(shape: .box, width: 240, x: 41)),
        rules: ["off-center": .init(options: ["share": 15])]),
    ],
    check: .image { image, _, options in
      let share = options[share]
      guard image.isDecoded, let area = image.picture?.extent.area, let canvas = image.canvas
      else { return [] }
      // Half pixels, so that nothing is rounded.
      let (right, down) = (
        area.x * 2 + area.width - canvas.width, area.y * 2 + area.height - canvas.height
      )
      func limit(_ side: Int) -> Int { Int(Double(side) * share / 100) }
      let limits = (limit(canvas.width) * 2, limit(canvas.height) * 2)
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
          "The art, \(Text.area(area)), lies \(parts.joined(separator: " and "));"
            + " \(Text.number(share))% of the side is the limit.",
          measured: Quantity(max(abs(right), abs(down)) / 2, .pixels),
          limit: Quantity(limit(max(canvas.width, canvas.height)), .pixels))
      ]
    })
}
