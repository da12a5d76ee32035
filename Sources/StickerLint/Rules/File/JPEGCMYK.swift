extension Rule {
  static let jpegCMYK = Rule(
    id: "jpeg-cmyk",
    title: "JPEG uses print colors (CMYK)",
    category: .file, severity: .warning,
    severityReason: "Users see shifted colors.",
    rationale: """
      CMYK and YCCK are meant for print and must be converted to RGB for display. Viewers convert \
      them differently, with or without the color profile, so colors shift.
      """,
    fix: "Export the art as RGB.",
    repair: Repair("store the image in RGB", .unsafe, .storage, .encoding { _ in }),
    source: "Adobe Technical Note 5116; ITU-T T.872",
    examples: [
      .fails(
        "A CMYK JPEG", Sketch(format: .cmykJPEG),
        rules: ["jpeg-no-transparency": .init(level: .off)]),
      .passes(
        "An RGB JPEG", Sketch(Sketch.Art(backdrop: 0xFFFFFF), format: .jpeg),
        rules: ["jpeg-no-transparency": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard case .jpeg(let jpeg) = image.container, jpeg.isCMYK else { return nil }
      let name = jpeg.adobeTransform == 2 ? "YCCK" : "CMYK"
      return Violation("Viewers show different colors: the JPEG is stored as \(name), not as RGB.")
    })
}
