internal import Basics
internal import StickerPacks

/// `Project.swift` and `Tuist.swift` for Tuist.
///
/// Source: Tuist's ProjectDescription. It supports the extension (`Product.stickerPackExtension`) but no
/// app without code (github.com/tuist/tuist/issues/6139), so the app is an ordinary one with a single
/// view. The catalog is a folder reference because Tuist ignores `.xcstickers` that match a pattern.
enum TuistManifest {
  static func files(
    for project: ProjectDescription
  ) throws(ProjectError) -> [String: String] {
    var files = ["Tuist.swift": configuration, "Project.swift": manifest(of: project)]
    for (app, identifier) in project.identifiedApps {
      try checkDeploymentTarget(of: app)
      files[hostPath(identifier)] = host(of: app, identifier)
      files[app.extensionInfoPath] = InfoPropertyLists.files(for: project)[app.extensionInfoPath]
    }
    return files
  }

  private static let configuration = """
    import ProjectDescription

    let tuist = Tuist(project: .tuist())

    """

  private static func hostPath(_ identifier: String) -> String {
    "\(ProjectDescription.folder)/\(identifier)App.swift"
  }

  private static func checkDeploymentTarget(
    of app: ProjectDescription.App
  ) throws(ProjectError) {
    guard app.minimumRelease < 14 else { return }
    throw .deploymentTargetTooLow(pack: app.pack.name, target: app.settings.deploymentTarget)
  }

  private static func manifest(of project: ProjectDescription) -> String {
    let region = project.apps[0].settings.developmentRegion
    return """
      import ProjectDescription

      let project = Project(
        name: \(project.name.inQuotes),
        options: .options(developmentRegion: \(region.inQuotes)),
        targets: [
      \(project.identifiedApps.map(targets).joined())  ]
      )

      """
  }

  private static func targets(of app: ProjectDescription.App, _ identifier: String) -> String {
    let settings = app.settings
    let devices = settings.devices.map { $0 == .iPhone ? ".iPhone" : ".iPad" }
      .joined(separator: ", ")
    let target = "deploymentTargets: .iOS(\(settings.deploymentTarget.inQuotes)),"
    let extensionName = identifier + "StickerPackExtension"
    let team = settings.team.map { "          \"DEVELOPMENT_TEAM\": \($0.inQuotes),\n" } ?? ""
    return """
          // Tuist does not support messages apps, so this is an app with a single view.
          .target(
            name: \(identifier.inQuotes),
            destinations: [\(devices)],
            product: .app,
            bundleId: \(settings.bundleIdentifier.description.inQuotes),
            \(target)
            infoPlist: .extendingDefault(with: [
              "CFBundleDevelopmentRegion": \(settings.developmentRegion.inQuotes),
              "CFBundleDisplayName": \(app.name.inQuotes),
              "CFBundleShortVersionString": \(settings.version.inQuotes),
              "CFBundleVersion": \(settings.build.inQuotes),
              "UILaunchScreen": [:],
            ]),
            sources: [\(hostPath(identifier).inQuotes)],
            resources: [\(ProjectDescription.appIconCatalog(identifier).inQuotes)],
            dependencies: [.target(name: \(extensionName.inQuotes))],
            settings: .settings(
              base: [
                "ASSETCATALOG_COMPILER_APPICON_NAME": \(AssetCatalog.IconSet.nameForApps.inQuotes),
      \(team)          "CODE_SIGN_STYLE": "Automatic",
              ]
            )
          ),
          .target(
            name: \(extensionName.inQuotes),
            destinations: [\(devices)],
            product: .stickerPackExtension,
            bundleId: \(settings.bundleIdentifier.forStickerPackExtension.description.inQuotes),
            \(target)
            infoPlist: .file(path: \(app.extensionInfoPath.inQuotes)),
            resources: [
      \(resources(of: app))
            ],
            settings: .settings(
              base: [
                "ASSETCATALOG_COMPILER_APPICON_NAME": \(AssetCatalog.IconSet.name.inQuotes),
      \(team)          "CODE_SIGN_STYLE": "Automatic",
              ]
            )
          ),

      """
  }

  private static func resources(of app: ProjectDescription.App) -> String {
    let catalog = ".folderReference(path: \(app.pack.catalog.inQuotes)),"
    return ([catalog] + app.pack.translations.map { $0.path.inQuotes + "," })
      .map { "        " + $0 }.joined(separator: "\n")
  }

  private static func host(of app: ProjectDescription.App, _ identifier: String) -> String {
    """
    import SwiftUI

    /// The app that contains the stickers, which are used in Messages.
    @main
    struct \(identifier)App: App {
      var body: some Scene {
        WindowGroup {
          Text(verbatim: \(app.name.inQuotes))
        }
      }
    }

    """
  }
}
