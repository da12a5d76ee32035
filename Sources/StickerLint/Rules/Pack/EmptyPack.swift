extension Rule {
  static let emptyPack = Rule(
    id: "empty-pack",
    title: "Pack has no stickers",
    category: .pack, scope: .everywhere, severity: .warning,
    severityReason: "Users see an empty drawer.",
    rationale: "A pack without stickers builds and installs, but shows an empty drawer.",
    fix: "Add stickers, or remove the pack.",
    source: "stickerpack; Xcode's template ships with an empty pack",
    examples: [
      .fails(
        "A stickerpack.json without images",
        [.file("stickerpack.json", .text("{ \"name\": \"Biscuit\" }\n"))]),
      .passes("A pack with one sticker"),
    ],
    check: .observation {
      guard case .noStickers = $0 else { return nil }
      return "The pack has no stickers."
    })
}
