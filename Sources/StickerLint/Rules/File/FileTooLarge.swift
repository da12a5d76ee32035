internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let fileTooLarge = Rule(
    id: "file-too-large",
    title: "The file has more than 512,000 bytes",
    category: .file, severity: .error,
    rationale: """
      Apple's limit is "500 KB". Xcode's asset compiler measures it as 512,000 bytes and only warns; \
      in Messages a larger sticker cannot be peeled off, is sent blank, and keeps its whole pack from \
      being dragged.
      """,
    fix: "Reduce colors to a palette, drop frames, or use a smaller size class.",
    source:
      "Apple's asset compiler: \"cannot be larger than 512000 bytes\"; Apple Developer Forums,"
      + " thread 50394",
    examples: [
      .fails("512,001 bytes", Sketch(side: 618, byteCount: 512_001)),
      .passes("500,000 bytes", Sketch(side: 618, byteCount: 500_000)),
    ],
    check: .asset { asset in
      guard asset.source.role == .sticker, asset.image != nil,
        asset.byteCount > StickerLimits.hardBytes
      else { return [] }
      return [
        Violation(
          "The file has \(Text.bytes(asset.byteCount)); \(Text.bytes(StickerLimits.hardBytes)) is"
            + " the most that works.",
          measured: Quantity(asset.byteCount, .bytes),
          limit: Quantity(StickerLimits.hardBytes, .bytes))
      ]
    })
}
