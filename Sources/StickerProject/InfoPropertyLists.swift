internal import StickerPacks

/// The Info.plists of an app without code and of its extension.
///
/// Versions are literal because Bazel has no build settings. `LSApplicationLaunchProhibited` and
/// `LSApplicationIsStickerProvider` are omitted because Xcode and rules_apple add them.
enum InfoPropertyLists {
  static func files(for project: ProjectDescription) -> [String: String] {
    var files: [String: String] = [:]
    for app in project.apps {
      files[app.infoPath] = list(for: app).file
      files[app.extensionInfoPath] = extensionList(for: app).file
    }
    return files
  }

  /// The keys of the app, as in projects that Xcode creates.
  private static func list(for app: ProjectDescription.App) -> PropertyList {
    let portrait = "UIInterfaceOrientationPortrait"
    let landscape = ["UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight"]
    return .dictionary(
      common(app, displayName: app.name, packageType: "APPL") + [
        ("LSRequiresIPhoneOS", .yes), ("UILaunchStoryboardName", .text("LaunchScreen")),
        ("UIRequiredDeviceCapabilities", .list([])),
        (
          "UISupportedInterfaceOrientations",
          .list(([portrait] + landscape).map(PropertyList.text))
        ),
        (
          "UISupportedInterfaceOrientations~ipad",
          .list(
            ([portrait, "UIInterfaceOrientationPortraitUpsideDown"] + landscape)
              .map(PropertyList.text))
        ),
      ])
  }

  private static func extensionList(for app: ProjectDescription.App) -> PropertyList {
    let stickers: [(key: String, value: PropertyList)] = [
      (
        "NSExtension",
        .dictionary([
          ("NSExtensionPointIdentifier", .text(Extension.point)),
          ("NSExtensionPrincipalClass", .text(Extension.principalClass)),
        ])
      )
    ]
    let level = app.settings.sharingLevel.map { level in
      [(key: "NSStickerSharingLevel", value: PropertyList.text(level.rawValue))]
    }
    return .dictionary(
      common(app, displayName: app.pack.name, packageType: "XPC!") + stickers + (level ?? []))
  }

  private static func common(
    _ app: ProjectDescription.App, displayName: String, packageType: String
  ) -> [(key: String, value: PropertyList)] {
    [
      ("CFBundleDevelopmentRegion", .text(app.settings.developmentRegion)),
      ("CFBundleDisplayName", .text(displayName)),
      ("CFBundleExecutable", .text("$(EXECUTABLE_NAME)")),
      ("CFBundleIdentifier", .text("$(PRODUCT_BUNDLE_IDENTIFIER)")),
      ("CFBundleInfoDictionaryVersion", .text("6.0")), ("CFBundleName", .text("$(PRODUCT_NAME)")),
      ("CFBundlePackageType", .text(packageType)),
      ("CFBundleShortVersionString", .text(app.settings.version)),
      ("CFBundleVersion", .text(app.settings.build)),
    ]
  }

  /// The values that mark a Messages extension, as in sticker packs that Xcode creates.
  enum Extension {
    static let point = "com.apple.message-payload-provider"
    static let principalClass = "StickerBrowserViewController"
  }
}
