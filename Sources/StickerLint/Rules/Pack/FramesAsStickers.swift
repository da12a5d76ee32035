internal import Basics

extension Rule {
  static let framesAsStickers = Rule(
    id: "frames-as-stickers",
    title: "Folder looks like frames of one sticker",
    category: .pack, severity: .info,
    severityReason: "Numbered stickers can be intended.",
    rationale: """
      A folder of images inside a pack is a pack of its own. Images whose names differ only in a \
      number are often the frames of one animated sticker.
      """,
    fix: """
      List the folder as "frames" in the stickerpack.json of the folder above, or move it out of the \
      pack.
      """,
    source: "stickerpack",
    examples: [
      .fails(
        "A folder with 1.png and 2.png inside a pack",
        [
          .sticker("hello.png"), .sticker("dance/1.png", Sketch(.other(1))),
          .sticker("dance/2.png", Sketch(.other(2))),
        ],
        rules: ["label-missing": .init(level: .off)]),
      .passes(
        "A folder with up.png and down.png inside a pack",
        [
          .sticker("hello.png"), .sticker("dance/up.png", Sketch(.other(1))),
          .sticker("dance/down.png", Sketch(.other(2))),
        ],
        rules: ["label-missing": .init(level: .off)]),
    ],
    check: .pack { pack in
      pack.violations {
        guard case .numberedImages(let count, let parent) = $0 else { return nil }
        return
          "The names of all \(count) images differ only in a number. To make one sticker of them,"
          + " list the folder as \"frames\" in the stickerpack.json of \(parent.quoted)."
      }.map { violation in
        var violation = violation
        violation.related = pack.source.stickers.map { $0.shownPath }
        return violation
      }
    })
}
