internal import Basics

extension Rule {
  static let iconNotRGB = Rule(
    id: "icon-not-rgb",
    title: "Icon is not an RGB PNG",
    category: .catalog, severity: .warning,
    severityReason: "Users may see a blank icon.",
    rationale: """
      Icons must be RGB PNGs. Apple warns that icons in grayscale or with a palette may look right \
      in Xcode and fail to load on the device.
      """,
    fix: "Export the icon as an RGB PNG, without a palette.",
    repair: .storeAsRGB,
    source: "Apple, QA1686: \"Images that do not use the RGB color model\"",
    isSharedByPack: true,
    examples: [
      .fails(
        "An icon with a palette",
        .catalog(icons: ["iphone 60x45@2x": .icon(width: 120, height: 90, coding: .palette)])),
      .passes("An icon in RGB", .catalog()),
    ],
    check: .icon { image, _ in
      let kind: String
      if case .png(let png) = image.container {
        switch png.header?.colorType {
        case .gray, .grayAlpha: kind = "a grayscale PNG"
        case .indexed: kind = "a PNG with a palette"
        case .rgb, .rgba, nil: return nil
        }
      } else {
        kind = "\(Text.article(image.format.name)) \(image.format.name)"
      }
      return Violation("The icon is \(kind); expected an RGB PNG.")
    })
}
