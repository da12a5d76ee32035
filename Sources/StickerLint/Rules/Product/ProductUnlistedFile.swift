internal import Basics
internal import StickerPacks

extension Rule {
  static let productUnlistedFile = Rule(
    id: "product-unlisted-file",
    title: "Compiled pack has a file that it does not list",
    category: .product, severity: .warning,
    severityReason:
      "A developer's upload was refused; Apple documents neither the list nor a check of it.",
    rationale: """
      actool does not remove files of an earlier build: after stickers were renamed, a product had \
      both the old and the new files, and App Store Connect refused it.
      """,
    fix: "Clean the build folder in Xcode, and build again.",
    source: "notes of a developer of a shipped pack, 2026",
    examples: [
      .fails(
        "A file of an earlier build",
        .product(adding: [.sticker("Biscuit.stickerpack/old.png", Sketch(Sketch.Art(width: 335)))])),
      .passes("Only listed files", .product()),
    ],
    check: .compiledPack { pack, _ in
      guard !pack.unlisted.isEmpty else { return [] }
      let names = pack.unlisted.map { $0.name.string }
      return [
        Violation(
          "The list of the pack does not name \(Text.count(names.count, "file")): \(names.listed(first: 3)).",
          file: pack.infoPath, related: pack.unlisted)
      ]
    })
}
