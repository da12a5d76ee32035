internal import Basics
internal import StickerPacks

extension Rule {
  static let productKey = Rule(
    id: "product-key",
    title: "Info.plist has an unexpected value",
    category: .product, severity: .warning,
    severityReason: "The keys are those that build tools write; Apple documents some of them.",
    rationale: """
      Xcode and rules_apple write `LSApplicationIsStickerProvider` into a sticker pack extension, and \
      Messages finds the extension by its extension point. The program that Xcode adds to a sticker pack has the class \
      `StickerBrowserViewController`, and an app that only holds a pack has `LSApplicationLaunchProhibited`, or it is on the \
      Home Screen and cannot be opened. Of `NSStickerSharingLevel`, only the values `OS` and `Messages` have a meaning.
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
      // An app with a program of its own has no stub for Messages beside it.
      let hosts = product.apps.filter {
        product.topFolders.contains("MessagesApplicationSupport")
          && $0.info["LSApplicationLaunchProhibited"]?.flag != true
      }
      let launched = hosts.map {
        Violation(
          "LSApplicationLaunchProhibited is not true, and the app only holds an extension.",
          fix: "Build the app with the product type `application.messages`.", file: $0.infoPath,
          failing: .launchProhibited)
      }
      guard !product.packs.isEmpty else { return launched }
      return launched
        + product.extensions.flatMap { bundle in
          var violations: [Violation] = []
          if bundle.info["LSApplicationIsStickerProvider"]?.flag != true {
            violations.append(
              Violation("LSApplicationIsStickerProvider is not true.", file: bundle.infoPath))
          }
          let point = bundle.info["NSExtension"]?["NSExtensionPointIdentifier"]?.text
          if point != Product.extensionPoint {
            violations.append(
              Violation(
                "NSExtensionPointIdentifier is \(point?.quoted ?? "missing");"
                  + " expected \(Product.extensionPoint.quoted).", file: bundle.infoPath,
                failing: .extensionPoint))
          }
          let principal = bundle.info["NSExtension"]?["NSExtensionPrincipalClass"]?.text
          if bundle.info["LSApplicationIsStickerProvider"]?.flag == true,
            principal != Product.stickerClass
          {
            violations.append(
              Violation(
                "NSExtensionPrincipalClass is \(principal?.quoted ?? "missing");"
                  + " expected \(Product.stickerClass.quoted).", file: bundle.infoPath,
                failing: .principalClass))
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
