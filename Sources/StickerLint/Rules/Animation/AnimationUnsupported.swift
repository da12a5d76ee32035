extension Rule {
  static let animationUnsupported = Rule(
    id: "animation-unsupported",
    title: "Animation format is not supported",
    category: .animation, severity: .error,
    severityReason: "Messages does not play the animation, or App Store Connect rejects the file.",
    rationale: """
      Messages plays only APNG and GIF. Animated WebP, HEICS, AVIF, videos and Telegram's TGS are not \
      accepted.
      """,
    fix: "Export the animation as APNG (named .png).",
    source: "Apple, Human Interface Guidelines, iMessage apps and stickers: format table",
    examples: [
      .fails(
        "An animated WebP", [.file("hello.webp", .webP(flags: 0x12))]),
      .fails(
        "A QuickTime movie", [.file("hello.mov", .text("\u{0}\u{0}\u{0}\u{14}ftypqt  "))]),
      .passes("An APNG", Sketch(.breathing())),
    ],
    check: .asset { asset, pack in
      guard case .unsupported(let format) = asset.signature, format.isAnimated else { return nil }
      return Violation(
        "The content is \(format.name) (supported: APNG, GIF)."
          + format.conversionAdvice(side: pack.destination.largestSide))
    })
}
