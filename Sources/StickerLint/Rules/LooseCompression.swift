internal import ImageContainers

extension Rule {
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
    fix: "Run the file through a lossless optimiser, such as oxipng, or export it again.",
    source: "stickerpack: measured with its own encoder; a tenth of the data, and 10,000 bytes",
    check: .image { image, _ in
      guard image.isDecoded, let size = image.recompression else { return [] }
      let (own, again) = (size.own, size.again)
      guard own - again >= leastBytes, (own - again) * 10 >= own else { return [] }
      return [
        Violation(
          "The image data take \(Text.bytes(own)) and would take \(Text.bytes(again)),"
            + " \(Text.percent(Double(own - again) / Double(own))) less, with the same pixels.",
          measured: Quantity(own, .bytes), limit: Quantity(again, .bytes))
      ]
    })

  /// Fewer are not worth the work.
  private static let leastBytes = 10_000
}
