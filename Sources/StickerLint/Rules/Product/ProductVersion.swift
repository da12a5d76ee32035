internal import Basics
internal import StickerPacks

extension Rule {
  static let productVersion = Rule(
    id: "product-version",
    title: "App and extension differ in version",
    category: .product, severity: .warning,
    severityReason: "App Store Connect warns about it, and has refused some of these uploads.",
    rationale: """
      App Store Connect expects the same version and build number in an app and its extensions. They \
      differ where one target has numbers of its own. The stubs of both come from the Xcode that builds them, which \
      has to be one, too.
      """,
    fix: "Set `MARKETING_VERSION` and `CURRENT_PROJECT_VERSION` for the whole project.",
    source: """
      Apple, Information Property List: CFBundleShortVersionString, CFBundleVersion; App Store Connect: "The files \
      MessagesApplicationExtensionStub don't match" (Defold, 2017)
      """,
    examples: [
      .fails("Version 1.0 in an app of version 1.1", .ipa(version: "1.0")),
      .fails("An app of another Xcode", .ipa(values: ["DTXcodeBuild": "17A324"])),
      .passes("The same version", .ipa()),
    ],
    check: .product { product, _ in
      guard product.apps.count == 1 else { return [] }
      let keys = ["CFBundleShortVersionString", "CFBundleVersion", "DTXcodeBuild"]
      return product.extensions.flatMap { bundle in
        keys.compactMap { key in
          guard let own = bundle.text(key), let app = product.apps[0].text(key), own != app else {
            return nil
          }
          return Violation(
            "\(key) is \(own.quoted), and \(app.quoted) in the app.",
            fix: key == "DTXcodeBuild" ? "Build both with one Xcode, in one build." : nil,
            file: bundle.infoPath, failing: key == "DTXcodeBuild" ? .stubMatch : nil)
        }
      }
    })
}
