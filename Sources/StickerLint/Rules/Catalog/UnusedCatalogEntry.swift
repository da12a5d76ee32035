internal import StickerPacks

extension Rule {
  static let unusedCatalogEntry = Rule(
    id: "unused-catalog-entry",
    title: "A catalog has a file or folder that nothing names",
    category: .catalog, severity: .info,
    rationale: """
      What no Contents.json names gets into no pack. It is often the old version of an image that was \
      replaced, or the new one that was never chosen.
      """,
    fix: "Name the file in the Contents.json beside it, or remove it.",
    source: "Apple, Asset Catalog Format Reference",
    examples: [
      .fails(
        "An old drawing beside the sticker's image",
        .stickerPack(changing: [.sticker("Pack.stickerpack/hello.sticker/hello-old.png")])),
      .passes("Nothing but what the Contents.json names", .stickerPack()),
    ],
    check: .pack { pack in pack.violations(of: .stray) })
}
