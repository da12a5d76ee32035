internal import StickerModel

extension Rule {
  static let invalidCatalog = Rule(
    id: "invalid-catalog",
    title: "A Contents.json makes no sense",
    category: .pack, severity: .error,
    rationale: """
      Xcode’s asset compiler takes no notice of most mistakes in a catalog: the sticker is then missing \
      from the pack, or the grid has another size.
      """,
    fix: "Correct the file, or let `stickerpack build` write the catalog.",
    source: "Apple, Asset Catalog Format Reference",
    examples: [
      .fails(
        "A Contents.json that ends too early",
        .catalog(contents: ["Pack.stickerpack/hello.sticker": "{ \"properties\" : {\n"])),
      .passes("A catalog as Xcode writes it", .catalog()),
    ],
    check: .pack { pack in pack.violations(of: .invalidContents) })
}
