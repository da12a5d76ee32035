internal import Basics

extension Rule {
  static let packOverfull = Rule(
    id: "pack-overfull",
    title: "Too many stickers",
    category: .pack, severity: .error,
    severityReason: "The pack exceeds the limit that its own configuration states.",
    rationale: "Apple documents no limit. This limit is the pack's own, from its configuration.",
    fix: "Move stickers to another pack, or set \"whenOverfull\" to \"split\" in stickerpack.json.",
    source: "\"maximumStickersPerPack\" in the pack's stickerpack.json",
    examples: [
      .fails("2 stickers with a limit of 1", twoStickers(limit: 1)),
      .passes("2 stickers with a limit of 2", twoStickers(limit: 2)),
    ],
    check: .onePerPack { pack, _ in
      let stickers = pack.source.stickers
      let count = stickers.count
      guard pack.source.kind != .files, let capacity = pack.source.settings.capacity,
        capacity.whenOverfull == .refuse, count > capacity.maximum
      else { return nil }
      return Violation(
        "The pack has \(Text.count(count, "sticker")) (limit: \(Text.number(capacity.maximum))).",
        measured: Quantity(count, .files), limit: Quantity(capacity.maximum, .files),
        related: stickers.dropFirst(capacity.maximum).map { $0.shownPath })
    })

  private static func twoStickers(limit: Int) -> [Example.File] {
    [
      .configuration(
        """
          "maximumStickersPerPack": \(limit),
          "stickers": [
            { "file": "hello.png", "label": "Biscuit waves" },
            { "file": "goodbye.png", "label": "Biscuit bows" }
          ]
        """),
      .sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1))),
    ]
  }
}
