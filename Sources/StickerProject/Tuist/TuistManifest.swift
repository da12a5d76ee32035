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
        name: \(project.name.inSwiftQuotes),
        options: .options(developmentRegion: \(region.inSwiftQuotes)),
        targets: [
      \(project.identifiedApps.map(targets).joined())  ]
      )

      """
  }

  private static func targets(of app: ProjectDescription.App, _ identifier: String) -> String {
    let settings = app.settings
    let devices = settings.devices.map { $0 == .iPhone ? ".iPhone" : ".iPad" }
      .joined(separator: ", ")
    let target = "deploymentTargets: .iOS(\(settings.deploymentTarget.inSwiftQuotes)),"
    let extensionName = identifier + "StickerPackExtension"
    return """
          // Tuist does not support messages apps, so this is an app with a single view.
          .target(
            name: \(identifier.inSwiftQuotes),
            destinations: [\(devices)],
            product: .app,
            bundleId: \(app.bundleIdentifier.description.inSwiftQuotes),
            \(target)
            infoPlist: .extendingDefault(with: [
              "CFBundleDevelopmentRegion": \(settings.developmentRegion.inSwiftQuotes),
              "CFBundleDisplayName": \(app.displayName.escapedForXcode.inSwiftQuotes),
              "CFBundleShortVersionString": "$(MARKETING_VERSION)",
              "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
              "ITSAppUsesNonExemptEncryption": false,
              "UILaunchScreen": [:],
            ]),
            sources: [\(hostPath(identifier).inSwiftQuotes)],
            resources: [
      \(resources([ProjectDescription.appIconCatalog(identifier)] + app.localizedNames.map(\.path)))
            ],
            dependencies: [.target(name: \(extensionName.inSwiftQuotes))],
      \(self.settings(of: app, icon: AssetCatalog.IconSet.nameForApps, release: app.releaseSigning))
          ),
          .target(
            name: \(extensionName.inSwiftQuotes),
            destinations: [\(devices)],
            product: .stickerPackExtension,
            bundleId: \(app.bundleIdentifier.forStickerPackExtension.description.inSwiftQuotes),
            \(target)
            infoPlist: .file(path: \(app.extensionInfoPath.inSwiftQuotes)),
            resources: [
              .folderReference(path: \(app.pack.catalog.inSwiftQuotes)),
      \(resources(app.localizedPackNames.map(\.path) + app.pack.translations.map(\.path)))
            ],
      \(self.settings(of: app, icon: AssetCatalog.IconSet.name, release: app.extensionReleaseSigning))
          ),

      """
  }

  /// The paths as patterns, one a line.
  private static func resources(_ paths: [String]) -> String {
    paths.map { "        \($0.asGlob.inSwiftQuotes)," }.joined(separator: "\n")
  }

  private static func settings(
    of app: ProjectDescription.App, icon: String, release: [BuildSetting]
  ) -> String {
    func lines(_ settings: [BuildSetting], indent: String) -> String {
      settings.map { "\(indent)\($0.key.inSwiftQuotes): \($0.value.inSwiftQuotes),\n" }.joined()
    }
    let base = lines(
      [("ASSETCATALOG_COMPILER_APPICON_NAME", icon)] + app.versionAndSigning, indent: "          ")
    let configurations =
      release.isEmpty
      ? ""
      : """
      ,
              configurations: [
                .debug(name: "Debug"),
                .release(name: "Release", settings: [
      \(lines(release, indent: "            "))          ]),
              ]
      """
    return """
            settings: .settings(
              base: [
      \(base)        ]\(configurations)
            )
      """
  }

  private static func host(of app: ProjectDescription.App, _ identifier: String) -> String {
    """
    import SwiftUI

    /// The app that contains the stickers, which are used in Messages.
    @main
    struct \(identifier)App: App {
      var body: some Scene {
        WindowGroup {
          Text(verbatim: \(app.displayName.inSwiftQuotes))
        }
      }
    }

    """
  }
}
