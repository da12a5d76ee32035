internal import StickerPacks

extension Rule {
  static let storeLabel = Rule(
    id: "store-label",
    title: "The label is too long for the destination",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the text.",
    rationale: """
      A label is written as the description of the sticker, and some destinations limit its length: Discord to 100 characters.
      """,
    fix: "Shorten the label in `stickerpack.json`.",
    source: "the file of the destination: `stickerpack targets ID`",
    examples: [
      .fails(
        "A label above the limit",
        [
          .sticker("hello.png"),
          .configuration(
            "\"stickers\": [{ \"file\": \"hello.png\", \"label\": \"Biscuit waves\" }]"),
        ], in: [.maximumLabel: 8]),
      .passes("A short label", Sketch(), in: [.maximumLabel: 100]),
    ],
    check: .sticker(in: "store-label"))
}
