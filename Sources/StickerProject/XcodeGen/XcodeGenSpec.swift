internal import Basics
internal import StickerPacks

/// `project.yml` for XcodeGen.
///
/// Source: XcodeGen, Docs/ProjectSpec.md. It has no presets for apps and extensions without code, so
/// the icon's name and an empty run path are explicit.
enum XcodeGenSpec {
  static func files(for project: ProjectDescription) -> [String: String] {
    let region = project.apps[0].settings.developmentRegion
    let text = """
      name: \(project.name.inQuotes)
      options:
        developmentLanguage: \(region.inQuotes)
      targets:
      \(project.apps.map(targets).joined())schemes:
      \(project.apps.map(schemes).joined())
      """
    return ["project.yml": text]
  }

  private static func targets(of app: ProjectDescription.App) -> String {
    target(
      app, app.name, "application.messages", app.infoPath, app.settings.bundleIdentifier,
      more: """
            dependencies:
              - target: \(app.extensionName.inQuotes)

        """)
      + target(
        app, app.extensionName, "app-extension.messages-sticker-pack", app.extensionInfoPath,
        app.settings.bundleIdentifier.forStickerPackExtension, more: "")
  }

  private static func target(
    _ app: ProjectDescription.App, _ name: String, _ type: String, _ infoPath: String,
    _ identifier: BundleIdentifier, more: String
  ) -> String {
    let isExtension = name == app.extensionName
    let team = app.settings.team.map { "        DEVELOPMENT_TEAM: \($0.inQuotes)\n" } ?? ""
    return """
        \(name.inQuotes):
          type: \(type)
          platform: iOS
          deploymentTarget: \(app.settings.deploymentTarget.inQuotes)
          sources:
            - path: \(app.pack.catalog.inQuotes)
              type: file
              buildPhase: resources
      \(isExtension ? translations(of: app) : "")\(more)    settings:
            base:
              ASSETCATALOG_COMPILER_APPICON_NAME: \(AssetCatalog.IconSet.name.inQuotes)
              CODE_SIGN_STYLE: Automatic
      \(team)        INFOPLIST_FILE: \(infoPath.inQuotes)
              LD_RUNPATH_SEARCH_PATHS: ""
              PRODUCT_BUNDLE_IDENTIFIER: \(identifier.description.inQuotes)
              TARGETED_DEVICE_FAMILY: \(app.deviceFamily.inQuotes)

      """
  }

  /// The source is the folder that contains the `.lproj` folders, so that XcodeGen groups the languages
  /// of a file.
  private static func translations(of app: ProjectDescription.App) -> String {
    guard !app.pack.translations.isEmpty else { return "" }
    let folder = FilePath(app.pack.translations[0].path).parent.parent
    let files = app.pack.translations.map { translation in
      let path = FilePath(translation.path)
      return "          - \((path.relative(to: folder) ?? path).string.inQuotes)\n"
    }
    return """
            - path: \(folder.string.inQuotes)
              includes:
      \(files.joined())
      """
  }

  /// The app's scheme, which archives, and the extension's, which runs it in Messages.
  private static func schemes(of app: ProjectDescription.App) -> String {
    [app.name, app.extensionName].map { name in
      """
        \(name.inQuotes):
          build:
            targets:
              \(app.extensionName.inQuotes): all
              \(app.name.inQuotes): all
          run:
            config: Debug
            launchAutomaticallySubstyle: 2
          archive:
            config: Release

      """
    }.joined()
  }
}
