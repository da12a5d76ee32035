internal import StickerPacks

extension Rule {
  static let catalogBadValue = Rule(
    id: "catalog-bad-value",
    title: "A catalog has a value that its format does not allow",
    category: .catalog, severity: .error,
    rationale: """
      A grid size that does not exist, a duration of nothing or a number in quotes is passed over: the \
      pack is shown, or the animation played, in another way than was written down.
      """,
    fix: "Write one of the values that the message names.",
    source: "Apple, Asset Catalog Format Reference: the values of each key",
    examples: [
      .fails(
        "A grid size that does not exist",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack",
            #"""
            "properties" : { "grid-size" : "medium" },
              "stickers" : [ { "filename" : "hello.sticker" } ]
            """#)
        ])),
      .fails(
        "A duration of nothing",
        .sequence([Sketch(), Sketch()], properties: #""duration" : 0, "duration-type" : "fps""#)),
      .passes(
        "One of the three grid sizes",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack",
            #"""
            "properties" : { "grid-size" : "regular" },
              "stickers" : [ { "filename" : "hello.sticker" } ]
            """#)
        ])),
    ],
    check: .pack { pack in pack.violations(of: .badValue) })
}
