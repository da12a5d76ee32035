internal import StickerPacks

extension Rule {
  static let storeKeywords = Rule(
    id: "store-keywords",
    title: "The destination requires another number or length of keywords",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the sticker.",
    rationale: """
      Telegram finds a sticker by its keywords, and takes up to 20 with 64 characters together.
      """,
    fix: "Change `\"keywords\"` of the sticker in `stickerpack.json`.",
    source: "the file of the destination: `stickerpack targets ID`",
    examples: [
      .fails(
        "More keywords than the destination takes",
        [
          .sticker("hello.png"),
          .configuration(
            "\"stickers\": [{ \"file\": \"hello.png\", \"label\": \"Biscuit waves\", \"keywords\": [\"wave\", \"hello\"] }]"
          ),
        ], in: [.maximumKeywords: 1]),
      .passes("No keywords", Sketch(), in: [.maximumKeywords: 20, .maximumKeywordCharacters: 64]),
    ],
    check: .sticker(in: "store-keywords"))
}
