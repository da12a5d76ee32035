internal import ImageContainers

extension Rule {
  static let trailingBytes = Rule(
    id: "trailing-bytes",
    title: "There are bytes after the end of the image",
    category: .file, severity: .warning,
    rationale: """
      They count towards the 500 KB and show nothing. Sometimes they are a second file, or data that \
      should not be published.
      """,
    fix: "Export the sticker again, or cut the file at the end of its image.",
    source: "PNG Third Edition, 13.2; validators of other platforms refuse such files",
    examples: [
      .fails("1 byte after the end", Sketch(edits: [.append([0])])),
      .passes("Nothing after the end"),
    ],
    check: .asset { $0.image?.violations(of: .trailingBytes) ?? [] })
}
