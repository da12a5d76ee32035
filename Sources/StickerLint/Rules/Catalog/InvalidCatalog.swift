internal import StickerPacks

extension Rule {
  static let invalidCatalog = Rule(
    id: "invalid-catalog",
    title: "A catalog's Contents.json cannot be used",
    category: .catalog, severity: .error,
    rationale: """
      A file that is no plain JSON, or a sticker's that names no image, leaves its sticker out of the \
      pack. Xcode's asset compiler says nothing about most of that.
      """,
    fix: "Correct the file, or let `stickerpack build` write the catalog.",
    source: "Apple, Asset Catalog Format Reference",
    examples: [
      .fails(
        "A Contents.json that ends too early",
        .stickerPack(changing: [
          .file("Pack.stickerpack/hello.sticker/Contents.json", .text("{ \"properties\" : {\n"))
        ])),
      .fails(
        "A sticker that names no image",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #""properties" : { "accessibility-label" : "Biscuit waves" }"#)
        ]).filter { !$0.path.hasSuffix(".png") }),
      .passes(
        "A sticker's Contents.json as Xcode writes it",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #"""
            "properties" : { "accessibility-label" : "Biscuit waves", "filename" : "hello.png" }
            """#)
        ])),
    ],
    check: .pack { pack in pack.violations(of: .invalidContents) })
}
