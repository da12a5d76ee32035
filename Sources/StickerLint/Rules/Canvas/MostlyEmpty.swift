internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  private static let share = Option(
    "share", "the least part of the canvas's side that art fills, one way or the other", 50,
    .percent, in: 1...100)

  static let mostlyEmpty = Rule(
    id: "mostly-empty",
    title: "The art uses little of its canvas",
    category: .canvas, severity: .info,
    rationale: """
      Messages scales the canvas and not the art, so a drawing in a wide empty margin is shown much \
      smaller than its neighbors.
      """,
    fix: "Crop the canvas to the art, then scale it to the size class.",
    source:
      "stickerpack: the rectangle around all visible pixels, under half of the canvas both ways",
    options: [share],
    examples: [
      .fails("Art of 202 px on a canvas of 408 px", Sketch(Sketch.Art(shape: .box, width: 202))),
      .passes("Art of 204 px, half of the canvas", Sketch(Sketch.Art(shape: .box, width: 204))),
      .passes(
        "Art of 202 px, with 40% allowed", Sketch(Sketch.Art(shape: .box, width: 202)),
        rules: ["mostly-empty": .init(options: ["share": 40])]),
    ],
    check: .image { image, _, options in
      let share = options[share]
      guard image.isDecoded, let area = image.picture?.extent.area, let canvas = image.canvas,
        Double(area.width) * 100 < Double(canvas.width) * share,
        Double(area.height) * 100 < Double(canvas.height) * share
      else { return [] }
      return [
        Violation(
          "The art fills \(Text.area(area)) of a canvas of \(canvas); \(Text.number(share))% of a side"
            + " are the least.",
          measured: Quantity(max(area.width, area.height), .pixels),
          limit: Quantity(Double(max(canvas.width, canvas.height)) * share / 100, .pixels))
      ]
    })
}
