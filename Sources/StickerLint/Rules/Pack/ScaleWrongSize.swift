extension Rule {
  static let scaleWrongSize = Rule(
    id: "scale-wrong-size",
    title: "Image at @2x or @1x does not match the art",
    category: .pack, severity: .warning,
    severityReason: "Users of devices at @2x or @1x see a different sticker.",
    rationale: """
      The given images at @2x and @1x are used unchanged. One of another size, format or number of \
      frames makes the sticker look different from device to device.
      """,
    fix: "Export the image from the same art, or remove it so that it is made from the art.",
    source: "stickerpack; Apple, UIImage: an image at @2x has twice the pixels per point",
    examples: [
      .fails(
        "An image of 300 × 300 px at @2x, for art of 408 × 408 px",
        [helloWithLabel, .sticker("hello@3x.png"), .sticker("hello@2x.png", Sketch(side: 300))]),
      .passes(
        "Images of 272 × 272 and 136 × 136 px, for art of 408 × 408 px",
        [
          helloWithLabel, .sticker("hello@3x.png"),
          .sticker("hello@2x.png", Sketch(side: 272)), .sticker("hello.png", Sketch(side: 136)),
        ]),
    ],
    check: .pack { pack in
      zip(pack.assets, pack.smaller).flatMap { asset, smaller in
        zip(asset.source.smaller, smaller).compactMap { given, facts in
          guard let art = asset.image,
            let problem = facts.image?.problem(asScale: given.scale, of: art)
          else { return nil }
          return Violation(problem, file: given.file.shownPath)
        }
      }
    })
}
