internal import ImageContainers

extension Rule {
  static let animationUnsupported = Rule(
    id: "animation-unsupported",
    title: "Animation format is not supported",
    category: .animation, severity: .error,
    rationale: """
      Messages plays only APNG and GIF. A JPEG with several pictures shows the first one, and \
      animated WebP, HEICS and AVIF are not accepted.
      """,
    fix: "Export the animation as APNG (named .png).",
    source: "Apple, Human Interface Guidelines, iMessage apps and stickers: format table",
    examples: [
      .fails(
        "An animated WebP", [.file("hello.webp", .webP(flags: 0x12))]),
      .passes("An APNG", Sketch(.breathing())),
    ],
    check: .asset { asset in
      if case .unsupported(let name, animated: true) = asset.signature {
        return [Violation("The file is an animation in \(name) format (supported: APNG, GIF).")]
      }
      if case .jpeg(let jpeg) = asset.image?.container, jpeg.hasMultiplePictures {
        return [Violation("The JPEG contains several pictures (supported animations: APNG, GIF).")]
      }
      return []
    })
}
