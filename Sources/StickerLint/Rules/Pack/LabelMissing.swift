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
      Run `stickerpack init` on the folder: it writes a list of labels to correct. In an asset \
      catalog, add an `accessibility-label` to the Contents.json of each `.sticker`.
      """,
    source: "Apple, Human Interface Guidelines: \"provide a localized alternative description\"",
    isFixedPerSticker: true,
    examples: [
      .fails(
        "A sticker without a label",
        [.file("stickerpack.json", .text("{}\n")), .sticker("hello.png")]),
      .passes("A sticker with a label", [.sticker("hello.png", label: "Biscuit says hello")]),
    ],
    check: .onePerPack { pack, _ in
      let stickers = pack.source.allStickers
      guard pack.source.kind != .files, !stickers.isEmpty else { return nil }
      let bare = stickers.filter { $0.writtenLabel == nil }
      guard !bare.isEmpty else { return nil }
      let fix: String? =
        if pack.source.kind == .catalog {
          "Add an `accessibility-label` to the Contents.json of each `.sticker`."
        } else if pack.source.configurations.isEmpty {
          "Run `stickerpack init` on the folder: it writes a list of labels to correct."
        } else {
          "Add a `label` to each sticker in stickerpack.json."
        }
      return Violation(
        "\(Text.number(bare.count)) of \(Text.count(stickers.count, "sticker"))"
          + " \(bare.count == 1 ? "has" : "have") no label.",
        measured: Quantity(bare.count, .files), limit: Quantity(0, .files), fix: fix,
        related: bare.map(\.shownPath))
    })
}
