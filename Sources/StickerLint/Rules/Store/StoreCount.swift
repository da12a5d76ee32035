internal import StickerPacks

extension Rule {
  static let storeCount = Rule(
    id: "store-count",
    title: "The destination does not take the number of stickers",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the pack.",
    rationale: """
      WhatsApp takes 3 to 30 stickers in a pack, LINE only certain numbers. Some destinations do not take stills and \
      animations in one pack.
      """,
    fix: "Add or remove stickers, or split the pack.",
    source: "the file of the destination: `stickerpack targets ID`",
    examples: [
      .fails("One where three are required", Sketch(), in: [.minimumStickers: 3]),
      .fails(
        "Stills and animations",
        [.sticker("hello.png"), .sticker("wave.png", Sketch(.breathing()))],
        in: [.oneKind: true]),
      .passes("Enough stickers", Sketch(), in: [.minimumStickers: 1, .maximumStickers: 30]),
    ],
    check: .pack(in: "store-count"))
}
