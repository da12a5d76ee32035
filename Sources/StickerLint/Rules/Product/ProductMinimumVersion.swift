internal import Basics
internal import StickerPacks

extension Rule {
  static let productMinimumVersion = Rule(
    id: "product-minimum-version",
    title: "Minimum iOS version is too old for the App Store",
    category: .product, severity: .warning,
    severityReason:
      "App Store Connect warns since August 2026, and refuses it from spring 2027 on.",
    rationale: """
      Since August 2026, App Store Connect answers an upload with ITMS-90068 if the minimum version of an app is \
      older than iOS \(oldestVersion).0, and from spring 2027 on it refuses the upload. Xcode 27 does not build such an \
      app anymore.
      """,
    fix: "Set `IPHONEOS_DEPLOYMENT_TARGET` to \(oldestVersion).0 or later, and build again.",
    source: """
      App Store Connect: ITMS-90068 "MinimumOSVersion too low" (thunderbird/thunderbird-ios, issue 466; \
      rokwire/illinois-app, issue 5972)
      """,
    examples: [
      .fails("iOS 14.5", .ipa(values: ["MinimumOSVersion": "14.5"])),
      .passes("iOS 15.0", .ipa(values: ["MinimumOSVersion": "15.0"])),
    ],
    check: .product { product, _ in
      (product.apps + product.extensions).compactMap { bundle in
        guard let text = bundle.text("MinimumOSVersion"),
          let version = Int(text.prefix { $0 != "." }), (1..<oldestVersion).contains(version)
        else { return nil }
        return Violation(
          "MinimumOSVersion is \(text) (minimum: \(oldestVersion).0).", file: bundle.infoPath)
      }
    })
}
