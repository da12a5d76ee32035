extension Rule {
  static let singleFrameAnimation = Rule(
    id: "single-frame-animation",
    title: "Animation has only one frame",
    category: .animation, severity: .warning,
    severityReason: "Users see a sticker that does not move.",
    rationale: """
      The file declares an animation but contains one image. Either frames were lost on export, or \
      a still image was saved as an animation by accident.
      """,
    fix: "Export all frames, or save the image as a still PNG.",
    repair: Repair(
      "store as a still image", .safe, .timing,
      .container { bytes, _ in ImageContainer.edited(bytes, .makeStill) }),
    source: "PNG Third Edition, 11.3.6.1: a single frame is valid, but rarely intended",
    examples: [
      .fails("1 frame", Sketch(.breathing(1))),
      .passes("2 frames", Sketch(.breathing(2))),
    ],
    check: .image { image, _ in
      let declared: Bool
      switch image.container {
      case .png(let png):
        declared = png.animation?.declaredFrames == 1 && png.animation?.frames.count == 1
      case .gif(let gif): declared = gif.loopCount != nil && gif.frames.count == 1
      case .jpeg: declared = false
      }
      guard declared else { return nil }
      return Violation(
        "The sticker does not move: the \(image.format.name) declares an animation but has 1 frame.",
        measured: Quantity(1, .frames), limit: Quantity(2, .frames))
    })
}
