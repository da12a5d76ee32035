extension Rule {
  static let unusedCatalogEntry = Rule(
    id: "unused-catalog-entry",
    title: "Unused file in a catalog",
    category: .catalog, severity: .info,
    severityReason: "Users see no difference; the file may be a forgotten sticker or an old one.",
    rationale: """
      A file that no Contents.json refers to is in no pack. It is often an old version of an image, \
      or a new one that was never selected.
      """,
    fix: "Refer to the file in the Contents.json next to it, or remove it.",
    source: "Apple, Asset Catalog Format Reference",
    examples: [
      .fails(
        "An old drawing next to the sticker's image",
        .stickerPack(changing: [.sticker("Pack.stickerpack/hello.sticker/hello-old.png")])),
      .passes("Only files that the Contents.json refers to", .stickerPack()),
    ],
    check: .observation {
      switch $0 {
      case .unusedFile: "The file is in no pack: no Contents.json refers to it."
      case .unusedFolder: "The catalog does not use a folder of this kind in this place."
      default: nil
      }
    })
}
