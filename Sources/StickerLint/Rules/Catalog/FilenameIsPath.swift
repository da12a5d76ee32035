internal import Basics

extension Rule {
  static let filenameIsPath = Rule(
    id: "filename-is-path",
    title: "Filename is a path",
    category: .catalog, severity: .error,
    severityReason: "Xcode does not find the file, and the sticker is missing from the pack.",
    rationale: """
      A catalog refers to the files in its own folders by name. A path from one machine does not \
      exist on another, and the sticker is missing from the pack.
      """,
    fix: "Use the file's name without folders, and keep the file next to its Contents.json.",
    source:
      "Apple, Asset Catalog Format Reference: a filename is the name of a file in the same folder",
    examples: [
      .fails(
        "An absolute path",
        .stickerPack(filename: "/Users/biscuit/hello.png").filter { !$0.path.hasSuffix(".png") }),
      .passes("A name without folders", .stickerPack(filename: "hello.png")),
    ],
    check: .observation {
      guard case .pathAsFilename(let name) = $0 else { return nil }
      return "The filename is \(name.quoted); expected a name without folders."
    })
}
