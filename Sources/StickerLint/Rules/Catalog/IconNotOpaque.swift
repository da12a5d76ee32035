internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  static let iconNotOpaque = Rule(
    id: "icon-not-opaque",
    title: "Icon is not opaque",
    category: .catalog, severity: .error,
    severityReason: "App Store Connect rejects a large icon with transparency.",
    rationale: """
      The system cuts icons to shape itself and shows black or white behind transparent pixels. App \
      Store Connect rejects a large icon with transparency.
      """,
    fix: "Put the art on an opaque background that fills the canvas.",
    repair: Repair(
      "put the icon on white", .unsafe, .flattening,
      .pixels { art, _ in
        let white = Pixel(red: 255, green: 255, blue: 255)
        art = art.with(images: art.images.map { $0.flattened(on: white) })
      }),
    source: "Apple, QA1686: icons \"must be opaque\"",
    isSharedByPack: true,
    examples: [
      .fails(
        "A disc on a transparent canvas",
        .catalog(icons: ["iphone 60x45@2x": Sketch(side: 120, height: 90)])),
      .passes("A solid color that fills the canvas", .catalog()),
    ],
    check: .icon { image, slots in
      guard image.isDecoded, let alpha = image.frameAlpha.first, alpha.opaque < alpha.total
      else { return nil }
      let share = Double(alpha.total - alpha.opaque) / Double(alpha.total)
      return Violation(
        "The icon is see-through in places: \(Text.percent(max(share, 0.001))) of its pixels are not opaque.",
        measured: Quantity(percent: share), limit: Quantity(0, .percent),
        failing: slots.contains { $0.isForStore } ? .storeIcon : nil)
    })
}
