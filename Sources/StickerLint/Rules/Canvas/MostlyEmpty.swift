internal import Pixels

extension Rule {
  private static let share = Option(
    "share", "the smallest share of the canvas that the bounds of the art must cover", 36,
    .percent, in: 1...100)
  /// The largest side of small art as a fraction of the canvas side. Judges disagree about wider and higher art.
  private static let largestSide = 0.7

  static let mostlyEmpty = Rule(
    id: "mostly-empty",
    title: "Art is small on its canvas",
    category: .canvas, severity: .info,
    severityReason: "The margin can be intended, such as for a small sticker to place on others.",
    rationale: """
      Messages scales the whole canvas, including its empty margin. Art with a wide margin looks \
      much smaller than its neighbors. A line of text and other long art, more than 70% as wide or high as \
      the canvas, is not reported.
      """,
    fix: "Crop the canvas to the art, then scale it to the size class.",
    source:
      "stickerpack: the bounding box of all visible pixels of all frames, less than 36% of the canvas, which is art"
      + " of 60% of its width and height; judges who had read no rule called 44 of 46 such drawings in 58 public"
      + " packs small",
    options: [share],
    examples: [
      .fails("Art of 244 px on a canvas of 408 px", Sketch(Sketch.Art(shape: .box, width: 244))),
      .passes("Art of 246 px, 36% of the canvas", Sketch(Sketch.Art(shape: .box, width: 246))),
      .passes(
        "Art of 202 px, with share set to 20%", Sketch(Sketch.Art(shape: .box, width: 202)),
        rules: ["mostly-empty": .init(options: ["share": 20])]),
    ],
    check: .image { image, _, options in
      let share = options[share]
      guard image.isDecoded, let area = image.artArea, let canvas = image.canvas else { return nil }
      let (width, height) = (
        Double(area.width) / Double(canvas.width), Double(area.height) / Double(canvas.height)
      )
      let covered = width * height * 100
      guard covered < share, max(width, height) <= largestSide else { return nil }
      return Violation(
        "The sticker looks small: the art is \(area.width) × \(area.height) px on a canvas of \(canvas).",
        in: [FindingRegion(area)],
        measured: Quantity(covered, .percent), limit: Quantity(share, .percent))
    })
}
