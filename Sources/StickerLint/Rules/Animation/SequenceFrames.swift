internal import StickerPacks

extension Rule {
  static let sequenceFrames = Rule(
    id: "sequence-frames",
    title: "Frames cannot be assembled into an animation",
    category: .animation, severity: .error,
    rationale: """
      The frames of a sequence must be still images of one size, ordered by the number in their \
      names. A frame of another size jumps, a damaged frame is missing, and an unrelated image is \
      left out.
      """,
    fix: "Export all frames again at one size, numbered, into a separate folder.",
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
