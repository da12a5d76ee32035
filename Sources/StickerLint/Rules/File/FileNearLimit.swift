internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let fileNearLimit = Rule(
    id: "file-near-limit",
    title: "The file has between 500,001 and 512,000 bytes",
    category: .file, severity: .warning,
    rationale: """
      Apple writes "500 KB" without saying which kilobyte. Xcode's asset compiler takes 512,000 bytes \
      (500 × 1024); Apple's texts say "less than 500 KB", which may mean 500,000. Messages and App \
      Store Connect do not publish the number they use. At most 500,000 bytes is right in both \
      readings.
      """,
    fix: "Bring the file to at most 500,000 bytes.",
    source: "Apple, MSSticker: \"less than 500 KB\"; Apple's asset compiler: \"512000 bytes\"",
    examples: [
      .fails("500,001 bytes", Sketch(side: 618, byteCount: 500_001)),
      .fails("512,000 bytes", Sketch(side: 618, byteCount: 512_000)),
      .passes("500,000 bytes", Sketch(side: 618, byteCount: 500_000)),
    ],
    check: .asset { asset in
      guard asset.source.role == .sticker, asset.image != nil,
        asset.byteCount > StickerLimits.safeBytes,
        asset.byteCount <= StickerLimits.hardBytes
      else { return [] }
      return [
        Violation(
          "The file has \(Text.bytes(asset.byteCount)): over 500 KB if a KB is 1,000 bytes, under it"
            + " if a KB is 1,024. Apple does not say which.",
          measured: Quantity(asset.byteCount, .bytes),
          limit: Quantity(StickerLimits.safeBytes, .bytes))
      ]
    })
}
