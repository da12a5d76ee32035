internal import Basics

extension Rule {
  /// The estimate is up to 19% too small, so a file that is reported can be made smaller.
  private static let share = Option(
    "share", "the smallest estimated saving that is reported, as a share of the image data", 20,
    .percent, in: 0...100)
  private static let bytes = Option(
    "bytes", "the smallest estimated saving that is reported, in bytes", 10_000, .bytes, in: 1...1e9
  )

  static let looseCompression = Rule(
    id: "loose-compression",
    title: "File can be compressed further without loss",
    category: .file, severity: .info,
    severityReason: "Users see no difference; the file is only larger than necessary.",
    rationale: """
      The file is larger than \(Text.bytes(documented.safeBytes)), but the same pixels fit into \
      fewer bytes: whole frames are stored where little changes, rows are not filtered, or the data is hardly \
      compressed. The size is estimated from a sample of the rows and frames; on files of stickers, it \
      was 19% too small to 51% too large. GIFs, JPEGs, 16-bit PNGs, canvases of more than 1,048,576 \
      pixels and animations of more than 200 MB decoded are skipped.
      """,
    fix: "Run the file through a lossless optimizer such as oxipng, or export it again.",
    repair: Repair("compress without loss", .safe, .storage, .encoding { _ in }),
    source: "stickerpack: estimated with its own encoder; 20% of the image data and 10,000 bytes",
    options: [share, bytes],
    examples: [
      .fails(
        "Image data that is hardly compressed", stored,
        rules: [
          "file-near-limit": .init(level: .off), "png-hard-edges": .init(level: .off),
        ]),
      .passes(
        "The same file, with share set to 100%", stored,
        rules: [
          "file-near-limit": .init(level: .off), "png-hard-edges": .init(level: .off),
          "loose-compression": .init(options: ["share": 100]),
        ]),
      .passes(
        "The same file, with bytes set to 500,000", stored,
        rules: [
          "file-near-limit": .init(level: .off), "png-hard-edges": .init(level: .off),
          "loose-compression": .init(options: ["bytes": 500_000]),
        ]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let size = image.recompression else { return nil }
      let (current, smallest) = (size.own, size.again)
      guard current - smallest >= options[whole: bytes],
        Double(current - smallest) * 100 >= Double(current) * options[share]
      else { return nil }
      let step = smallest < 100_000 ? 1000 : 10_000
      return Violation(
        "The image data could be about \(Text.percent(Double(current - smallest) / Double(current))) smaller"
          + " without loss: a sample suggests \(Text.number((smallest + step / 2) / step * step)) instead of"
          + " \(Text.bytes(current)).",
        measured: Quantity(current, .bytes), limit: Quantity(smallest, .bytes))
    })

  private static let stored = Sketch(coding: .storedRGB, edits: [.comment(byteCount: 900)])
}
