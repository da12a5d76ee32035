internal import StickerPacks

extension Rule {
  static let storeLoops = Rule(
    id: "store-loops",
    title: "The destination does not take the number of loops",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the destination plays it another number of times.",
    rationale: """
      LINE's animations play one to four times, and an endless one is refused. Signal and others play all animations \
      endlessly.
      """,
    fix: "Set the number of loops when you export the animation.",
    source: "the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails(
        "An endless animation", Sketch(.breathing()), in: [.maximumLoops: 4]),
      .passes(
        "An endless animation where it has to be", Sketch(.breathing()),
        in: [.endless: true]),
    ],
    check: .sticker(in: "store-loops"))
}
