internal import Basics
internal import StickerPacks

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
      asset.sizeViolation(of: "file-too-large", in: pack.destination)
    })
}

extension AssetFacts {
  /// The violation of a sticker that is larger than the limit of a rule, on a condition that the message states after
  /// the limit.
  func sizeViolation(
    of rule: String, in destination: Destination, if condition: String = ""
  ) -> Violation? {
    guard source.role == .sticker, image != nil,
      let excess = destination.excess(of: MeasuredSticker(byteCount: byteCount), by: rule),
      let limit = excess.limit
    else { return nil }
    return Violation(
      "The file is \(Text.bytes(byteCount)) (limit: \(Text.bytes(Int(clamping: limit.value)))\(condition)).",
      measured: excess.measured, limit: limit, fix: wayToShrink)
  }

  /// A sentence with what makes the file smaller.
  private var wayToShrink: String {
    let change =
      switch (image?.format, image?.isAnimated) {
      case (.jpeg, _): "Export it with a lower quality"
      case (_, true): "Use fewer colors, fewer frames or a smaller canvas"
      default: "Use fewer colors or a smaller canvas"
      }
    return change + ", or run stickerpack fit."
  }
}
