internal import StickerPacks

extension Rule {
  static let storeBytes = Rule(
    id: "store-bytes",
    title: "The file has too many bytes for the destination",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file.",
    rationale: """
      Limits of destinations reach from 100,000 bytes for a still of WhatsApp to 7 MB, and some count a KB as 1,024 \
      bytes. What fits into Messages may be five times too large elsewhere.
      """,
    fix:
      "Make the file smaller: `stickerpack build --target` keeps as much of the art as possible.",
    source: "the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("A byte above the limit", Sketch(), in: [.maximumBytes: 100]),
      .passes("A small file", Sketch(), in: [.maximumBytes: 100_000]),
    ],
    check: .sticker(in: "store-bytes"))
}
