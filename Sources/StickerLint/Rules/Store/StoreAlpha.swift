internal import StickerPacks

extension Rule {
  static let storeAlpha = Rule(
    id: "store-alpha",
    title: "The destination requires or refuses transparency",
    category: .store, severity: .error,
    severityReason: "Uploads or reviewers refuse the file.",
    rationale: """
      Most destinations want a cut-out shape, and reviewers refuse a sticker with a background. A few want an opaque image.
      """,
    fix: "Export the art without its background, or with one where transparency is refused.",
    source: "the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("No background where it is required", Sketch(), in: [.transparency: false]),
      .passes("No background", Sketch(), in: [.transparency: true]),
    ],
    check: .sticker(in: "store-alpha"))
}
