internal import StickerPacks

extension Rule {
  static let storeFormat = Rule(
    id: "store-format",
    title: "The store does not take the format",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file.",
    rationale: """
      Each store takes few formats, and their lists differ: Signal takes no GIF, WhatsApp nothing but WebP, \
      and LINE's animations are APNG.
      """,
    fix: "Export the art in a format that the store takes.",
    source: "the profile of the store: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails(
        "A GIF where only PNG is taken", Sketch(.breathing(), format: .gif),
        in: .example(formats: [.png])),
      .fails(
        "A WebP where only PNG is taken", [.file("hello.webp", .webP(flags: 0x10))],
        in: .example(formats: [.png])),
      .passes("A PNG where it is taken", Sketch(), in: .example(formats: [.png])),
    ],
    check: .store { sticker, store in
      guard let formats = store.formats, !formats.contains(where: { $0 == sticker.format }) else {
        return nil
      }
      return Violation(
        "The format is \(sticker.formatName) (\(store.name): \(Text.alternatives(formats.map(\.name)))).",
        isUncertain: !store.isCertain("formats"))
    })
}
