internal import Basics

extension Rule {
  private static let budget = Option(
    "bytes", "the largest allowed size of all decoded frames", 100_000_000, .bytes, in: 1...1e12)

  static let animationMemory = Rule(
    id: "animation-memory",
    title: "Animation takes too much memory",
    category: .animation, severity: .warning,
    severityReason: "Users see a drawer that stutters, or Messages is terminated.",
    rationale: """
      A viewer that keeps all frames decoded needs 4 bytes per pixel and frame. A drawer full of \
      such stickers stutters, and on older devices iOS may terminate Messages. Apple publishes no \
      limit; other iMessage sticker checkers use 100 MB.
      """,
    fix: "Use fewer frames or a smaller size class, or raise the option `bytes`.",
    source: "stickerpack: width × height × 4 bytes × frames",
    options: [budget],
    examples: [
      .fails(
        "3 frames of 408 × 408 px (1,997,568 bytes), with bytes set to 1,997,567",
        Sketch(.breathing(3)),
        rules: ["animation-memory": .init(options: ["bytes": 1_997_567])]),
      .passes(
        "The same frames, with bytes set to 1,997,568", Sketch(.breathing(3)),
        rules: ["animation-memory": .init(options: ["bytes": 1_997_568])]),
    ],
    check: .image { image, _, options in
      guard image.isAnimated, let canvas = image.canvas else { return nil }
      let bytes = canvas.decodedBytes(frames: image.frames.count)
      let budget = options[whole: budget]
      guard bytes > budget else { return nil }
      return Violation(
        "The animation needs \(Text.bytes(bytes)) of memory while it plays (limit: \(Text.bytes(budget))):"
          + " it has \(Text.count(image.frames.count, "frame")) of \(canvas).",
        measured: Quantity(bytes, .bytes), limit: Quantity(budget, .bytes))
    })
}
