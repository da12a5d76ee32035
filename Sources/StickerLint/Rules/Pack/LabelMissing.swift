extension Rule {
  static let labelMissing = Rule(
    id: "label-missing",
    title: "Label is missing",
    category: .pack, severity: .warning,
    severityReason: "VoiceOver users hear a file name.",
    rationale: """
      VoiceOver reads a sticker's label aloud. Without a label it reads the file name: "wave \
      underscore 2 at 3 x" instead of "Biscuit waves".
      """,
    fix: """
      Add a label for each sticker to the stickerpack.json that `stickerpack init` writes, or an \
      `accessibility-label` to each `.sticker` of a catalog.
      """,
    source: "Apple, Human Interface Guidelines: \"provide a localized alternative description\"",
    isFixedPerSticker: true,
    examples: [
      .fails(
        "A sticker without a label",
        [.file("stickerpack.json", .text("{}\n")), .sticker("hello.png")]),
      .passes("A sticker with a label", [.sticker("hello.png", label: "Biscuit says hello")]),
    ],
    check: .pack { pack in
      let stickers = pack.source.allStickers
      guard pack.source.kind != .files, !stickers.isEmpty else { return [] }
      let bare = stickers.filter { $0.writtenLabel == nil }
      guard !bare.isEmpty else { return [] }
      return [
        Violation(
          "\(Text.number(bare.count)) of \(Text.count(stickers.count, "sticker"))"
            + " \(bare.count == 1 ? "has" : "have") no label.",
          measured: Quantity(bare.count, .files), limit: Quantity(0, .files),
          related: bare.map(\.shownPath))
      ]
    })
}
