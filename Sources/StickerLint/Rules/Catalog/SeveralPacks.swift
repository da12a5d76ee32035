internal import Basics

extension Rule {
  static let severalPacks = Rule(
    id: "several-packs",
    title: "Catalog has more than one pack",
    category: .catalog, severity: .warning,
    severityReason: "Users see only one of the packs.",
    rationale: """
      An extension shows one pack. Xcode's asset compiler picks one of them, and the stickers of the \
      others are missing.
      """,
    fix: "Move each additional pack to the catalog of its own extension.",
    source: "swift-build, asset catalogs: only one sticker pack is supported, and one is picked",
    examples: [
      .fails("A catalog with two packs", .catalog(packs: ["Biscuit", "Cookie"])),
      .passes("A catalog with one pack", .catalog()),
    ],
    check: .observation {
      guard case .catalog(let packs, _) = $0, packs.count > 1 else { return nil }
      let names = packs.map { $0.quoted }.listed(first: 4)
      return "The catalog has \(packs.count) packs (limit: 1): \(names)."
    })
}
