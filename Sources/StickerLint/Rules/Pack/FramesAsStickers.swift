internal import StickerPacks

extension Rule {
  static let framesAsStickers = Rule(
    id: "frames-as-stickers",
    title: "A folder looks like the frames of one sticker",
    category: .pack, severity: .info,
    rationale: """
      Every folder of images is a pack, and this one lies in another pack and holds images that \
      differ in their number only. As frames they would be one animated sticker.
      """,
    fix: "List the folder as frames in the stickerpack.json above it, or move it elsewhere.",
    source: "stickerpack",
    examples: [
      .fails(
        "A folder with 1.png and 2.png in another pack",
        [
          .sticker("hello.png"), .sticker("dance/1.png", Sketch(.other(1))),
          .sticker("dance/2.png", Sketch(.other(2))),
        ],
        rules: ["label-missing": .init(level: .off)]),
      .passes(
        "A folder with images of two names",
        [
          .sticker("hello.png"), .sticker("dance/up.png", Sketch(.other(1))),
          .sticker("dance/down.png", Sketch(.other(2))),
        ],
        rules: ["label-missing": .init(level: .off)]),
    ],
    check: .pack { pack in pack.violations(of: .looksLikeFrames) })
}
