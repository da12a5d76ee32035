internal import StickerPacks

extension Rule {
  static let iconMissing = Rule(
    id: "icon-missing",
    title: "An icon that the App Store requires is missing",
    category: .catalog, severity: .warning,
    rationale: """
      Nine icons are required for a sticker pack: for iPhone, for iPad, for two places inside of Messages \
      and for the App Store. Xcode builds without them, and the refusal comes at upload.
      """,
    fix: "Draw an icon for each slot that the message names.",
    source: "Apple, QA1686, table 8",
    examples: [
      .fails("No icon for the list of apps in Messages", .catalog(empty: ["universal 27x20@3x"])),
      .passes("All icons", .catalog()),
    ],
    check: .pack { pack in pack.violations(of: .requiredIconMissing) })
}
