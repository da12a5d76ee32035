internal import Pixels

extension Rule {
  private static let share = Option(
    "share", "the smallest share of the canvas width or height that the art must fill", 60,
    .percent, in: 1...100)

  static let mostlyEmpty = Rule(
    id: "mostly-empty",
    title: "Art is small on its canvas",
    category: .canvas, severity: .info,
    severityReason: "The margin can be intended, such as for a small sticker to place on others.",
    rationale: """
      Messages scales the whole canvas, including its empty margin. Art with a wide margin looks \
      much smaller than its neighbors.
      """,
    fix: "Crop the canvas to the art, then scale it to the size class.",
    source:
      "stickerpack: the bounding box of all visible pixels of all frames, less than 60% of the canvas both"
      + " ways; judges who had read no rule called all 10 such drawings in 27 public packs too small",
    options: [share],
    examples: [
      .fails("Art of 244 px on a canvas of 408 px", Sketch(Sketch.Art(shape: .box, width: 244))),
      .passes("Art of 246 px, 60% of the canvas", Sketch(Sketch.Art(shape: .box, width: 246))),
      .passes(
        "Art of 202 px, with share set to 40%", Sketch(Sketch.Art(shape: .box, width: 202)),
        rules: ["mostly-empty": .init(options: ["share": 40])]),
    ],
    check: .image { image, _, options in
      let share = options[share]
      guard image.isDecoded, let area = image.artArea, let canvas = image.canvas,
        Double(area.width) * 100 < Double(canvas.width) * share,
        Double(area.height) * 100 < Double(canvas.height) * share
      else { return nil }
      return Violation(
        "The sticker looks small: the art is \(area.width) × \(area.height) px on a canvas of \(canvas).",
        in: [FindingRegion(area)],
        measured: Quantity(max(area.width, area.height), .pixels),
        limit: Quantity(Double(max(canvas.width, canvas.height)) * share / 100, .pixels))
    })
}
