extension Rule {
  static let iconSetMissing = Rule(
    id: "icon-set-missing",
    title: "Icon set is missing",
    category: .catalog, severity: .info,
    severityReason: "The icons can be in another catalog of the project.",
    rationale: """
      A sticker pack needs icons in a `.stickersiconset`, in this catalog or in another one. Without \
      icons, App Store Connect rejects the app.
      """,
    fix: "Add a `.stickersiconset` to the catalog, unless another catalog has one.",
    source: "Apple, QA1686, table 8",
    examples: [
      .fails("A catalog with only a pack", .catalog(empty: nil)),
      .passes("A catalog with a pack and all 13 icons", .catalog()),
    ],
    check: .observation {
      guard case .catalog(let packs, hasIconSet: false) = $0, !packs.isEmpty else { return nil }
      return "The catalog has a sticker pack but no .stickersiconset."
    })
}
