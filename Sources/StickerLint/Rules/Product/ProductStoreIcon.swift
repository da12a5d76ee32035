internal import Basics
internal import StickerPacks

extension Rule {
  static let productStoreIcon = Rule(
    id: "product-store-icon",
    title: "Extension does not name its App Store icon",
    category: .product, severity: .error,
    severityReason: "App Store Connect rejects the upload.",
    rationale: """
      actool adds `MSMessagesExtensionStoreIconName` to the extension's `Info.plist` when it compiles \
      an icon set with an image of 1,024 × 768 px. Without the key the product has no icon for the store.
      """,
    fix: "Add the icon of 1,024 × 768 px to the icon set, and lint the catalog.",
    source: "App Store Connect: ITMS-90642 \"Missing Info.plist key\"",
    examples: [
      .fails(
        "No MSMessagesExtensionStoreIconName", .product(without: "MSMessagesExtensionStoreIconName")
      ),
      .passes("As actool writes it", .product()),
    ],
    check: .product { product, _ in
      product.extensions.filter { ($0.text("MSMessagesExtensionStoreIconName") ?? "").isEmpty }.map
      {
        Violation(
          "MSMessagesExtensionStoreIconName is missing. App Store Connect rejects the upload (ITMS-90642).",
          file: $0.infoPath)
      }
    })
}
