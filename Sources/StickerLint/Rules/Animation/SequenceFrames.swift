internal import Basics

extension Rule {
  static let sequenceFrames = Rule(
    id: "sequence-frames",
    title: "Frames do not form an animation",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "No animation can be assembled from the frames.",
    rationale: """
      The frames of a sequence are still images of one size whose names differ only in a number. \
      Other images would jump or be missing.
      """,
    fix: "Export all frames at one size, with numbered names, to their own folder.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type; stickerpack",
    examples: [
      .fails(
        "Frames of 408 and 300 px",
        [
          dance, .sticker("dance/1.png"),
          .sticker("dance/2.png", Sketch(Sketch.Art(width: 270), side: 300)),
        ]),
      .passes(
        "Frames of 408 px",
        [
          dance, .sticker("dance/1.png"),
          .sticker("dance/2.png", Sketch(Sketch.Art(width: 335))),
        ]),
    ],
    check: .pack { pack in
      let entries = pack.violations {
        switch $0 {
        case .noFrames:
          "Expected two or more images whose names differ only in a number, such as 1.png and 2.png."
        case .otherImage(let frame):
          "The image is not a frame: its name differs from \(frame.quoted) in more than the number."
        default: nil
        }
      }
      return entries
        + pack.assets.flatMap { $0.frameProblems }.map { problem in
          Violation(Text.sentence(problem.message), file: problem.displayPath)
        }
    })
}
