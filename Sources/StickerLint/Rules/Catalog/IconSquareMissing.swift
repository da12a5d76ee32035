extension Rule {
  static let iconSquareMissing = Rule(
    id: "icon-square-missing",
    title: "Square App Store icon is missing",
    category: .catalog, severity: .info,
    severityReason: "Xcode 27's icon set has no such slot, and uploads without it have passed.",
    rationale: """
      The Human Interface Guidelines list a square icon of 1,024 × 1,024 px for the App Store. Xcode 8 and \
      Xcode 27 create an icon set without this slot, and uploads have passed without it.
      """,
    fix: "Add an icon of 1,024 × 1,024 px for the slot `ios-marketing 1024x1024@1x`.",
    source: "Apple, Human Interface Guidelines: app icons",
    examples: [
      .fails("No square icon", .catalog(empty: ["ios-marketing 1024x1024@1x"])),
      .passes("All icons", .catalog()),
    ],
    check: .observation {
      guard case .emptySlots(let slots) = $0, slots.contains(.square) else { return nil }
      return "The square App Store icon of \(IconSlot.square.pixels) is missing."
    })
}
