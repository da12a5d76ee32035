package import StickerManifest
internal import Basics
package import StickerPacks

/// What a project is made of: an app for each pack, with one sticker pack extension in it.
///
/// An app of several packs would be pleasant, but iOS installs none: "Multiple message payload
/// provider extensions found in app but only one is allowed".
package struct ProjectDescription: Sendable, Equatable {
  /// An app and its extension.
  package struct App: Sendable, Equatable {
    /// The app's name, which names its target and its files.
    package let name: String
    /// What the pack's configuration says about the app.
    package let settings: ProjectSettings
    /// The pack in its extension.
    package let pack: Pack

    /// Creates an app, named like its pack where the settings name none.
    package init(settings: ProjectSettings, pack: Pack) {
      name = settings.app ?? pack.name
      self.settings = settings
      self.pack = pack
    }

    /// The extension's target, named as Xcode's template names it.
    var extensionName: String { name + " StickerPackExtension" }
    /// The app's Info.plist, relative to the project.
    var infoPath: String { "\(ProjectDescription.folder)/\(name)-Info.plist" }
    /// The extension's Info.plist, relative to the project.
    var extensionInfoPath: String { "\(ProjectDescription.folder)/\(extensionName)-Info.plist" }
  }

  /// A pack as it was built. All paths are relative to the project, with `/` between folders.
  package struct Pack: Sendable, Equatable {
    /// A language that the stickers' labels were translated to.
    package struct Translation: Sendable, Equatable {
      /// The language, such as `de`.
      package var language: String
      /// Its strings file, in the language's `.lproj` folder.
      package var path: String

      /// Creates an entry.
      package init(language: String, path: String) {
        self.language = language
        self.path = path
      }
    }

    /// One sticker.
    package struct Sticker: Sendable, Equatable {
      /// Its name in the pack.
      package var id: String
      /// What VoiceOver says.
      package var label: String
      /// The @3x image.
      package var path: String

      /// Creates an entry.
      package init(id: String, label: String, path: String) {
        self.id = id
        self.label = label
        self.path = path
      }
    }

    /// The pack's name, which Messages shows.
    package var name: String
    /// The pack's size class.
    package var gridSize: GridSize
    /// The `.xcstickers` folder, with the icons beside the pack.
    package var catalog: String
    /// The labels in other languages.
    package var translations: [Translation]
    /// The stickers in pack order.
    package var stickers: [Sticker]

    /// The name of the strings files, which tells the catalog's compiler whose labels they hold.
    var stringsName: String { translations.first?.path.lastName ?? name + ".strings" }

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

  /// Why no project can be made, in one sentence without a full stop.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    /// What is wrong, and how to mend it.
    package var description: String

    /// Creates a problem.
    package init(_ description: String) { self.description = description }
  }

  /// The folder for all files of a project that have no place prescribed.
  static let folder = "Project"

  /// The project's name.
  package let name: String
  /// The apps, at least one.
  package let apps: [App]

  /// Describes a project. Names and paths are held to what Xcode can take, and no two apps may have
  /// one name or one bundle identifier.
  package init(name: String, apps: [App]) throws(Problem) {
    guard !apps.isEmpty else { throw Problem("a project needs a pack") }
    try Self.check(name, "the project's name")
    var taken: [String: String] = [:]
    for app in apps {
      try Self.check(app.name, "the app's name")
      try Self.check(app.pack.name, "the pack's name")
      for path in [app.pack.catalog] + app.pack.translations.map(\.path)
        + app.pack.stickers.map(\.path)
      { try Self.checkPath(path) }
      // Disks and stores take both cases of a letter for one.
      for (kind, value) in [
        ("bundle identifier", app.settings.bundleIdentifier.description), ("app's name", app.name),
      ] {
        if let other = taken.updateValue(app.pack.name, forKey: "\(kind) \(value.lowercased())") {
          throw Problem(
            "the packs \(other.quoted) and \(app.pack.name.quoted) have one \(kind),"
              + " \(value.quoted); each pack is an app of its own and needs its own")
        }
      }
    }
    self.name = name
    self.apps = apps
  }

  private static func check(_ name: String, _ what: String) throws(Problem) {
    guard let problem = name.problemAsAppName else { return }
    throw Problem("\(what) is \(name.quoted); \(problem)")
  }

  private static func checkPath(_ path: String) throws(Problem) {
    let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !["", ".", ".."].contains(String($0)) }) else {
      throw Problem(
        "the path \(path.quoted) leads out of the project; it must be relative to it")
    }
  }
}
