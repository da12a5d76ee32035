extension Rule {
  static let truncatedFile = Rule(
    id: "truncated-file",
    title: "File is truncated",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "Messages shows only a part of the sticker, or nothing.",
    rationale: """
      A copy or download stopped early. Many viewers fill the missing part with gray and report no \
      error.
      """,
    fix: "Copy or export the file again.",
    source: "PNG Third Edition; GIF89a; ITU-T T.81",
    examples: [
      .fails("A file without its last 1,000 bytes", Sketch(edits: [.removeEnd(byteCount: 1000)])),
      .passes("A complete file"),
    ],
    check: .asset(defects: .truncated))
}
