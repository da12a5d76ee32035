internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let sequenceSize = Rule(
    id: "sequence-size",
    title: "A sequence may be over 512,000 bytes once it is animated",
    category: .catalog, severity: .info,
    rationale: """
      Xcode makes an animated image of a sequence when it builds, and the limit of 512,000 bytes holds \
      for that image. Apple does not say how it is encoded, but that it has a palette of 24 bits, \
      which is full color. The estimate encodes each frame whole, as a PNG in full color. Storing \
      only what changes would take less, and nobody sees which it is before the build.
      """,
    fix: "Use fewer or smaller frames, or a finished APNG of a known size in a `.sticker`.",
    source:
      "Apple, Human Interface Guidelines of 2016: \"Xcode saves PNG animations using a 24-bit palette\"",
    examples: [
      .fails(
        "Three frames of 180,000 bytes",
        .sequence(Array(repeating: Sketch(byteCount: 180_000), count: 3))),
      .passes(
        "Three frames of 150,000 bytes",
        .sequence(Array(repeating: Sketch(byteCount: 150_000), count: 3))),
    ],
    check: .pack { pack in
      pack.sequences.compactMap { sequence in
        let frames = sequence.frames.compactMap { $0.image?.bytesInFullColor }
        guard frames.count == sequence.source.order.count else { return nil }
        let estimate = frames.reduce(0, +)
        guard estimate > StickerLimits.hardBytes else { return nil }
        return Violation(
          "\(Text.count(frames.count, "frame")) in full color take about"
            + " \(Text.bytes(estimate / 1000 * 1000)), each one stored whole;"
            + " \(Text.bytes(StickerLimits.hardBytes)) is the most that works.",
          measured: Quantity(estimate, .bytes), limit: Quantity(StickerLimits.hardBytes, .bytes),
          file: sequence.source.sticker.displayPath)
      }
    })
}
