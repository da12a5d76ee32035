extension Rule {
  static let scaleMissing = Rule(
    id: "scale-missing",
    title: "Image at @3x is missing",
    category: .pack, severity: .warning,
    severityReason: "Users see a sticker that is blurred or smaller than the others.",
    rationale: """
      Messages shows stickers from their @3x image and scales it down for other screens. An image \
      exported at @2x or @1x appears smaller than the other stickers, or blurred.
      """,
    fix: "Export the sticker at its full size, and end the name of the file in `@3x`.",
    source: "Apple, MSSticker: \"Always provide @3x images\"",
    isSharedByPack: true,
    examples: [
      .fails(
        "A sticker at @2x and @1x",
        [helloWithLabel, .sticker("hello@2x.png"), .sticker("hello.png", Sketch(side: 204))]),
      .passes("A sticker at @3x only", [helloWithLabel, .sticker("hello@3x.png")]),
    ],
    check: .observation {
      guard case .missingScale(let largest) = $0 else { return nil }
      return "The @3x image is missing; the largest one is @\(largest)x."
    })

  /// A configuration with a label for `hello.png`, at any scale.
  static let helloWithLabel = Example.File.configuration(
    #"  "stickers": [ { "file": "hello.png", "label": "Biscuit waves" } ]"#)
}
