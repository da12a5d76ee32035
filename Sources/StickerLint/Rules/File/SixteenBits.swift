internal import ImageContainers

extension Rule {
  static let sixteenBits = Rule(
    id: "sixteen-bits",
    title: "The PNG has 16 bits a channel",
    category: .file, severity: .info,
    rationale: """
      Apple describes PNG and APNG stickers with 8 bits. Sixteen take about twice the bytes, no screen \
      shows the difference in a sticker, and decoders have stumbled over them.
      """,
    fix: "Export with 8 bits a channel.",
    source: "Apple, Human Interface Guidelines, formats of stickers; SDWebImage issue 3670",
    examples: [
      .fails("16 bits", Sketch(coding: .rgba16)),
      .passes("8 bits"),
    ],
    check: .image { image, _ in
      guard case .png(let png) = image.container, let header = png.header, header.bitDepth == 16
      else { return [] }
      return [
        Violation(
          "Each sample has 16 bits.", at: Place("IHDR", offset: 8),
          measured: Quantity(16, .value), limit: Quantity(8, .value))
      ]
    })
}
