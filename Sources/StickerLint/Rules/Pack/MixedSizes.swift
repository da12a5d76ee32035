internal import Basics

extension Rule {
  static let mixedSizes = Rule(
    id: "mixed-sizes",
    title: "Stickers have different sizes",
    category: .pack, severity: .warning,
    severityReason: "Users see an uneven grid.",
    rationale: """
      A pack is shown in one grid. Stickers of different sizes look uneven in it, and some are \
      scaled.
      """,
    fix: "Export all stickers of the pack at one size.",
    source: "Apple, Human Interface Guidelines: \"don't mix sizes within a single sticker pack\"",
    examples: [
      .fails(
        "Stickers of 300 × 300 and 408 × 408 px",
        [.sticker("hello.png", Sketch(side: 300)), .sticker("goodbye.png", Sketch(.other(1)))]),
      .passes(
        "Two stickers of 408 × 408 px",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1)))]),
    ],
    check: .onePerPack { pack, _ in
      guard pack.source.kind != .files else { return nil }
      var counts: [CanvasSize: Int] = [:]
      for canvas in pack.assets.compactMap({ $0.image?.canvas }) { counts[canvas, default: 0] += 1 }
      guard counts.count > 1 else { return nil }
      let sorted = counts.sorted {
        ($1.value, $0.key.width, $0.key.height) < ($0.value, $1.key.width, $1.key.height)
      }
      var parts = sorted.prefix(4).map { "\($0.value) of \($0.key)" }
      if sorted.count > 4 { parts.append("\(sorted.count - 4) more") }
      return Violation(
        "The grid looks uneven, because the pack has \(counts.count) sizes: \(parts.joined(separator: ", ")).",
        measured: Quantity(counts.count, .value), limit: Quantity(1, .value),
        related: pack.assets.filter { asset in
          asset.image?.canvas.map { $0 != sorted[0].key } ?? false
        }.map { $0.source.shownPath })
    })
}
