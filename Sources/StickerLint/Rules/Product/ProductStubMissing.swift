internal import Basics
internal import StickerPacks

extension Rule {
  static let productStubMissing = Rule(
    id: "product-stub-missing",
    title: "Archive has no stub of Messages",
    category: .product, severity: .error,
    severityReason: "App Store Connect rejects the upload: \"invalid sticker pack\".",
    rationale: """
      A sticker pack has no code of its own. Its programs are stubs of Xcode, of which an .ipa has \
      copies beside `Payload`: those in `MessagesApplicationExtensionSupport`, and those \
      in `MessagesApplicationSupport` for an app that only holds a pack. An .ipa that was zipped by hand has none.
      """,
    fix: "Export the archive with `xcodebuild -exportArchive`, which adds the stubs.",
    source: """
      App Store Connect: "Your iMessage app contains an invalid sticker pack"; swift-build, \
      MESSAGES_APPLICATION_EXTENSION_SUPPORT_FOLDER_PATH; rules_apple, messages_stub.bzl; \
      issue 29 of agens-no/iMessageStickerUnity
      """,
    examples: [
      .fails("An .ipa with only a Payload", .ipa(stubs: [])),
      .passes("An .ipa with both stubs", .ipa()),
    ],
    check: .product { product, _ in
      guard product.isIPA, product.extensions.contains(where: Product.isStickerPack) else {
        return []
      }
      let isOnlyForPack = product.apps.contains {
        $0.info["LSApplicationLaunchProhibited"]?.flag == true
      }
      let expected =
        ["MessagesApplicationExtensionSupport"]
        + (isOnlyForPack ? ["MessagesApplicationSupport"] : [])
      let missing = expected.filter { !product.topFolders.contains($0) }
      guard !missing.isEmpty else { return [] }
      return [
        Violation(
          "\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") missing beside Payload.",
          file: product.displayPath)
      ]
    })
}
