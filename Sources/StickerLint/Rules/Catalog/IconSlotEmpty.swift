internal import StickerPacks

extension Rule {
  static let iconSlotEmpty = Rule(
    id: "icon-slot-empty",
    title: "Optional icon is missing",
    category: .catalog, severity: .info,
    severityReason: "The system shows another icon scaled.",
    rationale: """
      Besides the required slots, Xcode's icon set has slots for Settings. In place of a missing \
      icon the system shows another one scaled, or a blank one.
      """,
    fix: "Add an image of its size for each, or leave them out on purpose.",
    source: "Apple, Human Interface Guidelines: app icons; the slots that Xcode writes",
    examples: [
      .fails("No icon for Settings on an iPhone", .catalog(empty: ["iphone 29x29@3x"])),
      .passes("All icons", .catalog()),
    ],
    check: .observation {
      guard case .emptySlots(let slots) = $0 else { return nil }
      return slots.filter { !$0.isRequired && $0 != .square }.names("optional icon")
    })
}
