internal import StickerPacks

extension Rule {
  static let storeFormat = Rule(
    id: "store-format",
    title: "The destination does not take the format",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file.",
    rationale: """
      Each destination takes few formats, and their lists differ: Signal takes no GIF, WhatsApp nothing but WebP, \
      and LINE's animations are APNG.
      """,
    fix: "Export the art in a format that the destination takes.",
    source: "the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails(
        "A GIF where only PNG is taken", Sketch(.breathing(), format: .gif),
        in: [.formats: .formats([.png])]),
      .fails(
        "A WebP where only PNG is taken", [.file("hello.webp", .webP(flags: 0x10))],
        in: [.formats: .formats([.png])]),
      .passes("A PNG where it is taken", Sketch(), in: [.formats: .formats([.png])]),
    ],
    check: .sticker(in: "store-format"))
}
