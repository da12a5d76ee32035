internal import ImageContainers

extension Rule {
  static let heavyMetadata = Rule(
    id: "heavy-metadata",
    title: "Much of the file is metadata",
    category: .file, severity: .info,
    rationale: """
      Editors leave histories, thumbnails, previews and large colour profiles in what they export. They \
      count towards the limit of 500 KB like the picture does, and nobody sees them.
      """,
    fix: "Export without metadata; a small sRGB or Display P3 profile is enough.",
    source: "stickerpack: a tenth of the file, and 10,000 bytes",
    check: .asset { asset in
      guard let metadata = asset.image?.container.metadata,
        metadata.byteCount >= Metadata.leastBytes
      else { return [] }
      let share = Double(metadata.byteCount) / Double(max(1, asset.byteCount))
      guard share >= Metadata.leastShare else { return [] }
      let kinds = metadata.byteCounts.sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      let parts = kinds.map { "\($0.key.rawValue) \(Text.bytes($0.value))" }
      return [
        Violation(
          "\(Text.percent(share)) of the file are metadata: \(parts.joined(separator: ", "));"
            + " \(Text.percent(Metadata.leastShare)) is the limit.",
          measured: Quantity(metadata.byteCount, .bytes),
          limit: Quantity(Double(asset.byteCount) * Metadata.leastShare, .bytes))
      ]
    })
}

extension Metadata {
  /// Fewer are no trouble in any file.
  fileprivate static let leastBytes = 10_000
  fileprivate static let leastShare = 0.1
}
