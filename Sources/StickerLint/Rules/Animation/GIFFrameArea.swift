internal import Basics
internal import Pixels

extension Rule {
  static let gifFrameArea = Rule(
    id: "gif-frame-area",
    title: "GIF frame is outside the canvas",
    category: .animation, scope: .everywhere, severity: .error,
    severityReason: "Viewers cut the frame, enlarge the canvas or reject the file.",
    rationale: """
      Every frame of a GIF must fit inside its canvas, the logical screen. Browsers cut off what is outside, \
      Pillow enlarges the canvas or refuses the file, and the Rust library gif and FFmpeg refuse it. A frame \
      without pixels is reported as corrupt-file.
      """,
    fix: "Export the animation again, with a canvas that contains every frame.",
    source: "GIF89a, 20: each image must fit within the boundaries of the logical screen",
    examples: [
      .fails(
        "A frame that begins at 400 of 408 px",
        Sketch(.breathing(), format: .gif, edits: [.setGIFFrame(1, at: 9, to: [144, 1])]),
        rules: ["gif-hard-edges": .init(level: .off), "clipped-art": .init(level: .off)]),
      .passes(
        "Frames inside the canvas", Sketch(.breathing(), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard image.format == .gif, let canvas = image.canvas else { return nil }
      let outside = image.frames.enumerated().filter {
        let frame = $0.element
        return frame.x + frame.width > canvas.width || frame.y + frame.height > canvas.height
      }
      guard let (index, frame) = outside.first else { return nil }
      let area = PixelRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
      let others = outside.count - 1
      let more =
        others > 0 ? " So \(others == 1 ? "does" : "do") \(Text.count(others, "other frame"))." : ""
      return Violation(
        "Frame \(Text.number(index + 1)) extends beyond the canvas of \(canvas): it has"
          + " \(Text.area(area)).\(more)",
        at: Place("frame \(index + 1)", offset: frame.offset),
        // A still has no frames to choose from.
        in: outside.prefix(image.isAnimated ? FindingRegion.maximumCount : 0).map {
          FindingRegion(frame: $0.offset + 1)
        },
        measured: Quantity(outside.count, .frames), limit: Quantity(0, .frames))
    })
}
