internal import StickerPacks

extension Rule {
  static let catalogUnknownKey = Rule(
    id: "catalog-unknown-key",
    title: "A catalog has a key that its format does not have",
    category: .catalog, severity: .warning,
    rationale: """
      Xcode passes over a key that it does not know, so a misspelled one has no effect: the grid keeps \
      its size, the animation its speed. Even two of Apple's own examples are misspelled: "grid-space" \
      and "repetions".
      """,
    fix: "Correct the key's spelling, or remove it.",
    source: "Apple, Asset Catalog Format Reference: the keys of each type",
    examples: [
      .fails(
        "\"grid-space\", as in one of Apple's own examples",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack",
            #"""
            "properties" : { "grid-space" : "regular" },
              "stickers" : [ { "filename" : "hello.sticker" } ]
            """#)
        ])),
      .passes(
        "\"grid-size\"",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack",
            #"""
            "properties" : { "grid-size" : "regular" },
              "stickers" : [ { "filename" : "hello.sticker" } ]
            """#)
        ])),
    ],
    check: .pack { pack in pack.violations(of: .unknownKey) })
}
