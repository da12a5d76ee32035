extension Rule {
  static let trailingBytes = Rule(
    id: "trailing-bytes",
    title: "Data after the end of the image",
    category: .file, scope: .everywhere, severity: .info,
    severityReason: "Users do not see the bytes, and decoders ignore them.",
    rationale: """
      Bytes after the end of the image count toward the 500 KB limit and are never shown. They can \
      be a second file or data that was not meant to be published.
      """,
    fix: "Export the sticker again, or truncate the file at the end of its image.",
    repair: .removeTrailingBytes,
    source: "PNG Third Edition, 13.2; validators of other platforms reject such files",
    examples: [
      .fails("1 byte after the end of the image", Sketch(edits: [.append([0])])),
      .passes("No data after the end of the image"),
    ],
    check: .asset(defects: .trailingBytes))
}

extension Repair {
  /// Removes what follows the end of the image. Surplus data inside of it is not at the end.
  package static let removeTrailingBytes = Repair(
    "remove trailing bytes", .safe, .end,
    canRepair: { image in !image.decodingDefects.contains { $0.kind == .trailingBytes } },
    .container { bytes, _ in
      let end = ImageContainer(bytes)?.defects.first { $0.kind == .trailingBytes }?.place?.offset
      return Array(bytes[..<(end ?? bytes.count)])
    })
}
