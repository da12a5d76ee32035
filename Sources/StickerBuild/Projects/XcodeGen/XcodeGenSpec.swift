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
      app, app.name, "application.messages", app.infoPath, app.bundleIdentifier,
      strings: app.localizedNames.map(\.path), release: app.releaseSigning,
      more: """
            dependencies:
              - target: \(app.extensionName.inQuotes)

        """)
      + target(
        app, app.extensionName, "app-extension.messages-sticker-pack", app.extensionInfoPath,
        app.bundleIdentifier.forStickerPackExtension,
        strings: app.localizedPackNames.map(\.path) + app.pack.translations.map(\.path),
        release: app.extensionReleaseSigning, more: "")
  }

  private static func target(
    _ app: ProjectDescription.App, _ name: String, _ type: String, _ infoPath: String,
    _ identifier: BundleIdentifier, strings: [String], release: [BuildSetting], more: String
  ) -> String {
    func lines(_ settings: [BuildSetting], indent: String) -> String {
      settings.map { "\(indent)\($0.key): \($0.value.inQuotes)\n" }.joined()
    }
    let manualSigning =
      release.isEmpty
      ? "" : "      configs:\n        Release:\n\(lines(release, indent: "          "))"
    let settings: [BuildSetting] =
      [
        ("ASSETCATALOG_COMPILER_APPICON_NAME", AssetCatalog.iconSetName),
        ("INFOPLIST_FILE", infoPath), ("LD_RUNPATH_SEARCH_PATHS", ""),
        ("PRODUCT_BUNDLE_IDENTIFIER", identifier.description),
        ("TARGETED_DEVICE_FAMILY", app.deviceFamily),
      ] + app.versionAndSigning
    // The source is the whole folder, so XcodeGen groups the languages of a file.
    return """
        \(name.inQuotes):
          type: \(type)
          platform: iOS
          deploymentTarget: \(app.settings.deploymentTarget.inQuotes)
          sources:
            - path: \(app.pack.catalog.inQuotes)
              type: file
              buildPhase: resources
            - path: "."
              includes:
      \(strings.map { "          - \($0.asGlob.inQuotes)\n" }.joined())\(more)    settings:
            base:
      \(lines(settings, indent: "        "))\(manualSigning)
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
            executable: \(name.inQuotes)
            launchAutomaticallySubstyle: 2
          archive:
            config: Release

      """
    }.joined()
  }
}
