internal import Basics
internal import StickerPacks

extension Rule {
  static let productKey = Rule(
    id: "product-key",
    title: "Info.plist of the extension is incomplete",
    category: .product, severity: .warning,
    severityReason: "The keys are those that build tools write; Apple documents some of them.",
    rationale: """
      Xcode and rules_apple write `LSApplicationIsStickerProvider` into a sticker pack extension, and \
      Messages finds the extension by its extension point. Of `NSStickerSharingLevel`, only the values \
      `OS` and `Messages` have a meaning.
      """,
    fix: "Build the extension with the product type `app-extension.messages-sticker-pack`.",
    source: """
      swift-build, DarwinProductTypes.xcspec; rules_apple, ios_sticker_pack_extension; Apple, \
      NSStickerSharingLevel
      """,
    examples: [
      .fails(
        "No LSApplicationIsStickerProvider", .product(without: "LSApplicationIsStickerProvider")),
      .passes("As Xcode writes it", .product()),
    ],
    check: .product { product, _ in
      guard !product.packs.isEmpty else { return [] }
      return product.extensions.flatMap { bundle in
        var violations: [Violation] = []
        if bundle.info["LSApplicationIsStickerProvider"]?.flag != true {
          violations.append(
            Violation("LSApplicationIsStickerProvider is not true.", file: bundle.infoPath))
        }
        let point = bundle.info["NSExtension"]?["NSExtensionPointIdentifier"]?.text
        if point != "com.apple.message-payload-provider" {
          violations.append(
            Violation(
              "NSExtensionPointIdentifier is \(point?.quoted ?? "missing");"
                + " expected \"com.apple.message-payload-provider\".", file: bundle.infoPath))
        }
        // Compared without case by the system.
        if let level = bundle.text("NSStickerSharingLevel"),
          !["", "os", "messages"].contains(level.lowercased())
        {
          violations.append(
            Violation(
              "NSStickerSharingLevel is \(level.quoted); expected \"OS\" or \"Messages\".",
              fix: "Set it to OS to share the stickers outside of Messages too, or remove it.",
              file: bundle.infoPath))
        }
        return violations
      }
    })
}
