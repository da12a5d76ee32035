internal import ImageContainers
internal import StickerPacks

extension Rule {
  private static let budget = Option(
    "bytes", "the most that all frames may decode to", 100_000_000, .bytes, in: 1...1e12)

  static let animationMemory = Rule(
    id: "animation-memory",
    title: "The animation takes much memory when it plays",
    category: .animation, severity: .warning,
    rationale: """
      A viewer that keeps all frames decoded needs four bytes for each pixel of each frame. A browser \
      full of such stickers stutters, and on older phones Messages is ended. Apple gives no number; \
      100 MB is what other checkers of iMessage stickers use.
      """,
    fix: "Use fewer frames or a smaller size class, or give the rule more \"bytes\".",
    source: "stickerpack: width × height × 4 bytes × frames",
    options: [budget],
    examples: [
      .fails(
        "3 frames of 408 × 408 px, 1,997,568 bytes, with 1 byte less allowed",
        Sketch(.breathing(3)),
        rules: ["animation-memory": .init(options: ["bytes": 1_997_567])]),
      .passes(
        "The same frames, with as many bytes allowed", Sketch(.breathing(3)),
        rules: ["animation-memory": .init(options: ["bytes": 1_997_568])]),
    ],
    check: .image { image, _, options in
      guard image.isAnimated, let canvas = image.canvas else { return [] }
      let bytes = canvas.decodedBytes(frames: image.frames.count)
      let budget = options[whole: budget]
      guard bytes > budget else { return [] }
      return [
        Violation(
          "\(image.frames.count) frames of \(canvas) decode to \(Text.bytes(bytes));"
            + " \(Text.bytes(budget)) are the budget.",
          measured: Quantity(bytes, .bytes), limit: Quantity(budget, .bytes))
      ]
    })
}
