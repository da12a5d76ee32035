extension Rule {
  static let stickerNotListed = Rule(
    id: "sticker-not-listed",
    title: "Sticker is not listed",
    category: .catalog, severity: .warning,
    severityReason: "Users see the sticker at an undefined position, or not at all.",
    rationale: """
      The pack's Contents.json lists the stickers in their order. A sticker that is not listed has \
      no position and may be missing from the pack.
      """,
    fix: "Add the folder to \"stickers\" in the pack's Contents.json, or remove the folder.",
    source: "Apple, Asset Catalog Format Reference: Sticker Pack Type",
    examples: [
      .fails(
        "A list without the sticker",
        .stickerPack(properties: #""grid-size" : "regular""#, stickers: "[]")),
      .passes("A list with the sticker", .stickerPack(properties: #""grid-size" : "regular""#)),
    ],
    check: .observation {
      guard case .unlisted = $0 else { return nil }
      return "The pack's Contents.json does not list this sticker."
    })
}
