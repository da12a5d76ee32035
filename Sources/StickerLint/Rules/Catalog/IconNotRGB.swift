internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let iconNotRGB = Rule(
    id: "icon-not-rgb",
    title: "An icon is no RGB PNG",
    category: .catalog, severity: .warning,
    rationale: """
      Icons are PNGs in red, green and blue. Apple warns that others, gray ones or ones with a palette, \
      may look right in Xcode and fail to load on the device.
      """,
    fix: "Export the icon as a PNG in RGB, without a palette.",
    source: "Apple, QA1686: \"Images that do not use the RGB color model\"",
    examples: [
      .fails(
        "An icon with a palette",
        .catalog(icons: ["iphone 60x45@2x": .icon(width: 120, height: 90, coding: .palette)])),
      .passes(
        "An icon in RGB",
        .catalog(icons: ["iphone 60x45@2x": .icon(width: 120, height: 90)])),
    ],
    check: .pack { pack in
      zip(pack.source.icons, pack.icons).compactMap { icon, asset in
        guard let container = asset.image?.container else { return nil }
        let kind: String
        if case .png(let png) = container {
          switch png.header?.colorType {
          case .gray, .grayAlpha: kind = "a gray PNG"
          case .indexed: kind = "a PNG with a palette"
          case .rgb, .rgba, nil: return nil
          }
        } else {
          kind = "\(Text.article(container.format.name)) \(container.format.name)"
        }
        return Violation("The icon is \(kind).", file: icon.file.displayPath)
      }
    })
}
