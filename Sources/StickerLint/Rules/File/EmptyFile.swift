extension Rule {
  static let emptyFile = Rule(
    id: "empty-file",
    title: "File is empty",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "Messages shows nothing in place of the sticker.",
    rationale: "A file of 0 bytes is usually the result of a failed export or an interrupted copy.",
    fix: "Export the sticker again.",
    source: "stickerpack",
    examples: [
      .fails("A file of 0 bytes", [.file("hello.png", .bytes([]))]),
      .passes("An image"),
    ],
    check: .asset { asset, _ in
      guard asset.signature == .empty else { return nil }
      return Violation("The file is empty (0 bytes).", measured: Quantity(0, .bytes))
    })
}
