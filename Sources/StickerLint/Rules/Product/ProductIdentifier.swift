internal import Basics
internal import StickerPacks

extension Rule {
  static let productIdentifier = Rule(
    id: "product-identifier",
    title: "Extension's identifier does not begin with its app's",
    category: .product, severity: .error,
    severityReason: "Xcode refuses to embed such an extension, and iOS to install it.",
    rationale: """
      The bundle identifier of an extension is that of its app, a dot and more. It can differ where \
      a project generator or a script sets only one of them.
      """,
    fix: "Set `PRODUCT_BUNDLE_IDENTIFIER` of the extension to that of the app, a dot and a name.",
    source: "Xcode: \"bundle identifier is not prefixed with the parent app's bundle identifier\"",
    examples: [
      .fails("Another identifier", .ipa(identifier: "com.example.cookie.stickers")),
      .passes("The app's identifier and a name", .ipa()),
    ],
    check: .product { product, _ in
      guard product.apps.count == 1, let own = product.apps[0].text("CFBundleIdentifier") else {
        return []
      }
      return product.extensions.compactMap { bundle in
        guard let identifier = bundle.text("CFBundleIdentifier"), !identifier.hasPrefix(own + ".")
        else { return nil }
        return Violation(
          "The identifier is \(identifier.quoted); expected one that begins with \("\(own).".quoted).",
          file: bundle.infoPath)
      }
    })
}
