internal import Basics
internal import StickerPacks

extension Rule {
  static let sequenceSize = Rule(
    id: "sequence-size",
    title: "Sequence may exceed \(Text.bytes(documented.maximumBytes))",
    category: .catalog, severity: .info,
    severityReason: "The size is an upper estimate; what Xcode writes may be smaller.",
    rationale: """
      The limit of \(Text.bytes(documented.maximumBytes)) applies to the animated image that \
      Xcode makes of the sequence. The size is an upper estimate that stores every frame in full, in \
      24-bit color; Xcode may store only what changes.
      """,
    fix: "Use fewer or smaller frames, or an APNG of a known size in a `.sticker`.",
    source:
      "Apple, Human Interface Guidelines of 2016: \"Xcode saves PNG animations using a 24-bit palette\"",
    examples: [
      .fails(
        "Three frames with 56,000 pixels of noise",
        .sequence(Array(repeating: Sketch(Sketch.Art(noise: 56_000)), count: 3))),
      .passes(
        "Three frames with 40,000 pixels of noise",
        .sequence(Array(repeating: Sketch(Sketch.Art(noise: 40_000)), count: 3))),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        let frames = sequence.frames.compactMap { $0.image?.bytesInFullColor }
        guard frames.count == sequence.source.order.count else { return nil }
        let estimate = frames.reduce(0, +)
        guard
          let limit = pack.destination.excess(
            of: MeasuredSticker(byteCount: estimate), by: "file-too-large")?.limit
        else { return nil }
        return Violation(
          "The sequence may be too large: \(Text.count(frames.count, "frame")) stored in full take about"
            + " \(Text.bytes(estimate / 1000 * 1000)) (limit: \(Text.bytes(Int(clamping: limit.value)))).",
          measured: Quantity(estimate, .bytes), limit: limit,
          file: sequence.source.sticker.shownPath)
      }
    })
}
