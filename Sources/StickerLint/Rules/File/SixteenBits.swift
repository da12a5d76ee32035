extension Rule {
  static let sixteenBits = Rule(
    id: "sixteen-bits",
    title: "PNG has 16 bits per channel",
    category: .file, severity: .info,
    severityReason: "Users see no difference unless a decoder has a bug.",
    rationale: """
      Apple describes PNG and APNG stickers as 8-bit. 16 bits per channel take about twice the \
      bytes without a visible difference, and decoders have had bugs with them.
      """,
    fix: "Export with 8 bits per channel.",
    repair: Repair("store 8 bits per channel", .safe, .storage, .encoding { _ in }),
    source: "Apple, Human Interface Guidelines, sticker format table; SDWebImage issue 3670",
    isSharedByPack: true,
    examples: [
      .fails("16 bits per channel", Sketch(coding: .rgba16)),
      .passes("8 bits per channel"),
    ],
    check: .image { image, _ in
      guard case .png(let png) = image.container, let header = png.header, header.bitDepth == 16
      else { return nil }
      return Violation(
        "The PNG stores 16 bits per channel, twice as many as screens show.",
        at: Place("IHDR", offset: 8),
        measured: Quantity(16, .value), limit: Quantity(8, .value))
    })
}
