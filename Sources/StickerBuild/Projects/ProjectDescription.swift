internal import Basics
package import StickerPacks

/// The contents of a project: an app for each pack, with one sticker pack extension.
///
/// iOS does not install an app with several packs: "Multiple message payload provider extensions found
/// in app but only one is allowed".
package struct ProjectDescription: Sendable, Equatable {
  /// An app and its extension.
  package struct App: Sendable, Equatable {
    /// The name that users see.
    package let displayName: String
    /// The name of the target, the product and their files: the display name as far as Xcode and the
    /// App Store accept it.
    package fileprivate(set) var name: String
    package let bundleIdentifier: BundleIdentifier
    package let settings: ProjectSettings
    package let pack: Pack

    /// Creates an app. Its default name is that of the pack.
    package init(_ bundleIdentifier: BundleIdentifier, settings: ProjectSettings, pack: Pack) {
      displayName = settings.app ?? pack.name
      name = displayName.asTargetName
      self.bundleIdentifier = bundleIdentifier
      self.settings = settings
      self.pack = pack
    }

    /// The name of the extension's target, as in Xcode's template.
    var extensionName: String { name + " StickerPackExtension" }
    /// The app's Info.plist, relative to the project.
    var infoPath: String { "\(ProjectDescription.folder)/\(name)-Info.plist" }
    /// The extension's Info.plist, relative to the project.
    var extensionInfoPath: String { "\(ProjectDescription.folder)/\(extensionName)-Info.plist" }
  }

  /// A built pack. All paths are relative to the project, with `/` between components.
  package struct Pack: Sendable, Equatable {
    /// The stickers' labels in one language.
    package struct Translation: Sendable, Equatable {
      package var language: String
      /// The strings file, in the language's `.lproj` folder.
      package var path: String

      package init(language: String, path: String) {
        self.language = language
        self.path = path
      }
    }

    /// The pack's name in Messages.
    package var name: String
    /// The `.xcstickers` folder with the pack and its icons.
    package var catalog: String
    package var translations: [Translation]

    package init(name: String, catalog: String, translations: [Translation] = []) {
      self.name = name
      self.catalog = catalog
      self.translations = translations
    }
  }

  /// The folder for all files without a prescribed place.
  package static let folder = "Project"

  package let name: String
  /// The apps, at least one.
  package let apps: [App]

  /// Creates a description. Paths must stay in the project, and apps must have different names and
  /// bundle identifiers.
  package init(name: String, apps: [App]) throws(ProjectError) {
    guard !apps.isEmpty else { throw .noPacks }
    var identifiers: [String: String] = [:]
    var names: [String: String] = [:]
    for app in apps {
      try Self.check(app.displayName, of: "app")
      try Self.check(app.pack.name, of: "pack")
      for path in [app.pack.catalog] + app.pack.translations.map(\.path) {
        try Self.checkPath(path)
      }
      // File systems and the App Store ignore case.
      let identifier = app.bundleIdentifier.description
      if let other = identifiers.updateValue(app.pack.name, forKey: identifier.lowercased()) {
        throw .duplicateBundleIdentifier(packs: [other, app.pack.name], identifier: identifier)
      }
      if let other = names.updateValue(app.pack.name, forKey: app.displayName.lowercased()) {
        throw .duplicateAppName(packs: [other, app.pack.name], name: app.displayName)
      }
    }
    self.name = name.asTargetName
    var taken: Set<String> = []
    self.apps = apps.map { app in
      var app = app
      app.name = app.name.unique(in: &taken, separator: " ")
      return app
    }
  }

  private static func check(_ name: String, of subject: String) throws(ProjectError) {
    guard let reason = name.problemAsAppName else { return }
    throw .invalidName(of: subject, name: name, reason: reason)
  }

  private static func checkPath(_ path: String) throws(ProjectError) {
    // Projects contain the text as it is.
    guard FilePath(path).staysInFolder, FilePath(path).string == path else {
      throw .pathOutsideProject(path)
    }
  }
}
