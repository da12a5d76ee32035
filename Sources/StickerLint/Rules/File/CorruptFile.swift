internal import ImageContainers

extension Rule {
  static let corruptFile = Rule(
    id: "corrupt-file",
    title: "The file breaks its format",
    category: .file, severity: .error,
    rationale: """
      A wrong checksum, an impossible value or data that does not decode means that the file was \
      damaged, or written by a faulty program. Viewers differ in what they make of it.
      """,
    fix: "Export the sticker again, and compare it with the copy that is broken.",
    source: "PNG Third Edition; GIF89a; ITU-T T.81",
    examples: [
      .fails("A checksum that does not fit its chunk", Sketch(edits: [.breakChecksum("IEND")])),
      .passes("A whole file"),
    ],
    check: .asset { $0.image?.violations(of: .corrupt) ?? [] })
}
