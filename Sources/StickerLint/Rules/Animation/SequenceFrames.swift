internal import StickerPacks

extension Rule {
  static let sequenceFrames = Rule(
    id: "sequence-frames",
    title: "Frames do not make an animation",
    category: .animation, severity: .error,
    rationale: """
      The frames of a sequence are still images of one size, told apart by the number in their names. \
      One of another size, one that does not decode or an image between them would jump, be missing \
      or be left out.
      """,
    fix: "Export all frames again at one size, numbered, into a folder of their own.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type; stickerpack",
    examples: [
      .fails(
        "Frames of 408 and 300 px",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [ { "frames": "dance", "fps": 10, "label": "Biscuit dances" } ]
              }

              """)),
          .sticker("dance/1.png"),
          .sticker("dance/2.png", Sketch(Sketch.Art(width: 270), side: 300)),
        ]),
      .passes(
        "Frames of 408 px",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [ { "frames": "dance", "fps": 10, "label": "Biscuit dances" } ]
              }

              """)),
          .sticker("dance/1.png"), .sticker("dance/2.png", Sketch(Sketch.Art(width: 335))),
        ]),
    ],
    check: .pack { pack in
      pack.violations(of: .frames)
        + pack.assets.flatMap(\.frameProblems).map { problem in
          Violation(Text.sentence(problem.message), file: problem.displayPath)
        }
    })
}
