internal import Basics

extension Rule {
  static let fileNearLimit = Rule(
    id: "file-near-limit",
    title: "File is larger than \(Text.bytes(documented.safeBytes))",
    category: .file, severity: .warning,
    severityReason: "Users cannot send the sticker if Messages counts 1,000 bytes per KB.",
    rationale: """
      Apple's limit is "500 KB", without saying whether a KB is 1,000 or 1,024 bytes. Xcode's \
      asset compiler accepts up to \(Text.bytes(documented.maximumBytes)) (500 × 1,024); the \
      exact limits of Messages and App Store Connect are not published. \
      \(Text.bytes(documented.safeBytes)) is safe under both readings.
      """,
    fix:
      "Reduce the file to \(Text.bytes(documented.safeBytes)) or less; `stickerpack fit` does.",
    repair: .makeSmaller,
    source: "Apple, MSSticker: \"less than 500 KB\"; Apple's asset compiler: \"512000 bytes\"",
    examples: [
      .fails("500,001 bytes", Sketch(side: 618, byteCount: 500_001)),
      .fails("512,000 bytes", Sketch(side: 618, byteCount: 512_000)),
      .passes("500,000 bytes", Sketch(side: 618, byteCount: 500_000)),
    ],
    check: .asset { asset, pack in
      guard asset.sizeViolation(of: "file-too-large", in: pack.destination) == nil else {
        return nil
      }
      return asset.sizeViolation(
        of: "file-near-limit", in: pack.destination, if: ", if a KB is 1,000 bytes")
    })
}
