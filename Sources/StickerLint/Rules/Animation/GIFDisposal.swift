internal import Basics

extension Rule {
  static let gifDisposal = Rule(
    id: "gif-disposal",
    title: "Undefined disposal method",
    category: .animation, scope: .everywhere, severity: .warning,
    severityReason: "Users see different pictures, depending on the viewer.",
    rationale: """
      A frame of a GIF states what happens to its pixels before the next one: 0 and 1 keep them, 2 clears them, 3 \
      restores the old ones. 4 to 7 are undefined. Some encoders write 4 for 3, and Chromium and Firefox \
      read it so; Pillow and giflib keep the pixels, and so does stickerpack.
      """,
    fix: "Export the animation again with another GIF encoder.",
    source:
      "GIF89a, 23 (disposal methods 4 to 7 are to be defined); Chromium, gif_image_reader; Firefox,"
      + " nsGIFDecoder2",
    examples: [
      .fails(
        "Disposal method 4",
        // The method in bits 2 to 4, and a transparent color.
        Sketch(.breathing(), format: .gif, edits: [.setGIFFrame(1, at: 3, to: [4 << 2 | 1])]),
        rules: alone),
      .passes("Disposal methods 0 to 3", Sketch(.breathing(), format: .gif), rules: alone),
    ],
    check: .image { image, _ in
      guard case .gif(let gif) = image.container, image.isAnimated else { return nil }
      let undefined = gif.frames.enumerated().filter { $0.element.undefinedDisposal != nil }
      guard let (index, frame) = undefined.first, let method = frame.undefinedDisposal else {
        return nil
      }
      let frames =
        undefined.count == 1
        ? "frame \(Text.number(index + 1)) has" : "\(Text.count(undefined.count, "frame")) have"
      return Violation(
        "Viewers draw the following frames differently: \(frames) disposal method \(method), which is undefined.",
        at: Place("frame \(index + 1)", offset: frame.entry.offset),
        in: undefined.prefix(FindingRegion.maximumCount).map {
          FindingRegion(frame: $0.offset + 1)
        },
        measured: Quantity(method, .value), limit: Quantity(3, .value))
    })

  private static let alone: [String: RuleSetting] = ["gif-hard-edges": .init(level: .off)]
}
