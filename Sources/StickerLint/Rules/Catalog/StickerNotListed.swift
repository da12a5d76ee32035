internal import StickerPacks

extension Rule {
  static let stickerNotListed = Rule(
    id: "sticker-not-listed",
    title: "A sticker in the pack's folder is not in its list",
    category: .catalog, severity: .warning,
    rationale: """
      The pack's Contents.json lists the stickers in their order. One that it does not list has no \
      place, and may be missing from the pack: it was added by hand, or the list was merged badly.
      """,
    fix: "Add the folder's name to the list of stickers, or remove the folder.",
    source: "Apple, Asset Catalog Format Reference: Sticker Pack Type",
    examples: [
      .fails(
        "A list without the sticker",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack",
            #"""
            "properties" : { "grid-size" : "regular" },
              "stickers" : []
            """#)
        ])),
      .passes(
        "A list with the sticker",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack",
            #"""
            "properties" : { "grid-size" : "regular" },
              "stickers" : [ { "filename" : "hello.sticker" } ]
            """#)
        ])),
    ],
    check: .pack { pack in pack.violations(of: .notListed) })
}
