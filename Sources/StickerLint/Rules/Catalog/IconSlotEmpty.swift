internal import StickerPacks

extension Rule {
  static let iconSlotEmpty = Rule(
    id: "icon-slot-empty",
    title: "A slot for an icon is empty",
    category: .catalog, severity: .info,
    rationale: """
      Xcode's icon set has slots besides those that are required: for Settings, and a square one for the \
      App Store. Where one is empty, the system shows another icon scaled, or a blank one.
      """,
    fix: "Draw an icon for each slot that the message names.",
    source: "Apple, Human Interface Guidelines: app icons; the slots that Xcode writes",
    examples: [
      .fails("No icon for Settings on an iPhone", .catalog(empty: ["iphone 29x29@3x"])),
      .passes("All icons", .catalog()),
    ],
    check: .pack { pack in pack.violations(of: .otherIconMissing) })
}
