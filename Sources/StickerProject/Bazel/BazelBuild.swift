internal import StickerPacks

/// `BUILD.bazel` and `MODULE.bazel` for Bazel with rules_apple.
///
/// Source: rules_apple 4.5.3, doc/rules-ios.md and examples/ios/StickersApp. Translations are not supported.
enum BazelBuild {
  static func files(for project: ProjectDescription) -> [String: String] {
    let targets = project.identifiedApps.map { rules(for: $0.app, $0.identifier) }
    return [
      "BUILD.bazel": """
      load("@rules_apple//apple:ios.bzl", "ios_imessage_application", "ios_sticker_pack_extension")

      \(targets.joined(separator: "\n"))
      """,
      "MODULE.bazel": """
      # apple_support must be the first dependency, so its compilers have precedence.
      bazel_dep(name = "apple_support", version = "2.2.0")
      bazel_dep(name = "rules_apple", version = "4.5.3")

      """,
    ]
  }

  private static func rules(for app: ProjectDescription.App, _ identifier: String) -> String {
    let extensionName = identifier + "StickerPackExtension"
    let families = app.settings.devices.map { "        \($0.rawValue.inQuotes),\n" }.joined()
    let minimum = app.settings.deploymentTarget.inQuotes
    let languages = app.pack.translations.map(\.language) + app.settings.names.keys
    let translated =
      languages.allSatisfy { $0 == app.settings.developmentRegion }
      ? "" : "# rules_apple does not support translated labels and names.\n"
    let icons =
      app.iconCatalog(identifier).map { "    app_icons = glob([\(($0 + "/**").inQuotes)])," }
      ?? "    # For iOS 26 and later, rules_apple needs an Icon Composer .icon: add it as app_icons."
    return """
      \(translated)ios_sticker_pack_extension(
          name = \(extensionName.inQuotes),
          bundle_id = \(app.bundleIdentifier.forStickerPackExtension.description.inQuotes),
          bundle_name = \(app.extensionName.inQuotes),
          families = [
      \(families)    ],
          infoplists = [\(app.literalExtensionInfoPath.inQuotes)],
          minimum_os_version = \(minimum),
          sticker_assets = glob([\((app.pack.catalog + "/**").inQuotes)]),
      )

      ios_imessage_application(
          name = \(identifier.inQuotes),
      \(icons)
          bundle_id = \(app.bundleIdentifier.description.inQuotes),
          bundle_name = \(app.name.inQuotes),
          extension = \((":" + extensionName).inQuotes),
          families = [
      \(families)    ],
          infoplists = [\(app.literalInfoPath.inQuotes)],
          minimum_os_version = \(minimum),
      )

      """
  }
}

extension ProjectDescription {
  /// The `.xcassets` folder of each app, relative to the project, with an `AppIcon.appiconset`; nil if
  /// none of the formats needs it. The caller writes it.
  ///
  /// rules_apple treats the app as an ordinary app, which needs its own icon. In other formats the app
  /// takes its icon from the stickers' catalog.
  package func appIconCatalogs(for formats: [ProjectFormat]) -> [String?] {
    identifiedApps.map { formats.contains(.bazel) ? $0.app.iconCatalog($0.identifier) : nil }
  }
}

extension ProjectDescription.App {
  /// The catalog that Bazel needs for the app's icon.
  ///
  /// Source: rules_apple 4.5.3, apple/internal/resource_actions/actool.bzl, which rejects an
  /// `.appiconset` for iOS 26 and later.
  fileprivate func iconCatalog(_ identifier: String) -> String? {
    let release = Int(settings.deploymentTarget.prefix { $0 != "." }) ?? 0
    // Named by identifier: an app's name can contain brackets, which are a pattern in a glob.
    return release < 26 ? "\(ProjectDescription.folder)/\(identifier).xcassets" : nil
  }
}
