internal import ImageContainers
internal import StickerPacks

extension Rule {
  private static let frames = Option(
    "frames", "how many frames may repeat the one before", 0, .frames, in: 0...65_535)

  static let duplicateFrames = Rule(
    id: "duplicate-frames",
    title: "Consecutive frames show the same",
    category: .animation, severity: .info,
    rationale: """
      A frame that shows what the frame before it shows costs bytes in the file and a whole canvas in \
      memory. One frame with a longer delay looks the same.
      """,
    fix: "Merge each run of equal frames into one with the sum of their delays.",
    source: "stickerpack: composited canvases are compared",
    options: [frames],
    examples: [
      .fails(
        "Frames that show the one before again",
        [.file("hello.png", .sample("duplicate-frames.png"))]),
      .passes(
        "A first frame with a longer delay",
        Sketch([Sketch.Frame(.disc, milliseconds: 200), Sketch.Frame(Sketch.Art(width: 336))])),
      .passes(
        "Frames that show the one before again, with as many allowed",
        [.file("hello.png", .sample("duplicate-frames.png"))],
        rules: ["duplicate-frames": .init(options: ["frames": 8])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let repeated = image.motion?.repeatedFrames,
        let first = repeated.first, first < image.frames.count,
        repeated.count > options[whole: frames]
      else { return [] }
      let bytes = repeated.reduce(0) { $0 + image.frames[$1].byteCount }
      return [
        Violation(
          "\(Text.number(repeated.count)) of \(Text.count(image.frames.count, "frame")) only"
            + " repeat\(repeated.count == 1 ? "s" : "") the one before, from frame \(first + 1) on;"
            + " their image data take \(Text.bytes(bytes)).",
          at: Place("frame \(first + 1)", offset: image.frames[first].offset),
          measured: Quantity(repeated.count, .frames),
          limit: Quantity(options[whole: frames], .frames))
      ]
    })
}
