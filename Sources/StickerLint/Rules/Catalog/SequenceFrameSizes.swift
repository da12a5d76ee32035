internal import Basics

extension Rule {
  static let sequenceFrameSizes = Rule(
    id: "sequence-frame-sizes",
    title: "Frames have different sizes",
    category: .catalog, severity: .warning,
    severityReason: "Users see the art jump or change its size.",
    rationale: """
      The frames of an animation share one canvas. Frames of different sizes are scaled or shifted, \
      and the art jumps.
      """,
    fix: "Export all frames of the sequence at one size.",
    source: "stickerpack; an APNG has one canvas (PNG Third Edition, 11.3.6.1)",
    examples: [
      .fails(
        "Frames of 408 × 408 and 300 × 300 px",
        .sequence([Sketch(), Sketch(side: 300)]) + [
          .file("stickerpack.json", .text("{ \"rules\": { \"grid-size-mismatch\": \"off\" } }\n"))
        ]),
      .passes("Two frames of 408 × 408 px", .sequence()),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        var sizes: [CanvasSize] = []
        for canvas in sequence.files.compactMap({ $0.image?.canvas }) where !sizes.contains(canvas)
        {
          sizes.append(canvas)
        }
        guard sizes.count > 1 else { return nil }
        return Violation(
          "The frames have \(sizes.count) sizes: \(sizes.map { $0.description }.listed(first: 3)).",
          measured: Quantity(sizes.count, .value), limit: Quantity(1, .value),
          file: sequence.source.sticker.shownPath,
          related: sequence.files.filter { asset in
            asset.image?.canvas.map { $0 != sizes[0] } ?? false
          }.map { $0.source.shownPath })
      }
    })
}
