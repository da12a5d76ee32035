internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let sequenceStops = Rule(
    id: "sequence-stops",
    title: "A sequence stops after some plays",
    category: .catalog, severity: .info,
    rationale: """
      A sticker stays in its conversation. A sequence that is not repeated forever stands still by the \
      time somebody scrolls back to it.
      """,
    fix: "Set the repetitions to 0, which is forever, unless it should stop.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type, repetitions",
    examples: [
      .fails(
        "Two repetitions",
        .sequence(
          [Sketch(), Sketch(Sketch.Art(width: 335))],
          properties: #""duration" : 15, "duration-type" : "fps", "repetitions" : 2"#)),
      .passes(
        "0, which is forever",
        .sequence(
          [Sketch(), Sketch(Sketch.Art(width: 335))],
          properties: #""duration" : 15, "duration-type" : "fps", "repetitions" : 0"#)),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        guard let repetitions = sequence.source.repetitions, repetitions > 0 else { return nil }
        let count = Int(exactly: repetitions).map(Text.number) ?? "\(repetitions)"
        return Violation(
          "The sequence is repeated \(repetitions == 1 ? "once" : "\(count) times") and then stops.",
          at: sequence.source.repetitionsPlace, measured: Quantity(repetitions, .value),
          limit: Quantity(0, .value), file: sequence.source.contentsPath)
      }
    })
}
