internal import Basics

extension Rule {
  private static let rate = Option(
    "rate", "the smallest number of frames per second", 6.5, .value, in: 1...60)
  /// Frames that are held for longer are separate pictures.
  private static let longest = 350.0
  /// A frame that is held for this many times the median is a pause.
  private static let pause = 1.5
  /// Lengths in a GIF are hundredths of a second, so the exact one can be shorter by that.
  private static let rounding = 10.0

  static let lowFrameRate = Rule(
    id: "low-frame-rate",
    title: "Animation has few frames per second",
    category: .animation, severity: .info,
    severityReason: "Hand-drawn animations alternate slowly on purpose.",
    rationale: """
      Animation on threes, with 8 drawings per second, is seen as motion; at 6 and fewer, the eye sees separate \
      pictures. Lengths are the stored ones, \
      although some apps play short ones more slowly (see delay-clamped). What is held for 1.5 times the median or longer is a pause and does not count, and lengths \
      in a GIF may be up to 10 ms too long, as 6.5 frames per second are not a whole number of hundredths. Fewer than four drawings, such as eyes that open and \
      close, and pictures that are each shown for more than 350 ms are not reported.
      """,
    fix: "Export the animation at 10 or more frames per second, with shorter delays.",
    source:
      "stickerpack: animations that reviewers called jerky (Tests/Measurements/RuleQuality.md)",
    options: [rate],
    isSharedByPack: true,
    examples: [
      .fails("9 frames of 200 ms", Sketch(.breathing(9, milliseconds: 200))),
      .passes("9 frames of 150 ms", Sketch(.breathing(9, milliseconds: 150))),
      .passes(
        "9 drawings of 40 ms, each shown in two frames of a GIF",
        Sketch(
          (0..<18).map { [Sketch.Frame].breathing(9, milliseconds: 40)[$0 / 2] }, format: .gif),
        rules: [
          "gif-hard-edges": .init(level: .off), "delay-clamped": .init(level: .off),
          "duplicate-frames": .init(level: .off),
        ]),
      .passes(
        "9 frames of 160 ms in a GIF, the nearest to 154 ms",
        Sketch(.breathing(9, milliseconds: 160), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes("Three frames of 200 ms", Sketch(.breathing(3, milliseconds: 200))),
      .passes(
        "Nine frames of 200 ms with three drawings",
        Sketch((0..<9).map { [Sketch.Frame].breathing(3, milliseconds: 200)[$0 % 3] })),
      .passes("Nine pictures of 400 ms", Sketch(.breathing(9, milliseconds: 400))),
      .passes(
        "9 frames of 200 ms, with rate set to 4", Sketch(.breathing(9, milliseconds: 200)),
        rules: ["low-frame-rate": .init(options: ["rate": 4])]),
    ],
    check: .image { image, pack, options in
      guard image.isDecoded, let motion = image.motion else { return nil }
      let held = image.heldMilliseconds(motion, pack.destination.unclamped)
      guard motion.drawings >= 4 else { return nil }
      let median = held.sorted()[held.count / 2]
      guard 0 < median, median <= longest else { return nil }
      let moving = held.filter { $0 < median * pause }
      let mean = moving.reduce(0, +) / Double(moving.count)
      let shortest = image.format == .gif ? max(1, mean - rounding) : mean
      guard 1000 / shortest < options[rate] else { return nil }
      // Rounded down, so it is not equal to the limit.
      let measured = (10_000 / mean).rounded(.down) / 10
      return Violation(
        "The animation shows \(Text.number(measured)) pictures a second and looks jerky; 10 to 15 look smooth.",
        measured: Quantity(measured, .value), limit: Quantity(options[rate], .value))
    })
}
