internal import Basics
internal import Pixels

extension Rule {
  private static let share = Option(
    "share", "the smallest estimated saving that is reported, as a share of the image data", 10,
    .percent, in: 0...100)
  private static let bytes = Option(
    "bytes", "the smallest estimated saving that is reported, in bytes", 4096, .bytes, in: 1...1e9
  )

  static let looseCompression = Rule(
    id: "loose-compression",
    title: "File can be compressed further without loss",
    category: .file, severity: .info,
    severityReason: "Users see no difference; the file is only larger than necessary.",
    rationale: """
      The same pixels fit into fewer bytes: a few colors are stored as millions, whole frames where little \
      changes, rows are not filtered, or the data is hardly compressed. The size is estimated from a \
      sample of the rows and frames, and from more rows of a still image until it is clear. Savings below \
      40% may be missed. Skipped are files below 16,384 bytes; stills below 65,536 with a palette or at \
      zlib's default level; animations below 500,000 unless each frame stores the whole canvas; GIFs, \
      JPEGs, 16-bit PNGs, canvases of more than 1,048,576 pixels and animations of more than 200 MB decoded.
      """,
    fix: "Compress it again: `stickerpack fit --lossless` or another lossless optimizer.",
    repair: Repair("compress without loss", .safe, .storage, .encoding { _ in }),
    source: "stickerpack: estimated with its own encoder; 10% of the image data and 4,096 bytes",
    options: [share, bytes],
    isSharedByPack: true,
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
      guard image.isDecoded, !image.storesHiddenColor, let size = image.recompression else {
        return nil
      }
      let (current, smallest) = (size.own, size.again)
      let saving = Double(current - smallest) / Double(current)
      guard current - smallest >= options[whole: bytes], saving * 100 >= options[share] else {
        return nil
      }
      let step = smallest < 100_000 ? 1000 : 10_000
      return Violation(
        "The image data could be about \(Text.percent(min(0.99, saving))) smaller"
          + " without loss: a sample suggests \(Text.number((smallest + step / 2) / step * step)) instead of"
          + " \(Text.bytes(current)).",
        measured: Quantity(current, .bytes), limit: Quantity(smallest, .bytes))
    })

  private static let stored = Sketch(coding: .storedRGB, edits: [.comment(byteCount: 900)])
}

extension ImageFacts {
  /// Whether there is as much hidden color as its rule reports by default. The fix compresses the file, too.
  fileprivate var storesHiddenColor: Bool {
    guard let picture, picture.hiddenColor.sampled > 0 else { return false }
    let hidden = picture.hiddenColor
    return Double(hidden.changes) >= 0.02 * Double(hidden.sampled)
      && (hidden.isPicture || picture.hiddenColorSaving ?? 0 >= 0.05)
  }
}
