internal import Basics

extension Rule {
  static let frameMissing = Rule(
    id: "frame-missing",
    title: "Numbered frames have a gap",
    category: .animation, scope: .everywhere, severity: .warning,
    severityReason: "Users see the animation jump.",
    rationale: """
      The frames of a folder are played in the order of their numbers. A missing number usually means \
      that a frame was not exported or not copied, and the animation jumps.
      """,
    fix: "Add the missing frames, or list the frames by name in the stickerpack.json.",
    source: "stickerpack",
    examples: [
      .fails("1.png, 2.png and 4.png", [dance] + frames(numbered: [1, 2, 4])),
      .passes("10.png, 20.png and 30.png", [dance] + frames(numbered: [10, 20, 30])),
    ],
    check: .observation {
      guard case .missingFrames(let gaps) = $0 else { return nil }
      let jumps = gaps.prefix(3).map { "from \($0.lowerBound) to \($0.upperBound)" }
      let more = gaps.count > 3 ? " and \(Text.count(gaps.count - 3, "more time"))" : ""
      return "The numbers of the frames jump \(jumps.joined(separator: ", "))\(more)."
    })

  /// A configuration of a sticker whose frames are in the folder `dance`.
  static let dance = Example.File.configuration(
    #"  "stickers": [ { "frames": "dance", "fps": 10, "label": "Biscuit dances" } ]"#)

  private static func frames(numbered numbers: [Int]) -> [Example.File] {
    numbers.enumerated().map { index, number in
      .sticker("dance/\(number).png", Sketch(Sketch.Art(width: 343 - index * 4)))
    }
  }
}
