package import Basics
package import ImageContainers

/// The facts about a catalog's targets in an app's project, read without running anything.
///
/// A value that depends on what was not read is unknown, and no rule judges it.
package struct ProjectFile: Sendable, Equatable {
  /// A value with its place.
  package struct Value: Sendable, Equatable {
    package var text: String
    /// The file, as reports show it.
    package var file: FilePath
    package var place: Place?
  }

  package enum Setting: Sendable, Equatable {
    case value(Value)
    case missing
    /// Its value depends on what was not read; the reason is a clause.
    case unknown(String)

    package var value: Value? { if case .value(let value) = self { value } else { nil } }
    /// The reason its value is unknown.
    package var gap: String? { if case .unknown(let reason) = self { reason } else { nil } }
  }

  /// The settings of one level: a target's or the project's.
  package struct Layer: Sendable, Equatable {
    var settings: [String: Value] = [:]
    /// The settings whose value depends on a condition.
    var conditional: Set<String> = []
    /// Whether there can be others, such as in an `.xcconfig`.
    var isIncomplete = false
  }

  /// The `Info.plist` of a target.
  package enum Info: Sendable, Equatable {
    /// There is none; Xcode can generate it.
    case none
    case file(PropertyList, displayPath: FilePath, places: [String: Place] = [:])
    case unknown
  }

  /// An extension for Messages, or an app that has one.
  package struct Target: Sendable, Equatable {
    package var name: Value
    /// The product type without `com.apple.product-type.`.
    package var type: Value
    /// The settings, highest precedence first.
    var layers: [Layer] = []
    var info = Info.unknown
    /// The absolute paths of its resources, as far as they are known.
    var resources: [FilePath] = []
    /// The same paths as `FilePath.comparable`.
    var comparableResources: Set<String> = []
    /// The reason why it can have other catalogs than those of its resources; nil if it has no others.
    package var resourceGap: String?
    /// The names of the icon sets for Messages in its catalogs; nil if a catalog cannot be read.
    package var iconSets: Set<String>?
    /// Whether one of its catalogs has stickers; nil if unknown.
    package var hasStickers: Bool?
    /// Whether it runs scripts, which can make catalogs.
    package var runsScripts = false

    package var isExtension: Bool { type.text.hasPrefix("app-extension") }
    /// Whether it is an extension that consists of stickers only.
    package var isStickerPack: Bool { type.text == "app-extension.messages-sticker-pack" }
  }

  /// An extension with the apps that embed it.
  package struct Extension: Sendable, Equatable {
    package var target: Target
    package var apps: [Target]
    /// The reason why it is unknown whether an app has the extension in its bundle; nil if `isEmbedded` says so.
    package var embeddingGap: String?
    package var isEmbedded = true
  }

  /// More targets than any project has. The others are not read.
  static let mostTargets = 64

  package var location: Location
  /// The extensions for Messages. Each one is in the project of one catalog only.
  package var extensions: [Extension]
  /// The catalog's name if it has stickers and is in no target, and no extension has another catalog with stickers.
  package var missingCatalog: String?
  /// Whether no target for Messages has the catalog, and one has another.
  var isWithoutCatalog = false
  /// The apps that embed more than one extension for Messages, with the names of these.
  package var crowdedApps: [CrowdedApp] = []

  package struct CrowdedApp: Sendable, Equatable {
    package var name: Value
    package var extensions: [String]
  }

  /// Finds the apps that embed several of the extensions.
  mutating func findCrowdedApps() {
    var found: [String: CrowdedApp] = [:]
    for each in extensions where each.isEmbedded {
      for app in each.apps {
        found[app.name.text, default: CrowdedApp(name: app.name, extensions: [])].extensions
          .append(each.target.name.text)
      }
    }
    crowdedApps = found.values.filter { $0.extensions.count > 1 }
      .sorted { $0.name.text < $1.name.text }
  }
}

extension ProjectFile {
  /// The extensions for Messages among targets, with the apps that name them.
  init(_ file: Location, _ targets: [(target: Target, embedded: [String])]) {
    let apps = targets.filter { $0.target.type.text.hasPrefix("application") }
    location = file
    extensions = targets.map { $0.target }.filter { $0.isForMessages }.map { target in
      let own = apps.filter { $0.embedded.contains(target.name.text) }.map { $0.target }
      return Extension(
        target: target, apps: own,
        // An app whose dependencies come from a template was not read.
        embeddingGap: own.isEmpty ? "the project.yml does not say which app embeds it" : nil)
    }
  }
}

extension RelaxedJSON {
  /// The text with its place; nil for any other value, and for a text that is longer than a setting.
  func value(in file: Location) -> ProjectFile.Value? {
    guard let text, text.utf8.count <= 4096 else { return nil }
    return ProjectFile.Value(
      text: text, file: file.displayPath, place: place.inFile(file.displayPath.name.string))
  }
}

extension ProjectFile.Target {
  package typealias Value = ProjectFile.Value
  package typealias Setting = ProjectFile.Setting

  /// The value of a build setting in the configuration for releases.
  package func setting(_ key: String) -> Setting {
    var referencesLeft = Self.mostReferences
    return setting(key, &referencesLeft)
  }

  /// More references than any setting needs, with those in the settings that it refers to.
  private static let mostReferences = 64

  private func setting(_ key: String, _ referencesLeft: inout Int) -> Setting {
    for layer in layers {
      if layer.conditional.contains(key) {
        return .unknown("\(key) depends on a condition or on a file that is not read")
      }
      if let value = layer.settings[key] { return expanded(value, &referencesLeft) }
      if layer.isIncomplete { return .unknown("\(key) can be in a file that is missing") }
    }
    return .missing
  }

  /// The value without references to settings. All but those to settings that were read are unknown.
  private func expanded(_ value: Value, _ referencesLeft: inout Int) -> Setting {
    guard value.text.contains("$") else { return .value(value) }
    var (text, rest) = ("", value.text[...])
    while let start = rest.firstIndex(of: "$") {
      referencesLeft -= 1
      text += rest[..<start]
      let body = rest[start...].dropFirst()
      guard let opening = body.first, let closing = ["(": ")", "{": "}"][String(opening)],
        let end = body.firstIndex(of: Character(closing)), referencesLeft >= 0
      else { return .unknown("\(value.text.quoted) is not known before the build") }
      let name = String(body[..<end].dropFirst())
      rest = body[end...].dropFirst()
      if name == "TARGET_NAME" {
        text += self.name.text
      } else if name == "SRCROOT" || name == "PROJECT_DIR" {
        text += "."
      } else {
        let inner = setting(name, &referencesLeft)
        guard let found = inner.value else {
          return .unknown(inner.gap ?? "\(value.text.quoted) is not known before the build")
        }
        // A value that is only a reference is changed where that setting is.
        if text.isEmpty, rest.isEmpty { return .value(found) }
        text += found.text
      }
      guard text.utf8.count <= 1024 else { return .unknown("a value is too long") }
    }
    return .value(Value(text: text + rest, file: value.file, place: value.place))
  }

  /// The value of a key of the built `Info.plist`.
  ///
  /// - Parameter setting: the setting from which Xcode makes the key in a file that it generates.
  package func infoValue(_ key: String, from setting: String) -> Setting {
    guard let isGenerated = generatesInfo else { return .unknown(Self.infoGap) }
    switch info {
    case .unknown: return .unknown(Self.infoGap)
    case .none: return isGenerated ? self.setting(setting) : .unknown(Self.infoGap)
    case .file(let list, let displayPath, let places):
      guard let text = list[key]?.text else {
        return isGenerated ? self.setting(setting) : .missing
      }
      var referencesLeft = Self.mostReferences
      return expanded(
        Value(text: text, file: displayPath, place: places[key]), &referencesLeft)
    }
  }

  private static let infoGap = "the Info.plist is not in the project or cannot be read"

  /// A value of `NSExtension` in the built `Info.plist`. Xcode adds none to a file that it generates.
  package func extensionValue(_ key: String) -> Setting {
    guard case .file(let list, let displayPath, _) = info else { return .unknown(Self.infoGap) }
    guard let text = list["NSExtension"]?[key]?.text else {
      return generatesInfo == false ? .missing : .unknown(Self.infoGap)
    }
    var referencesLeft = Self.mostReferences
    return expanded(Value(text: text, file: displayPath, place: nil), &referencesLeft)
  }

  /// Whether Xcode generates the `Info.plist`, or adds to it; nil if unknown.
  package var generatesInfo: Bool? {
    switch setting("GENERATE_INFOPLIST_FILE") {
    case .value(let value): ["YES", "true"].contains(value.text)
    case .missing: false
    case .unknown: nil
    }
  }

  /// The extension point in its `Info.plist`, if it is known.
  package var extensionPoint: String? { extensionValue("NSExtensionPointIdentifier").value?.text }

  /// Whether it is an extension for Messages, whatever its type says.
  var isForMessages: Bool {
    type.text.hasPrefix("app-extension.messages")
      || type.text == "app-extension" && extensionPoint == "com.apple.message-payload-provider"
  }

  /// Reads the `Info.plist` that its settings name.
  ///
  /// - Parameters:
  ///   - folder: the project's folder.
  ///   - top: a folder that nothing is read outside of.
  mutating func readInfo(in folder: Location, within top: FilePath) {
    switch setting("INFOPLIST_FILE") {
    case .missing: info = .none
    case .unknown: info = .unknown
    case .value(let value):
      info = .unknown
      if setting("INFOPLIST_PREPROCESS") == .missing {
        readInfo(at: value.text, in: folder, within: top)
      }
    }
  }

  /// Reads an `Info.plist`, unless it is in another folder or invalid.
  mutating func readInfo(at path: String, in folder: Location, within top: FilePath) {
    let location = folder.appending(path)
    guard location.path.resolved?.isInside(top) == true,
      let bytes = try? FileReading.bytes(
        ofFileAt: location.path, limit: FileReading.mostBytesOfJSON),
      let list = try? PropertyList(parsing: bytes)
    else { return }
    info = .file(list, displayPath: location.displayPath)
  }

  // MARK: Resources

  /// Whether its resources have a catalog, or a folder above it; nil if unknown.
  func has(_ catalog: FilePath) -> Bool? {
    var path = catalog
    while path != "/" {
      if comparableResources.contains(path.comparable) { return true }
      path = path.parent
    }
    return resourceGap == nil ? false : nil
  }

  /// Looks for stickers and icon sets in its catalogs.
  ///
  /// - Parameter top: a folder that nothing is read outside of.
  mutating func readCatalogs(within top: FilePath) {
    comparableResources = Set(resources.map { $0.comparable })
    var (hasStickers, sets) = (false, Set<String>())
    var folders = resources.filter { $0.isCatalog }
    if let icon = resources.first(where: { $0.fileExtension == "icon" }) {
      resourceGap = resourceGap ?? "\(icon.name.string.quoted) can have the icon's name"
    }
    var foldersLeft = 200
    while let folder = folders.popLast() {
      foldersLeft -= 1
      guard foldersLeft > 0, folder.resolved?.isInside(top) == true,
        let names = try? FolderListing.names(in: folder)
      else {
        resourceGap = "\(folder.name.string.quoted) cannot be read"
        break
      }
      for name in names {
        switch name.fileExtension {
        case "stickerpack": hasStickers = true
        case "stickersiconset": sets.insert(name.stem)
        case "" where name != "." && folder.appending(name).isFolder:
          folders.append(folder.appending(name))
        default: break
        }
      }
    }
    iconSets = resourceGap == nil ? sets : nil
    self.hasStickers = hasStickers ? true : resourceGap == nil ? false : nil
  }
}

extension FilePath {
  /// The path as the file system of a Mac compares it: without case, and with composed and decomposed characters equal.
  fileprivate var comparable: String { string.lowercased() }

  /// The path without `..`, as far as it does not begin with it.
  var withoutParents: FilePath {
    var names: [ArraySlice<UInt8>] = []
    for name in components {
      if name.elementsEqual("..".utf8), !names.isEmpty {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    let path = FilePath(bytes: Array(names.joined(separator: "/".utf8)))
    return isAbsolute ? FilePath("/").appending(path) : path
  }
}
