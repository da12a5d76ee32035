internal import StickerModel

extension Rule {
  static let sequenceNotChecked = Rule(
    id: "sequence-not-checked",
    title: "A sticker sequence is not judged",
    category: .pack, severity: .info,
    rationale: """
      Xcode assembles a sequence into an animation of its own, whose size is not known before. Its \
      frames are no stickers, so the rules do not apply to them.
      """,
    fix: "Assemble the frames into an APNG, whose size is then known and checked.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type",
    examples: [
      .fails(
        "A sequence of one frame beside a sticker",
        .catalog() + [
          .file(
            "Stickers.xcstickers/Pack.stickerpack/wave.stickersequence/Contents.json",
            .text(
              """
              {
                "frames" : [ { "filename" : "1.png" } ],
                "info" : { "author" : "xcode", "version" : 1 },
                "properties" : { "duration" : 15, "duration-type" : "fps", "repetitions" : 0 }
              }

              """)),
          .sticker("Stickers.xcstickers/Pack.stickerpack/wave.stickersequence/1.png"),
        ]),
      .passes(
        "Stickers only", .catalog(stickers: ["hello", "wave"])),
    ],
    check: .pack { pack in pack.violations(of: .sequence) })
}
