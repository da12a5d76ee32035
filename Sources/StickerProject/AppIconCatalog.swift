internal import StickerPacks

extension ProjectDescription {
  /// For each app the `.xcassets` from whose `AppIcon.appiconset` any of the formats takes its icon,
  /// relative to the project; nil where none does. Whoever writes the project makes it.
  ///
  /// The app is an ordinary one to Tuist and rules_apple; the others share the stickers' catalog with
  /// it.
  package func appIconCatalogs(for formats: [ProjectFormat]) -> [String?] {
    identifiedApps.map { app, identifier in
      formats.contains { $0.takesAppIconSet(of: app) } ? Self.appIconCatalog(identifier) : nil
    }
  }

  // By identifier: Tuist reads the path as a pattern, and a name may hold brackets.
  static func appIconCatalog(_ identifier: String) -> String {
    "\(folder)/\(identifier).xcassets"
  }
}

extension ProjectFormat {
  /// Source: rules_apple 4.5.3, apple/internal/resource_actions/actool.bzl: from iOS 26 on, an app
  /// with an `.appiconset` is an error.
  func takesAppIconSet(of app: ProjectDescription.App) -> Bool {
    switch self {
    case .tuist: true
    case .bazel: app.firstRelease < 26
    case .xcodeproj, .xcodegen, .swift: false
    }
  }
}

extension ProjectDescription.App {
  /// The number before the first dot of the oldest iOS that the app runs on.
  var firstRelease: Int { Int(settings.deploymentTarget.prefix { $0 != "." }) ?? 0 }
}
