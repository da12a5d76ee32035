internal import ImageContainers

extension Rule {
  static let interlacedPNG = Rule(
    id: "interlaced-png",
    title: "The PNG is interlaced",
    category: .file, severity: .info,
    rationale: """
      Interlacing shows a coarse picture first while a file arrives slowly. A sticker is shown when all \
      of it is there, and Adam7's seven passes compress worse. Interlaced GIFs and progressive JPEGs cost \
      nothing and are not reported.
      """,
    fix: "Export without interlacing.",
    source: "PNG Third Edition, 8.1",
    examples: [
      .fails("Adam7", [.file("hello.png", .sample("interlaced-png.png"))]),
      .passes("Row by row"),
    ],
    check: .image { image, _ in
      guard case .png(let png) = image.container, png.header?.interlaced == true else { return [] }
      return [
        Violation("The image is stored in Adam7's seven passes.", at: Place("IHDR", offset: 8))
      ]
    })
}
