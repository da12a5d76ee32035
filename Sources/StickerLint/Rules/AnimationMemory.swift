internal import ImageContainers

extension Rule {
  static let animationMemory = Rule(
    id: "animation-memory",
    title: "The animation takes much memory when it plays",
    category: .animation, severity: .warning,
    rationale: """
      A viewer that keeps all frames decoded needs four bytes for each pixel of each frame. A browser \
      full of such stickers stutters, and on older phones Messages is ended. Apple gives no number; \
      100 MB is what other checkers of iMessage stickers use.
      """,
    fix: "Use fewer frames or a smaller size class, or set --animation-budget.",
    source: "stickerpack: width × height × 4 bytes × frames",
    check: .image { image, pack in
      guard image.isAnimated, let canvas = image.canvas else { return [] }
      let bytes = canvas.decodedBytes(frames: image.frames.count)
      guard bytes > pack.animationBudget else { return [] }
      return [
        Violation(
          "\(image.frames.count) frames of \(canvas) decode to \(Text.bytes(bytes));"
            + " \(Text.bytes(pack.animationBudget)) are the budget.",
          measured: Quantity(bytes, .bytes), limit: Quantity(pack.animationBudget, .bytes))
      ]
    })
}
