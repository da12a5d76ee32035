internal import StickerPacks

extension Rule {
  static let severalPacks = Rule(
    id: "several-packs",
    title: "A catalog has several packs",
    category: .catalog, severity: .warning,
    rationale: """
      An extension shows one pack. Xcode's asset compiler picks one of several, and the stickers of \
      the others are missing.
      """,
    fix: "Move each further pack into the catalog of an extension of its own.",
    source: "swift-build, asset catalogs: only one sticker pack is supported, and one is picked",
    examples: [
      .fails("A catalog with two packs", .catalog(packs: ["Biscuit", "Cookie"])),
      .passes("A catalog with one pack", .catalog()),
    ],
    check: .pack { pack in pack.violations(of: .severalPacks) })
}
