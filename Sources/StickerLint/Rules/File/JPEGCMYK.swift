internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let jpegCMYK = Rule(
    id: "jpeg-cmyk",
    title: "The JPEG is stored in inks for print",
    category: .file, severity: .warning,
    rationale: """
      Four inks (CMYK or YCCK) have to be turned into light before a screen can show them. Viewers do \
      that in different ways, with or without the profile, and colors shift.
      """,
    fix: "Export the art as RGB.",
    source: "Adobe Technical Note 5116; ITU-T T.872",
    examples: [
      .fails(
        "A JPEG of four inks", [.file("hello.jpg", .sample("jpeg-cmyk.jpg"))],
        rules: ["jpeg-no-transparency": .init(level: .off)]),
      .passes(
        "An RGB JPEG", Sketch(Sketch.Art(backdrop: 0xFFFFFF), format: .jpeg),
        rules: ["jpeg-no-transparency": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard case .jpeg(let jpeg) = image.container, jpeg.isCMYK else { return [] }
      let name = jpeg.adobeTransform == 2 ? "YCCK" : "CMYK"
      return [Violation("The picture is stored as \(name).")]
    })
}
