internal import Basics

extension Rule {
  static let nameInOtherCase = Rule(
    id: "name-in-other-case",
    title: "Name differs in case from its file",
    category: .catalog, severity: .warning,
    severityReason: "The sticker is missing if the pack is built on a case-sensitive file system.",
    rationale: """
      Most Macs treat "Cat.png" and "cat.png" as the same file. Case-sensitive file systems, as on \
      most build machines, do not find the file, and the sticker is missing from the pack.
      """,
    fix: "Use the file's exact name, or rename the file.",
    source:
      "stickerpack; Apple's file systems exist in case-sensitive and case-insensitive variants",
    examples: [
      .fails("\"Hello.png\" for a file named hello.png", .stickerPack(filename: "Hello.png")),
      .passes("The file's exact name", .stickerPack(filename: "hello.png")),
    ],
    check: .observation {
      guard case .otherCase(let name, let file) = $0 else { return nil }
      return "\(name.quoted) is listed, but the name on disk is \(file.quoted)."
    })
}
