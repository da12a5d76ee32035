internal import StickerPacks

extension Rule {
  static let filenameIsPath = Rule(
    id: "filename-is-path",
    title: "A catalog's filename is a path",
    category: .catalog, severity: .error,
    rationale: """
      A catalog names files that lie in its own folders. A path from the machine that wrote it leads \
      nowhere on any other, and the sticker is missing from the pack.
      """,
    fix: "Write the file's bare name, and keep the file beside its Contents.json.",
    source:
      "Apple, Asset Catalog Format Reference: a filename is the name of a file in the same folder",
    examples: [
      .fails(
        "A path of the machine on which the catalog was written",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #"""
            "properties" : { "accessibility-label" : "Biscuit waves", "filename" : "/Users/biscuit/hello.png" }
            """#)
        ]).filter { !$0.path.hasSuffix(".png") }),
      .passes(
        "A bare name",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #"""
            "properties" : { "accessibility-label" : "Biscuit waves", "filename" : "hello.png" }
            """#)
        ])),
    ],
    check: .pack { pack in pack.violations(of: .filenameIsPath) })
}
