package import StickerManifest
internal import Basics
package import StickerPacks

/// The contents of a project: an app for each pack, with one sticker pack extension.
///
/// iOS does not install an app with several packs: "Multiple message payload provider extensions found
/// in app but only one is allowed".
package struct ProjectDescription: Sendable, Equatable {
  /// An app and its extension.
  package struct App: Sendable, Equatable {
    /// The app's name, which is also the name of its target and files.
    package let name: String
    /// The app's settings in the pack's configuration.
    package let settings: ProjectSettings
    /// The pack in the app's extension.
    package let pack: Pack

    /// Creates an app. Its default name is that of the pack.
    package init(settings: ProjectSettings, pack: Pack) {
      name = settings.app ?? pack.name
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
    /// A translation of the stickers' labels.
    package struct Translation: Sendable, Equatable {
      /// The language, such as `de`.
      package var language: String
      /// The strings file, in the language's `.lproj` folder.
      package var path: String

      /// Creates an entry.
      package init(language: String, path: String) {
        self.language = language
        self.path = path
      }
    }

    /// A sticker.
    package struct Sticker: Sendable, Equatable {
      /// The name, unique in the pack.
      package var id: String
      /// The text that VoiceOver speaks.
      package var label: String
      /// The path of the @3x image.
      package var path: String

      /// Creates an entry.
      package init(id: String, label: String, path: String) {
        self.id = id
        self.label = label
        self.path = path
      }
    }

    /// The pack's name in Messages.
    package var name: String
    /// The pack's size class.
    package var gridSize: GridSize
    /// The `.xcstickers` folder with the pack and its icons.
    package var catalog: String
    /// The labels' translations.
    package var translations: [Translation]
    /// The stickers in pack order.
    package var stickers: [Sticker]

    /// The name of the strings files. The catalog's compiler finds a pack's labels by it.
    var stringsName: String {
      translations.first.map { FilePath($0.path).name.string } ?? name + ".strings"
    }

    /// Creates a pack.
    package init(
      name: String, gridSize: GridSize, catalog: String, translations: [Translation] = [],
      stickers: [Sticker]
    ) {
      self.name = name
      self.gridSize = gridSize
      self.catalog = catalog
      self.translations = translations
      self.stickers = stickers
    }
  }

  /// The folder for all files without a prescribed place.
  static let folder = "Project"

  /// The project's name.
  package let name: String
  /// The apps, at least one.
  package let apps: [App]

  /// Creates a description. Names must be valid in Xcode, paths must stay in the project, and apps must
  /// have different names and bundle identifiers.
  package init(name: String, apps: [App]) throws(ProjectError) {
    guard !apps.isEmpty else { throw .noPacks }
    try Self.check(name, of: "project")
    var identifiers: [String: String] = [:]
    var names: [String: String] = [:]
    for app in apps {
      try Self.check(app.name, of: "app")
      try Self.check(app.pack.name, of: "pack")
      for path in [app.pack.catalog] + app.pack.translations.map(\.path)
        + app.pack.stickers.map(\.path)
      { try Self.checkPath(path) }
      // File systems and the App Store ignore case.
      let identifier = app.settings.bundleIdentifier.description
      if let other = identifiers.updateValue(app.pack.name, forKey: identifier.lowercased()) {
        throw .duplicateBundleIdentifier(packs: [other, app.pack.name], identifier: identifier)
      }
      if let other = names.updateValue(app.pack.name, forKey: app.name.lowercased()) {
        throw .duplicateAppName(packs: [other, app.pack.name], name: app.name)
      }
    }
    self.name = name
    self.apps = apps
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
