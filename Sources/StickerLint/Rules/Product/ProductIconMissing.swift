internal import Basics
internal import StickerPacks

extension Rule {
  static let productIconMissing = Rule(
    id: "product-icon-missing",
    title: "Extension has no image for an icon",
    category: .product, severity: .warning,
    severityReason:
      "App Store Connect rejects a product without the icons; where they are is known from notes.",
    rationale: """
      actool writes the icons of Messages as images beside the extension's `Info.plist`, such as \
      `Icon60x45@2x.png`. Without one of them App Store Connect answers ITMS-90649 "Missing App Icon". \
      The target may have another product type, for which actool ignores the icon set, or the icon set \
      is incomplete: lint the catalog to see.
      """,
    fix: "Lint the catalog, and build with the product type `app-extension.messages-sticker-pack`.",
    source:
      "App Store Connect: ITMS-90649; rules_apple, tests of ios_extension; notes of developers, 2026",
    examples: [
      .fails("No icon of 120 × 90 px", .product(withoutIcon: "60x45@2x")),
      .passes("All icons", .product()),
    ],
    check: .product { product, pack in
      guard let bundle = product.extensions.first else { return [] }
      let filled = pack.source.icons.given.flatMap { $0.slots }.map { $0.key }
      let missing = IconSlot.all.filter {
        $0.isRequired && !$0.isForStore && !filled.contains($0.key)
      }
      guard let names = missing.names("icon") else { return [] }
      return [Violation("\(names) \(missing.uploadRefusal)", file: bundle.infoPath)]
    })
}
