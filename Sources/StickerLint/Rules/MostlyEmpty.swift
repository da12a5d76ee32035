internal import ImageContainers
internal import Pixels

extension Rule {
  static let mostlyEmpty = Rule(
    id: "mostly-empty",
    title: "The art uses little of its canvas",
    category: .canvas, severity: .info,
    rationale: """
      Messages scales the canvas and not the art, so a drawing in a wide empty margin is shown much \
      smaller than its neighbours.
      """,
    fix: "Crop the canvas to the art, then scale it to the size class.",
    source:
      "stickerpack: the rectangle around all visible pixels, under half of the canvas both ways",
    examples: [
      .fails("Art of 202 px on a canvas of 408 px", Sketch(Sketch.Art(shape: .box, width: 202))),
      .passes("Art of 204 px, half of the canvas", Sketch(Sketch.Art(shape: .box, width: 204))),
    ],
    check: .image { image, _ in
      guard image.isDecoded, let area = image.picture?.extent.area, let canvas = image.canvas,
        area.width * 2 < canvas.width, area.height * 2 < canvas.height
      else { return [] }
      return [
        Violation(
          "The art fills \(Text.area(area)) of a canvas of \(canvas).",
          measured: Quantity(max(area.width, area.height), .pixels),
          limit: Quantity(max(canvas.width, canvas.height) / 2, .pixels))
      ]
    })
}
