internal import Basics
internal import StickerPacks

/// The Info.plists of an app without code and of its extension, and their display names by language.
///
/// `LSApplicationLaunchProhibited` and `LSApplicationIsStickerProvider` are omitted because Xcode adds them.
enum InfoPropertyLists {
  /// The lists and `InfoPlist.strings` for Xcode, with versions that refer to build settings.
  static func files(for project: ProjectDescription) -> [String: String] {
    var files: [String: String] = [:]
    for app in project.apps {
      files[app.infoPath] = list(for: app).file
      files[app.extensionInfoPath] = extensionList(for: app).file
      for name in app.localizedNames + app.localizedPackNames {
        files[name.path] = StringsFile.text(of: [("CFBundleDisplayName", name.text)])
      }
    }
    return files
  }

  /// The keys of the app, as in projects that Xcode creates, and that it has no encryption, which App
  /// Store Connect asks for otherwise.
  private static func list(for app: ProjectDescription.App) -> XcodePropertyList {
    let portrait: XcodePropertyList = "UIInterfaceOrientationPortrait"
    let upsideDown: XcodePropertyList = "UIInterfaceOrientationPortraitUpsideDown"
    let landscape: [XcodePropertyList] = [
      "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
    ]
    return .dictionary(
      common(app, displayName: app.displayName, packageType: "APPL") + [
        ("ITSAppUsesNonExemptEncryption", .bool(false)), ("LSRequiresIPhoneOS", .bool(true)),
        ("UILaunchStoryboardName", "LaunchScreen"), ("UIRequiredDeviceCapabilities", .list([])),
        ("UISupportedInterfaceOrientations", .list([portrait] + landscape)),
        ("UISupportedInterfaceOrientations~ipad", .list([portrait, upsideDown] + landscape)),
      ])
  }

  private static func extensionList(for app: ProjectDescription.App) -> XcodePropertyList {
    var members = common(app, displayName: app.pack.name, packageType: "XPC!")
    // The values that mark a Messages extension, as in sticker packs that Xcode creates.
    let messages: XcodePropertyList = .dictionary([
      ("NSExtensionPointIdentifier", "com.apple.message-payload-provider"),
      ("NSExtensionPrincipalClass", "StickerBrowserViewController"),
    ])
    members.append(("NSExtension", messages))
    if let level = app.settings.sharingLevel {
      members.append(("NSStickerSharingLevel", .text(level.rawValue)))
    }
    return .dictionary(members)
  }

  private static func common(
    _ app: ProjectDescription.App, displayName: String, packageType: String
  ) -> [(key: String, value: XcodePropertyList)] {
    [
      ("CFBundleDevelopmentRegion", .text(app.settings.developmentRegion)),
      ("CFBundleDisplayName", .text(displayName.escapedForXcode)),
      ("CFBundleExecutable", "$(EXECUTABLE_NAME)"),
      ("CFBundleIdentifier", "$(PRODUCT_BUNDLE_IDENTIFIER)"),
      ("CFBundleInfoDictionaryVersion", "6.0"), ("CFBundleName", "$(PRODUCT_NAME)"),
      ("CFBundlePackageType", .text(packageType)),
      ("CFBundleShortVersionString", "$(MARKETING_VERSION)"),
      ("CFBundleVersion", "$(CURRENT_PROJECT_VERSION)"),
    ]
  }
}

extension ProjectDescription.App {
  struct LocalizedName {
    var language: String
    var text: String
    /// The `InfoPlist.strings`, relative to the project.
    var path: String
  }

  /// The app's display names: the development region's, then the translations.
  var localizedNames: [LocalizedName] { localized(displayName, in: name) }
  /// The extension's display names, in the same languages.
  var localizedPackNames: [LocalizedName] { localized(pack.name, in: extensionName) }

  private func localized(_ ownName: String, in folder: String) -> [LocalizedName] {
    let region = settings.developmentRegion
    let translations = settings.names.filter { $0.key.lowercased() != region.lowercased() }
    return ([(region, ownName)] + translations.sorted { $0.key < $1.key }).map { language, text in
      LocalizedName(
        language: language, text: text,
        path: "\(ProjectDescription.folder)/\(folder)/\(language).lproj/InfoPlist.strings")
    }
  }

}

extension String {
  /// The text as a value in which Xcode expands build settings.
  ///
  /// Source: swift-build, MacroExpressionParser.swift: `$$` is a dollar sign.
  var escapedForXcode: String {
    split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
  }
}
