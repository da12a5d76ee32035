extension Rule {
  static let iconSquareMissing = Rule(
    id: "icon-square-missing",
    title: "Square App Store icon is missing",
    category: .catalog, severity: .warning,
    severityReason: "Users may see no square icon in the store; uploads without it have passed.",
    rationale: """
      The Human Interface Guidelines list a square icon of 1,024 × 1,024 px for the App Store. Some \
      versions of Xcode create an icon set without this slot, and uploads have passed without it, but \
      the store then has no square icon to show.
      """,
    fix: "Add an icon of 1,024 × 1,024 px for the slot `ios-marketing 1024x1024@1x`.",
    source: "Apple, Human Interface Guidelines: app icons",
    examples: [
      .fails("No square icon", .catalog(empty: ["ios-marketing 1024x1024@1x"])),
      .passes("All icons", .catalog()),
    ],
    check: .observation {
      guard case .emptySlots(let slots) = $0, slots.contains(.square) else { return nil }
      return "The slot \(IconSlot.square.name) is empty."
    })
}
