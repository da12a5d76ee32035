internal import Basics
internal import ImageCodecs

extension Rule {
  private static let frames = Option(
    "frames", "the largest allowed number of frames that repeat the previous one", 0, .frames,
    in: 0...65_535)

  /// The smallest share of the frames of a GIF, or of their data, and the smallest number of bytes that are reported: fewer
  /// are pauses that cost next to nothing, and no fix merges them.
  private static let (leastFrames, leastData, leastBytes) = (0.25, 0.05, 4_096)

  /// Three frames, the last of which replaces a transparent pixel by a transparent pixel.
  private static let repeated = Sketch(
    [.disc, Sketch.Art(width: 336), Sketch.Art(width: 336)].map { Sketch.Frame($0) },
    edits: [
      .setChunk("fcTL", number: 2, at: 4, to: [0, 0, 0, 1, 0, 0, 0, 1]),
      .removeChunk("fdAT", number: 1),
      // Sequence number 4, and a zlib stream of five zeros in a stored block.
      .insertChunk(
        "fdAT", [0, 0, 0, 4, 0x78, 1, 1, 5, 0, 0xFA, 0xFF, 0, 0, 0, 0, 0, 0, 5, 0, 1],
        before: "IEND"),
    ])

  static let duplicateFrames = Rule(
    id: "duplicate-frames",
    title: "Consecutive frames are identical",
    category: .animation, severity: .info,
    severityReason: "Users see no difference; the file is only larger than necessary.",
    rationale: """
      A frame that repeats the previous one costs bytes in the file and a whole canvas in memory. \
      One frame with a longer delay looks the same. In a GIF, copies that take less than 4,096 bytes, or that are less than \
      a quarter of the frames and take less than 5% of their data, are not reported: they are pauses and cost next to \
      nothing.
      """,
    fix: "Merge each run of identical frames into one frame, and add up their delays.",
    repair: Repair(
      "merge equal frames", .safe, .frames, canRepair: { $0.format == .apng },
      .encoding { $0.mergesFrames = true }),
    source: "stickerpack: comparison of composited canvases",
    options: [frames],
    examples: [
      .fails("Frames that repeat the previous one", repeated),
      .passes(
        "One frame with a longer delay",
        Sketch([Sketch.Frame(.disc, milliseconds: 200), Sketch.Frame(Sketch.Art(width: 336))])),
      .passes(
        "One copy among 12 frames of a GIF, which is small",
        Sketch(
          (0..<12).map { [Sketch.Frame].breathing(11)[min($0, 10)] }, format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes(
        "Frames that repeat the previous one, with frames set to 8", repeated,
        rules: ["duplicate-frames": .init(options: ["frames": 8])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let repeated = image.motion?.repeatedFrames,
        let first = repeated.first, first < image.frames.count,
        repeated.count > options[whole: frames]
      else { return nil }
      let bytes = repeated.reduce(0) { $0 + image.frames[$1].byteCount }
      let all = image.frames.reduce(0) { $0 + $1.byteCount }
      guard
        image.format == .apng
          || bytes >= leastBytes
            && (Double(repeated.count) >= leastFrames * Double(image.frames.count)
              || Double(bytes) >= leastData * Double(all))
      else { return nil }
      let copies = repeated.count == 1 ? "is a copy" : "are copies"
      let saving =
        image.format == .apng ? "; merging them saves up to \(Text.bytes(bytes))" : ""
      return Violation(
        "\(Text.number(repeated.count)) of \(Text.count(image.frames.count, "frame"))"
          + " \(copies) of the frame before\(saving).",
        at: Place("frame \(first + 1)", offset: image.frames[first].offset),
        in: repeated.prefix(FindingRegion.maximumCount).map { FindingRegion(frame: $0 + 1) },
        measured: Quantity(repeated.count, .frames),
        limit: Quantity(options[whole: frames], .frames))
    })
}
