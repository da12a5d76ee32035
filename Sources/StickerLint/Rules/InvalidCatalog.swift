internal import StickerModel

extension Rule {
  static let invalidCatalog = Rule(
    id: "invalid-catalog",
    title: "A catalog’s Contents.json cannot be used",
    category: .catalog, severity: .error,
    rationale: """
      A file that is no plain JSON, or a sticker’s that names no image, leaves its sticker out of the \
      pack. Xcode’s asset compiler says nothing about most of that.
      """,
    fix: "Correct the file, or let `stickerpack build` write the catalog.",
    source: "Apple, Asset Catalog Format Reference",
    check: .pack { pack in pack.violations(of: .invalidContents) })
}
