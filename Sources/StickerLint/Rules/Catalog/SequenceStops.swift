internal import Basics

extension Rule {
  static let sequenceStops = Rule(
    id: "sequence-stops",
    title: "Sequence does not loop forever",
    category: .catalog, severity: .info,
    severityReason: "Playing a few times can be intended, and Xcode offers it.",
    rationale: """
      A sticker stays in the conversation. A sequence that stops no longer moves when someone \
      scrolls back to it.
      """,
    fix: "Set \"repetitions\" to 0 (forever), unless the sequence should stop.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type, repetitions",
    examples: [
      .fails("Two repetitions", .sequence(repetitions: 2)),
      .passes("0 repetitions (forever)", .sequence(repetitions: 0)),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        guard let repetitions = sequence.source.repetitions, repetitions > 0 else { return nil }
        let count = Text.number(repetitions)
        return Violation(
          "The sequence stops after \(count) \(repetitions == 1 ? "repetition" : "repetitions").",
          at: sequence.source.repetitionsPlace, measured: Quantity(repetitions, .value),
          limit: Quantity(0, .value), file: sequence.source.contents.displayPath)
      }
    })
}
