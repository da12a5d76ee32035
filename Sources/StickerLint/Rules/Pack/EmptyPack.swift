internal import StickerPacks

extension Rule {
  static let emptyPack = Rule(
    id: "empty-pack",
    title: "The pack has no sticker",
    category: .pack, severity: .warning,
    rationale: """
      A pack without stickers builds and installs, and shows an empty drawer.
      """,
    fix: "Add stickers, or remove the pack.",
    source: "stickerpack; Xcode's template ships with an empty pack",
    examples: [
      .fails(
        "A stickerpack.json and no image",
        [.file("stickerpack.json", .text("{ \"name\": \"Biscuit\" }\n"))]),
      .passes("A pack of one sticker"),
    ],
    check: .pack { pack in pack.violations(of: .empty) })
}
