internal import Basics

extension Rule {
  private static let share = Option(
    "share", "the smallest share of the file at which metadata is reported", 10, .percent,
    in: 0...100
  )
  private static let bytes = Option(
    "bytes", "the smallest amount of metadata that is reported", 10_000, .bytes, in: 0...1e9)

  static let heavyMetadata = Rule(
    id: "heavy-metadata",
    title: "Metadata takes up much of the file",
    category: .file, severity: .info,
    severityReason: "Users do not see it, and it matters only if the file is near its limit.",
    rationale: """
      Editors embed histories, thumbnails, previews and large color profiles, and phones add a second \
      picture to a photo, such as a gain map for HDR. They count toward the 500 KB limit and leave \
      fewer bytes for the image.
      """,
    fix: "Export without metadata; a small sRGB or Display P3 profile is enough.",
    repair: .removeMetadata,
    source:
      "stickerpack: 10% of the file and 10,000 bytes; CIPA DC-007 (Multi-Picture Format); Android,"
      + " Ultra HDR image format",
    options: [share, bytes],
    isSharedByPack: true,
    examples: [
      .fails("A comment of 10,000 bytes in a file of 40,000 bytes", file(commentBytes: 10_000)),
      .passes("A comment of 9,999 bytes", file(commentBytes: 9999)),
      .fails(
        "A comment of 9,999 bytes, with bytes set to 5,000", file(commentBytes: 9999),
        rules: ["heavy-metadata": .init(options: ["bytes": 5000])]),
      .passes(
        "A comment of 10,000 bytes, with share set to 30%", file(commentBytes: 10_000),
        rules: ["heavy-metadata": .init(options: ["share": 30])]),
    ],
    check: .asset { asset, _, options in
      guard let metadata = asset.image?.container.metadata,
        metadata.byteCount >= options[whole: bytes], metadata.byteCount > 0
      else { return nil }
      let share = Double(metadata.byteCount) / Double(max(1, asset.byteCount))
      let limit = options[Self.share] / 100
      guard share >= limit else { return nil }
      let kinds = metadata.byteCounts.sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      let parts = kinds.map { "\($0.key.rawValue) \(Text.bytes($0.value))" }
      return Violation(
        "Metadata, which nothing shows, takes \(Text.percent(share)) of the file:"
          + " \(parts.joined(separator: ", ")).",
        measured: Quantity(metadata.byteCount, .bytes),
        limit: Quantity(Double(asset.byteCount) * limit, .bytes))
    })

  private static func file(commentBytes: Int) -> Sketch {
    Sketch(byteCount: 40_000, edits: [.comment(byteCount: commentBytes)])
  }
}
