internal import ImageContainers

extension Rule {
  static let emptyFile = Rule(
    id: "empty-file",
    title: "The file has no bytes",
    category: .file, severity: .error,
    rationale: "An empty file is what a failed export or an interrupted copy leaves behind.",
    fix: "Export the sticker again.",
    source: "stickerpack",
    examples: [
      .fails("0 bytes", [.file("hello.png", .bytes([]))]),
      .passes("An image"),
    ],
    check: .asset { asset in
      guard asset.signature == .empty else { return [] }
      return [Violation("The file is empty.", measured: Quantity(0, .bytes))]
    })
}
