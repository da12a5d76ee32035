internal import Basics

/// Reads the targets for Messages of XcodeGen's `project.yml`.
///
/// What templates, included files, setting groups and configuration files can add is unknown.
///
/// Source: XcodeGen, Docs/ProjectSpec.md, SettingPresets.
struct XcodeGenReader {
  /// More targets than any project has.
  private static let mostTargets = 64

  private let file: Location
  private let folder: Location
  private let top: FilePath
  private let spec: RelaxedJSON

  /// Nil for a file that is not read, such as one with other files included.
  init?(_ file: Location, within top: FilePath) {
    guard
      let bytes = try? FileReading.bytes(
        ofFileAt: file.path, limit: FileReading.mostBytesOfJSON),
      let spec = try? BlockYAML.parse(bytes), spec["include"] == nil
    else { return nil }
    (self.file, folder, self.top, self.spec) = (file, file.parent, top, spec)
  }

  func read() -> ProjectFile {
    var projectLayer = layer(of: spec)
    if let version = spec["options"]?["deploymentTarget"]?["iOS"] {
      projectLayer.addIfMissing("IPHONEOS_DEPLOYMENT_TARGET", value(version))
    }
    let targets = (spec["targets"]?.members ?? []).prefix(Self.mostTargets).compactMap { member in
      target(member.key, member.place, member.value, projectLayer).map { ($0, member.value) }
    }
    return ProjectFile(
      location: file,
      extensions: targets.filter { $0.0.isForMessages }.map { target, _ in
        let apps = targets.filter { app, object in
          app.type.text.hasPrefix("application")
            && (object["dependencies"]?.list ?? []).contains {
              $0["target"]?.text == target.name.text
            }
        }
        return ProjectFile.Extension(target: target, apps: apps.map(\.0))
      })
  }

  private func value(_ json: RelaxedJSON) -> ProjectFile.Value? {
    json.text.map {
      ProjectFile.Value(
        text: $0, file: file.displayPath, place: json.place.inFile(file.displayPath.name.string))
    }
  }

  // MARK: Targets

  /// A target for iOS that is an app or an extension.
  private func target(
    _ name: String, _ place: RelaxedJSON.Place, _ object: RelaxedJSON,
    _ projectLayer: ProjectFile.Layer
  ) -> ProjectFile.Target? {
    guard let type = object["type"].flatMap(value), type.text.hasPrefix("app"),
      object["platform"]?.text == "iOS", object["templates"] == nil
    else { return nil }
    var target = ProjectFile.Target(
      name: ProjectFile.Value(
        text: name, file: file.displayPath, place: place.inFile(file.displayPath.name.string)),
      type: type)
    var own = layer(of: object)
    if let version = object["deploymentTarget"] {
      own.addIfMissing("IPHONEOS_DEPLOYMENT_TARGET", value(version))
    }
    // Made from the prefix and the name, and found among the sources.
    own.addIfMissing("PRODUCT_BUNDLE_IDENTIFIER", nil)
    if object["info"] == nil { own.addIfMissing("INFOPLIST_FILE", nil) }
    if !target.isExtension || type.text == "app-extension.messages" {
      own.addIfMissing("ASSETCATALOG_COMPILER_APPICON_NAME", nil)
    }
    target.layers = [own, projectLayer]
    if let info = object["info"] {
      target.info = .file(Self.info(info["properties"]), displayPath: file.displayPath)
    } else {
      target.readInfo(in: folder, within: top)
    }
    if target.isExtension { readSources(of: object["sources"], &target) }
    return target
  }

  /// The `Info.plist` that XcodeGen generates, with its defaults.
  private static func info(_ properties: RelaxedJSON?) -> PropertyList {
    var members: [String: PropertyList] = [
      "CFBundleIdentifier": .text("$(PRODUCT_BUNDLE_IDENTIFIER)"),
      "CFBundleShortVersionString": .text("1.0"), "CFBundleVersion": .text("1"),
    ]
    for member in properties?.members ?? [] {
      if let text = member.value.text {
        members[member.key] = .text(text)
      } else {
        let inner = member.value.members.compactMap { member in
          member.value.text.map { (member.key, PropertyList.text($0)) }
        }
        members[member.key] = .dictionary(Dictionary(firstOf: inner))
      }
    }
    return .dictionary(members)
  }

  private func readSources(of sources: RelaxedJSON?, _ target: inout ProjectFile.Target) {
    guard let sources else { return }
    for source in sources.text == nil ? sources.list : [sources] {
      guard let text = source.text ?? source["path"]?.text, !text.contains("$"), !text.contains("*")
      else {
        target.hasUnknownResources = true
        continue
      }
      let phase = source["buildPhase"]?.text
      let isFiltered = source["includes"] != nil || source["excludes"] != nil
      let path = FilePath(text)
      // Files that patterns choose can be a catalog, and a folder can have catalogs in it.
      if isFiltered || !path.isCatalog { target.hasUnknownResources = true }
      if !isFiltered, phase == nil || phase == "resources" {
        target.resources.append(folder.path.appending(path).withoutParents)
      }
    }
  }

  // MARK: Settings

  /// The settings for the project or a target in the configuration for releases.
  private func layer(of object: RelaxedJSON) -> ProjectFile.Layer {
    var layer = ProjectFile.Layer()
    let settings = object["settings"]
    let isStructured = ["base", "configs", "groups"].contains { settings?[$0] != nil }
    layer.isIncomplete =
      object["configFiles"] != nil || settings?["groups"] != nil || object["settingGroups"] != nil
    // Those of a configuration, whose names match in part, override the others.
    for configuration in isStructured ? settings?["configs"]?.members ?? [] : [] {
      for member in configuration.value.members {
        let isRelease = configuration.key.lowercased() == "release"
        layer.add(isRelease ? member.key : "\(member.key)[config]", value(member.value))
      }
    }
    for member in (isStructured ? settings?["base"] : settings)?.members ?? [] {
      layer.add(member.key, value(member.value))
    }
    return layer
  }
}

extension ProjectFile.Layer {
  /// Adds a setting that a generator makes unless there is one; nil for an unknown value.
  fileprivate mutating func addIfMissing(_ key: String, _ value: ProjectFile.Value?) {
    if settings[key] == nil { add(key, value) }
  }
}
