internal import StickerPacks

extension Rule {
  static let nameInOtherCase = Rule(
    id: "name-in-other-case",
    title: "A name is written in another case than the file's",
    category: .catalog, severity: .warning,
    rationale: """
      Most Macs take "Cat.png" and "cat.png" for one file. A disk that tells them apart, as on most \
      build machines and some Macs, does not find it, and the sticker is missing from the pack.
      """,
    fix: "Write the name as the file has it, or rename the file.",
    source: "stickerpack; Apple's file systems exist in both kinds",
    examples: [
      .fails(
        "\"Hello.png\" for a file that is named hello.png",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #"""
            "properties" : { "accessibility-label" : "Biscuit waves", "filename" : "Hello.png" }
            """#)
        ])),
      .passes(
        "The name as the file has it",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #"""
            "properties" : { "accessibility-label" : "Biscuit waves", "filename" : "hello.png" }
            """#)
        ])),
    ],
    check: .pack { pack in pack.violations(of: .wrongCase) })
}
