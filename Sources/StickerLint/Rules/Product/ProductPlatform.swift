internal import Basics
internal import StickerPacks

extension Rule {
  static let productPlatform = Rule(
    id: "product-platform",
    title: "Product is not built for an upload",
    category: .product, severity: .error,
    severityReason: "App Store Connect rejects the upload.",
    rationale: """
      Messages has sticker packs on iPhone and iPad only, so an upload has an app for iOS. A product that was built \
      for the simulator or with an older SDK installs on a test device and is refused later, as is an extension for \
      iOS in an archive for macOS or tvOS.
      """,
    fix:
      "Archive the app's scheme for the destination `generic/platform=iOS`, with a current Xcode.",
    source: """
      Apple, Upcoming Requirements: since 28 April 2026, uploads are built with Xcode 26 and an SDK of version 26; \
      App Store Connect: ITMS-90044, ITMS-90508
      """,
    examples: [
      .fails(
        "Built for the simulator", .ipa(values: ["DTPlatformName": "iphonesimulator"])),
      .fails("Built with an SDK of version 18.5", .ipa(values: ["DTPlatformVersion": "18.5"])),
      .passes(
        "Built for iOS", .ipa(values: ["DTPlatformName": "iphoneos", "DTPlatformVersion": "26.1"])),
    ],
    check: .product { product, _ in
      // A product of a build folder is not meant for an upload.
      guard product.isArchive else { return [] }
      let bundles = product.apps + product.extensions
      let violations = [
        bundles.first { $0.infoPath.string.contains(".app/Contents/") }.map {
          Violation(
            "\($0.name.quoted) is in an app for macOS.", file: $0.infoPath, failing: .platform)
        },
        bundles.first { !["iphoneos", nil].contains($0.text("DTPlatformName")) }.map {
          Violation(
            "\($0.name.quoted) is built for \(($0.text("DTPlatformName") ?? "").quoted);"
              + " expected \"iphoneos\".", file: $0.infoPath, failing: .platform)
        },
        bundles.first { ($0.sdk ?? requiredSDK) < requiredSDK }.map {
          Violation(
            "\($0.name.quoted) is built with an SDK of version \($0.sdk ?? 0);"
              + " uploads need \(requiredSDK) or later.", file: $0.infoPath, failing: .sdk)
        },
      ]
      return violations.compactMap { $0 }
    })

  /// The first number of the version that uploads need.
  private static let requiredSDK = 26
}

extension Product.Bundle {
  /// The first number of the SDK's version.
  fileprivate var sdk: Int? {
    text("DTPlatformVersion").flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
  }
}
