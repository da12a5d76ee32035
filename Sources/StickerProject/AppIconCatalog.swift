internal import StickerPacks

extension ProjectDescription {
  /// The `.xcassets` folder of each app, relative to the project, with an `AppIcon.appiconset`; nil if
  /// none of the formats needs it. The caller writes it.
  ///
  /// Tuist and rules_apple treat the app as an ordinary app, which needs its own icon. In other formats
  /// the app takes its icon from the stickers' catalog.
  package func appIconCatalogs(for formats: [ProjectFormat]) -> [String?] {
    identifiedApps.map { app, identifier in
      formats.contains { $0.needsAppIconSet(of: app) } ? Self.appIconCatalog(identifier) : nil
    }
  }

  // Named by identifier: Tuist reads the path as a pattern, and an app's name can contain brackets.
  static func appIconCatalog(_ identifier: String) -> String {
    "\(folder)/\(identifier).xcassets"
  }
}

extension ProjectFormat {
  /// Whether the app needs an `.appiconset`.
  ///
  /// Source: rules_apple 4.5.3, apple/internal/resource_actions/actool.bzl, which rejects an
  /// `.appiconset` for iOS 26 and later.
  func needsAppIconSet(of app: ProjectDescription.App) -> Bool {
    switch self {
    case .tuist: true
    case .bazel: app.minimumRelease < 26
    case .xcodeproj, .xcodegen, .swift: false
    }
  }
}

extension ProjectDescription.App {
  /// The major version of the deployment target.
  var minimumRelease: Int { Int(settings.deploymentTarget.prefix { $0 != "." }) ?? 0 }
}
