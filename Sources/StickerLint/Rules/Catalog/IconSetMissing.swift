internal import StickerPacks

extension Rule {
  static let iconSetMissing = Rule(
    id: "icon-set-missing",
    title: "A catalog with stickers has no icons",
    category: .catalog, severity: .info,
    rationale: """
      A sticker pack has icons of its own shapes, in a `.stickersiconset`. They may lie in another \
      catalog; without any, App Store Connect refuses the app.
      """,
    fix: "Add a `.stickersiconset` to the catalog, unless another one has it.",
    source: "Apple, QA1686, table 8",
    examples: [
      .fails("A catalog with a pack and nothing else", .catalog(empty: nil)),
      .passes("A catalog with a pack and all 13 icons", .catalog()),
    ],
    check: .pack { pack in pack.violations(of: .iconSetMissing) })
}
