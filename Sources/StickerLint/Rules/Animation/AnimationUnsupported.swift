internal import ImageContainers

extension Rule {
  static let animationUnsupported = Rule(
    id: "animation-unsupported",
    title: "An animation has a format that does not move in Messages",
    category: .animation, severity: .error,
    rationale: """
      Only APNG and GIF move in Messages. A multi-picture JPEG shows its first picture, and an \
      animated WebP, HEICS or AVIF is not accepted at all.
      """,
    fix: "Export the animation as APNG, named .png.",
    source: "Apple, Human Interface Guidelines, iMessage apps and stickers: format table",
    examples: [
      .fails(
        "A WebP animation", [.file("hello.webp", .sample("animation-unsupported.webp"))]),
      .passes("An APNG", Sketch(.breathing())),
    ],
    check: .asset { asset in
      if case .unsupported(let name, animated: true) = asset.signature {
        return [Violation("The file is an animation as \(name); only APNG and GIF may animate.")]
      }
      if case .jpeg(let jpeg) = asset.image?.container, jpeg.hasMultiplePictures {
        return [Violation("The JPEG holds several pictures; only APNG and GIF may animate.")]
      }
      return []
    })
}
