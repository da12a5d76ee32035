internal import StickerPacks

extension Rule {
  static let storeEmoji = Rule(
    id: "store-emoji",
    title: "The destination requires another number of emoji",
    category: .store, severity: .error,
    severityReason: "The uploader refuses a sticker without them.",
    rationale: """
      Signal, Telegram and WhatsApp find a sticker by its emoji: each has to name one or more. `stickerpack init` \
      takes one from a file's name, such as `hello \u{1F44B}.png`.
      """,
    fix: "List them in `stickerpack.json`: `\"emoji\": [\"\u{1F44B}\"]`.",
    source: "the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("No emoji where one is required", Sketch(), in: [.minimumEmoji: 1, .maximumEmoji: 3]),
      .passes(
        "One emoji",
        [
          .sticker("hello.png"),
          .configuration(
            "\"stickers\": [{ \"file\": \"hello.png\", \"label\": \"Biscuit waves\", \"emoji\": [\"\u{1F44B}\"] }]"
          ),
        ], in: [.minimumEmoji: 1, .maximumEmoji: 3]),
    ],
    check: .sticker(in: "store-emoji"))
}
