internal import Basics
internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeEmoji = Rule(
    id: "store-emoji",
    title: "The store requires another number of emoji",
    category: .store, severity: .warning,
    severityReason: "The uploader asks for them, or users do not find the sticker.",
    rationale: """
      Signal, Telegram and WhatsApp find a sticker by its emoji: each has to name one or more. `stickerpack init` \
      drafts them from the names of the files.
      """,
    fix: "List them in `stickerpack.json`: `\"emoji\": [\"\u{1F44B}\"]`.",
    source: "the profile of the store: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("No emoji where one is required", Sketch(), in: .example(emoji: [1, 3])),
      .passes(
        "One emoji",
        [
          .sticker("hello.png"),
          .configuration(
            "\"stickers\": [{ \"file\": \"hello.png\", \"label\": \"Biscuit waves\", \"emoji\": [\"\u{1F44B}\"] }]"
          ),
        ], in: .example(emoji: [1, 3])),
    ],
    check: .pack { pack in
      guard let store = pack.profile.store, let range = store.emoji else { return [] }
      return pack.source.stickers.compactMap { sticker in
        let count = sticker.emoji.count
        guard count < range[0] || count > range[1] else { return nil }
        let requirement = range[0] == range[1] ? "\(range[0])" : "\(range[0]) to \(range[1])"
        return Violation(
          "The sticker has \(count) emoji (\(store.name): \(requirement)).",
          measured: Quantity(count, .value),
          limit: Quantity(count < range[0] ? range[0] : range[1], .value), file: sticker.shownPath)
      }
    })
}
