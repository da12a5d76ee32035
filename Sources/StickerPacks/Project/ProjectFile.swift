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
    case unknown

    package var value: Value? { if case .value(let value) = self { value } else { nil } }
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
    /// Whether it can have other resources.
    var hasUnknownResources = false
    /// The names of the icon sets for Messages in its catalogs; nil if a catalog cannot be read.
    package var iconSets: Set<String>?
    /// Whether one of its catalogs has stickers; nil if unknown.
    var hasStickers: Bool?

    package var isExtension: Bool { type.text.hasPrefix("app-extension") }
    /// Whether it is an extension that consists of stickers only.
    package var isStickerPack: Bool { type.text == "app-extension.messages-sticker-pack" }
  }

  /// An extension with the apps that embed it.
  package struct Extension: Sendable, Equatable {
    package var target: Target
    package var apps: [Target]
  }

  /// More targets than any project has. The others are not read.
  static let mostTargets = 64

  package var location: Location
  /// The extensions for Messages. Each one is in the project of one catalog only.
  package var extensions: [Extension]
  /// The catalog's name if it has stickers and is in no target, and no extension has another catalog with stickers.
  package var missingCatalog: String?
}

extension ProjectFile {
  /// The extensions for Messages among targets, with the apps that name them.
  init(_ file: Location, _ targets: [(target: Target, embedded: [String])]) {
    let apps = targets.filter { $0.target.type.text.hasPrefix("application") }
    location = file
    extensions = targets.map { $0.target }.filter { $0.isForMessages }.map { target in
      Extension(
        target: target,
        apps: apps.filter { $0.embedded.contains(target.name.text) }.map { $0.target })
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
      if layer.conditional.contains(key) { return .unknown }
      if let value = layer.settings[key] { return expanded(value, &referencesLeft) }
      if layer.isIncomplete { return .unknown }
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
      else { return .unknown }
      let name = String(body[..<end].dropFirst())
      rest = body[end...].dropFirst()
      if name == "TARGET_NAME" {
        text += self.name.text
      } else if name == "SRCROOT" || name == "PROJECT_DIR" {
        text += "."
      } else if let inner = setting(name, &referencesLeft).value {
        // A value that is only a reference is changed where that setting is.
        if text.isEmpty, rest.isEmpty { return .value(inner) }
        text += inner.text
      } else {
        return .unknown
      }
      guard text.utf8.count <= 1024 else { return .unknown }
    }
    return .value(Value(text: text + rest, file: value.file, place: value.place))
  }

  /// The value of a key of the built `Info.plist`.
  ///
  /// - Parameter setting: the setting from which Xcode makes the key in a file that it generates.
  package func infoValue(_ key: String, from setting: String) -> Setting {
    guard let isGenerated = generatesInfo else { return .unknown }
    switch info {
    case .unknown: return .unknown
    case .none: return isGenerated ? self.setting(setting) : .unknown
    case .file(let list, let displayPath, let places):
      guard let text = list[key]?.text else {
        return isGenerated ? self.setting(setting) : .missing
      }
      var referencesLeft = Self.mostReferences
      return expanded(
        Value(text: text, file: displayPath, place: places[key]), &referencesLeft)
    }
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
  package var extensionPoint: String? {
    guard case .file(let list, _, _) = info else { return nil }
    return list["NSExtension"]?["NSExtensionPointIdentifier"]?.text
  }

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
    return hasUnknownResources ? nil : false
  }

  /// Looks for stickers and icon sets in its catalogs.
  ///
  /// - Parameter top: a folder that nothing is read outside of.
  mutating func readCatalogs(within top: FilePath) {
    comparableResources = Set(resources.map { $0.comparable })
    var (hasStickers, sets) = (false, Set<String>())
    var folders = resources.filter { $0.isCatalog }
    // A folder can have catalogs in it, and an .icon can have the icon's name.
    var isKnown =
      !hasUnknownResources && resources.allSatisfy { !["", "icon"].contains($0.fileExtension) }
    var foldersLeft = 200
    while let folder = folders.popLast() {
      foldersLeft -= 1
      guard foldersLeft > 0, folder.resolved?.isInside(top) == true,
        let names = try? FolderListing.names(in: folder)
      else {
        isKnown = false
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
    iconSets = isKnown ? sets : nil
    self.hasStickers = hasStickers ? true : isKnown ? false : nil
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
