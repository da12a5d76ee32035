internal import Basics
internal import StickerPacks

extension Rule {
  static let productMissingFile = Rule(
    id: "product-missing-file",
    title: "Compiled pack lists a file that is missing",
    category: .product, severity: .warning,
    severityReason: "Which key of the list names the file is known from notes only.",
    rationale: """
      Messages cannot show a sticker whose file is missing. It may have been removed after the build, \
      or excluded from a copy.
      """,
    fix: "Clean the build folder in Xcode, and build again.",
    source: "notes of developers; stickerpack accepts any text of an entry that names a file",
    examples: [
      .fails("An entry without its file", .product(listing: ["hello.png", "gone.png"])),
      .passes("A file for each entry", .product()),
    ],
    check: .compiledPack { pack, _ in
      guard !pack.missing.isEmpty else { return [] }
      let count = Text.count(pack.missing.count, "file")
      return [
        Violation(
          "The list of the pack names \(count) that the pack does not have: \(pack.missing.listed(first: 3)).",
          file: pack.infoPath)
      ]
    })
}
