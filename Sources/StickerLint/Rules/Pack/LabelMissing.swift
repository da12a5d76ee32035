internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let labelMissing = Rule(
    id: "label-missing",
    title: "Stickers have no label",
    category: .pack, severity: .warning,
    rationale: """
      VoiceOver reads a sticker's label aloud. Without one it reads the file's name, which says "wave \
      underscore 2 at 3 x" where it should say "Biscuit waves".
      """,
    fix: """
      Write a label for each sticker: into the stickerpack.json that `stickerpack init` makes, or as the \
      `accessibility-label` of each `.sticker` in a catalog.
      """,
    source: "Apple, Human Interface Guidelines: \"provide a localized alternative description\"",
    examples: [
      .fails(
        "A pack that says nothing about its stickers",
        [.file("stickerpack.json", .text("{}\n")), .sticker("hello.png")]),
      .passes("A label", [.sticker("hello.png", label: "Biscuit says hello")]),
    ],
    check: .pack { pack in
      let stickers = pack.source.allStickers
      guard pack.source.kind != .files, !stickers.isEmpty else { return [] }
      let bare = stickers.filter { $0.writtenLabel == nil }
      guard !bare.isEmpty else { return [] }
      return [
        Violation(
          "\(bare.count) of \(Text.count(stickers.count, "sticker")) \(bare.count == 1 ? "has" : "have")"
            + " no label: \(bare.namedInShort).",
          measured: Quantity(bare.count, .files), limit: Quantity(0, .files))
      ]
    })
}
