internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let iconWrongSize = Rule(
    id: "icon-wrong-size",
    title: "An icon has another size than its slot",
    category: .catalog, severity: .error,
    rationale: """
      An icon fits its slot to the pixel, or it is passed over and the slot counts as empty.
      """,
    fix: "Export the icon at the size of its slot.",
    source:
      "Apple, QA1686; Asset Catalog Format Reference: Messages Extension Icon Type",
    examples: [
      .fails(
        "120 × 120 px where 120 × 90 px belong",
        .catalog(icons: ["iphone 60x45@2x": .icon(width: 120, height: 120)])),
      .passes(
        "120 × 90 px", .catalog(icons: ["iphone 60x45@2x": .icon(width: 120, height: 90)])),
    ],
    check: .pack { pack in
      zip(pack.source.icons, pack.icons).compactMap { icon, asset in
        guard let canvas = asset.image?.canvas,
          let slot = icon.slots.first(where: { $0.pixels != canvas })
        else { return nil }
        return Violation(
          "The icon is \(canvas); its slot, \(slot.name), has \(slot.pixels).",
          file: icon.file.displayPath)
      }
    })
}
