internal import ImageContainers
internal import StickerPacks

extension Rule {
  private static let share = Option(
    "share", "the least part of the image data that is worth saving", 10, .percent,
    in: 0...100)
  private static let bytes = Option(
    "bytes", "the fewest bytes that are worth saving", 10_000, .bytes, in: 1...1e9)

  static let looseCompression = Rule(
    id: "loose-compression",
    title: "The same pixels fit into far fewer bytes",
    category: .file, severity: .info,
    rationale: """
      The file is over 500,000 bytes, and a good part of them is compressed badly: whole frames where \
      little changes, rows without filters, or no compression at all. The image data of a PNG is \
      compressed again, canvas by canvas, with every pixel the same. Smaller files are not tried, since \
      that takes longer than the rest of a lint; nor are GIFs, JPEGs, 16 bits a channel, canvases over \
      1,048,576 pixels and animations over 200 MB decoded.
      """,
    fix: "Run the file through a lossless optimizer, such as oxipng, or export it again.",
    source: "stickerpack: measured with its own encoder; a tenth of the data, and 10,000 bytes",
    options: [share, bytes],
    examples: [
      .fails(
        "Image data that are hardly compressed",
        [.file("hello.png", .sample("loose-compression.png"))],
        rules: ["file-near-limit": .init(level: .off)]),
      .passes(
        "The same, with less than 99% allowed to be saved",
        [.file("hello.png", .sample("loose-compression.png"))],
        rules: [
          "file-near-limit": .init(level: .off),
          "loose-compression": .init(options: ["share": 99]),
        ]),
      .passes(
        "The same, with less than 500,000 bytes allowed to be saved",
        [.file("hello.png", .sample("loose-compression.png"))],
        rules: [
          "file-near-limit": .init(level: .off),
          "loose-compression": .init(options: ["bytes": 500_000]),
        ]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let size = image.recompression else { return [] }
      let (own, again) = (size.own, size.again)
      guard own - again >= options[whole: bytes],
        Double(own - again) * 100 >= Double(own) * options[share]
      else { return [] }
      return [
        Violation(
          "The image data take \(Text.bytes(own)) and would take about"
            + " \(Text.bytes((again + 500) / 1000 * 1000)),"
            + " \(Text.percent(Double(own - again) / Double(own))) less, with the same pixels.",
          measured: Quantity(own, .bytes), limit: Quantity(again, .bytes))
      ]
    })
}
