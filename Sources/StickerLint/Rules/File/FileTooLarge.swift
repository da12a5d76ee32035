internal import Basics

extension Rule {
  package static let fileTooLarge = Rule(
    id: "file-too-large",
    title: "File is larger than \(Text.bytes(documented.maximumBytes))",
    category: .file, severity: .error,
    severityReason: "Messages sends the sticker as a blank image.",
    rationale: """
      Apple's limit is "500 KB", which Xcode's asset compiler checks as \
      \(Text.bytes(documented.maximumBytes)). Xcode only warns, but in Messages the sticker \
      cannot be peeled off, is sent as a blank image, and can stop the other stickers from being \
      dragged.
      """,
    fix:
      "Use a color palette, remove frames or choose a smaller size class; `stickerpack fit` does.",
    repair: .makeSmaller,
    source:
      "Apple's asset compiler: \"cannot be larger than 512000 bytes\"; Apple Developer Forums,"
      + " thread 50394",
    examples: [
      .fails("512,001 bytes", Sketch(side: 618, byteCount: 512_001)),
      .passes("500,000 bytes", Sketch(side: 618, byteCount: 500_000)),
    ],
    check: .asset { asset, pack in
      asset.sizeViolation(limit: pack.destination.maximumBytes)
    })
}

extension AssetFacts {
  /// The violation of a sticker that is larger than a limit in bytes, on a condition that the message
  /// states after the limit.
  func sizeViolation(limit: Int, if condition: String = "") -> Violation? {
    guard source.role == .sticker, image != nil, byteCount > limit else { return nil }
    return Violation(
      "The file is \(Text.bytes(byteCount)) (limit: \(Text.bytes(limit))\(condition)).",
      measured: Quantity(byteCount, .bytes), limit: Quantity(limit, .bytes))
  }
}
