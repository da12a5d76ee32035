extension Rule {
  static let interlacedPNG = Rule(
    id: "interlaced-png",
    title: "PNG is interlaced",
    category: .file, severity: .info,
    severityReason: "Users see no difference; the file is only larger than necessary.",
    rationale: """
      Interlacing shows a coarse preview while an image loads. Stickers are shown only once they \
      are loaded, and the seven passes of Adam7 compress worse. Interlaced GIFs and progressive \
      JPEGs are not larger and are not reported.
      """,
    fix: "Export without interlacing.",
    repair: Repair("remove interlacing", .safe, .storage, .encoding { _ in }),
    source: "PNG Third Edition, 8.1",
    isSharedByPack: true,
    examples: [
      .fails("Adam7 interlacing", Sketch(coding: .interlaced)),
      .passes("No interlacing"),
    ],
    check: .image { image, _ in
      guard case .png(let png) = image.container, png.header?.interlaced == true else { return nil }
      return Violation(
        "The PNG is interlaced (Adam7), which usually makes it larger.",
        at: Place("IHDR", offset: 8))
    })
}
