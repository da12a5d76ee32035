internal import Pixels

extension Rule {
  static let iconAlphaChannel = Rule(
    id: "icon-alpha-channel",
    title: "App Store icon has an alpha channel",
    category: .catalog, severity: .warning,
    severityReason: "App Store Connect rejected some of these icons and accepted others.",
    rationale: """
      App Store Connect has rejected opaque icons of 1,024 px only because they had an alpha \
      channel; others have passed.
      """,
    fix: "Export the icon without an alpha channel.",
    repair: .storeAsRGB,
    source: "App Store Connect: \"can't be transparent nor contain an alpha channel\"",
    isSharedByPack: true,
    examples: [
      .fails(
        "An opaque icon in RGBA",
        .catalog(
          icons: ["ios-marketing 1024x768@1x": .icon(width: 1024, height: 768, coding: .rgba)])),
      .passes("An opaque icon in RGB", .catalog()),
    ],
    check: .icon { image, slots in
      guard slots.contains(where: { $0.isForStore }), image.hasUnneededAlpha else { return nil }
      return Violation("The icon is opaque but has an alpha channel.")
    })
}

extension ImageFacts {
  /// Whether it is a PNG that stores alpha although every pixel is opaque.
  package var hasUnneededAlpha: Bool {
    guard isDecoded, let alpha = frameAlpha.first, alpha.opaque == alpha.total,
      case .png(let png) = container
    else { return false }
    return [.rgba, .grayAlpha].contains(png.header?.colorType) || png.transparency != nil
  }
}
