extension Rule {
  static let iconWrongSize = Rule(
    id: "icon-wrong-size",
    title: "Icon has the wrong size",
    category: .catalog, severity: .error,
    severityReason: "Xcode ignores the icon, and App Store Connect rejects an upload without it.",
    rationale: """
      An icon that does not have the exact size of its slot is ignored, and the slot counts as \
      empty.
      """,
    fix: "Export the icon at the size of its slot.",
    source:
      "Apple, QA1686; Asset Catalog Format Reference: Messages Extension Icon Type",
    examples: [
      .fails(
        "120 × 120 px in a slot of 120 × 90 px",
        .catalog(icons: ["iphone 60x45@2x": .icon(width: 120, height: 120)])),
      .passes("120 × 90 px", .catalog()),
    ],
    check: .icon { image, slots in
      guard let canvas = image.canvas, let slot = slots.first(where: { $0.pixels != canvas })
      else { return nil }
      return Violation(
        "The icon is \(canvas); expected \(slot.pixels) for \(slot.name).",
        failing: slot.isRequired ? .icons : nil)
    })
}
