internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let packOverfull = Rule(
    id: "pack-overfull",
    title: "The pack has more stickers than it may have",
    category: .pack, severity: .error,
    rationale: """
      Apple states no limit, so this one is the pack's own: its configuration says how many stickers \
      it may have and that more are refused.
      """,
    fix: "Move some to another pack, or set whenOverfull to split in stickerpack.json.",
    source: "maximumStickersPerPack in the pack's stickerpack.json",
    examples: [
      .fails(
        "Two stickers where one is allowed",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "maximumStickersPerPack": 1,
                "stickers": [
                  { "file": "hello.png", "label": "Biscuit waves" },
                  { "file": "goodbye.png", "label": "Biscuit bows" }
                ]
              }

              """)),
          .sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1))),
        ]),
      .passes(
        "Two stickers where two are allowed",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "maximumStickersPerPack": 2,
                "stickers": [
                  { "file": "hello.png", "label": "Biscuit waves" },
                  { "file": "goodbye.png", "label": "Biscuit bows" }
                ]
              }

              """)),
          .sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1))),
        ]),
    ],
    check: .pack { pack in
      let count = pack.source.stickers.count
      guard pack.source.kind != .files, let capacity = pack.source.capacity,
        capacity.whenOverfull == .refuse, count > capacity.maximum
      else { return [] }
      return [
        Violation(
          "The pack has \(Text.count(count, "sticker")); \(Text.number(capacity.maximum))"
            + " \(capacity.maximum == 1 ? "is" : "are") allowed.",
          measured: Quantity(count, .files), limit: Quantity(capacity.maximum, .files))
      ]
    })
}
