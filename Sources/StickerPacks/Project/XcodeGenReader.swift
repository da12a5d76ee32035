internal import Basics
internal import ImageContainers

/// Reads the targets for Messages of XcodeGen's `project.yml`.
///
/// Values that templates, included files and setting groups can add are unknown.
///
/// Source: XcodeGen, Docs/ProjectSpec.md, SettingPresets.
struct XcodeGenReader {
  /// - Parameter top: a folder that nothing is read outside of.
  static func read(_ file: Location, within top: FilePath) -> ProjectFile? {
    XcodeGenReader(file, within: top)?.read()
  }

  private let file: Location
  private let folder: Location
  private let top: FilePath
  private let spec: RelaxedJSON

  /// Nil for a file that is not read, such as one with other files included.
  private init?(_ file: Location, within top: FilePath) {
    guard
      let bytes = try? FileReading.bytes(
        ofFileAt: file.path, limit: FileReading.mostBytesOfJSON),
      let spec = try? BlockYAML.parse(bytes), spec["include"] == nil
    else { return nil }
    (self.file, folder, self.top, self.spec) = (file, file.parent, top, spec)
  }

  private func read() -> ProjectFile {
    var projectLayers = layers(of: spec)
    if let version = spec["options"]?["deploymentTarget"]?["iOS"] {
      projectLayers.addIfMissing("IPHONEOS_DEPLOYMENT_TARGET", version.value(in: file))
    }
    let members = (spec["targets"]?.members ?? []).prefix(ProjectFile.mostTargets)
    return ProjectFile(
      file,
      members.compactMap { member in
        target(member.key, member.place, member.value, projectLayers).map { target in
          let dependencies = member.value["dependencies"]?.list ?? []
          return (target, dependencies.compactMap { $0["target"]?.text })
        }
      })
  }

  // MARK: Targets

  /// A target for iOS that is an app or an extension.
  private func target(
    _ name: String, _ place: RelaxedJSON.Place, _ object: RelaxedJSON,
    _ projectLayers: [ProjectFile.Layer]
  ) -> ProjectFile.Target? {
    guard let type = object["type"]?.value(in: file), type.text.hasPrefix("app"),
      object["platform"]?.text == "iOS", object["templates"] == nil
    else { return nil }
    var target = ProjectFile.Target(
      name: ProjectFile.Value(
        text: name, file: file.displayPath, place: place.inFile(file.displayPath.name.string)),
      type: type)
    var own = layers(of: object)
    if let version = object["deploymentTarget"] {
      own.addIfMissing("IPHONEOS_DEPLOYMENT_TARGET", version.value(in: file))
    }
    // Made from the prefix and the name, and found among the sources.
    own.addIfMissing("PRODUCT_BUNDLE_IDENTIFIER", nil)
    if object["info"] == nil { own.addIfMissing("INFOPLIST_FILE", nil) }
    if !target.isExtension || type.text == "app-extension.messages" {
      own.addIfMissing("ASSETCATALOG_COMPILER_APPICON_NAME", nil)
    }
    target.layers = own + projectLayers
    if let info = object["info"] {
      target.info = made(of: info["properties"])
    } else {
      target.readInfo(in: folder, within: top)
    }
    if target.isExtension { readSources(of: object["sources"], &target) }
    target.runsScripts = ["preBuildScripts", "postCompileScripts", "postBuildScripts"].contains {
      object[$0] != nil
    }
    return target
  }

  private func readSources(of sources: RelaxedJSON?, _ target: inout ProjectFile.Target) {
    guard let sources else { return }
    for source in sources.text == nil ? sources.list : [sources] {
      guard let text = source.text ?? source["path"]?.text, !text.contains("$"), !text.contains("*")
      else {
        target.resourceGap = "its sources depend on the machine or on a pattern"
        continue
      }
      let phase = source["buildPhase"]?.text
      let isFiltered = source["includes"] != nil || source["excludes"] != nil
      let path = FilePath(text)
      // Files that patterns choose can be a catalog, and XcodeGen decides about those in a folder.
      if isFiltered || !path.isCatalog {
        target.resourceGap = "XcodeGen takes the catalogs from \(text.quoted)"
      }
      if !isFiltered, phase == nil || phase == "resources" {
        target.resources.append(folder.path.appending(path).withoutParents)
      }
    }
  }

  /// The list that XcodeGen makes. Values that are not texts are unknown: references to no setting.
  private func made(of properties: RelaxedJSON?) -> ProjectFile.Info {
    var list: [String: PropertyList] = [
      "CFBundleIdentifier": .text("$(PRODUCT_BUNDLE_IDENTIFIER)"),
      "CFBundleShortVersionString": .text("1.0"), "CFBundleVersion": .text("1"),
    ]
    var places: [String: Place] = [:]
    if let properties {
      guard case .object(let members) = properties.content else { return .unknown }
      for key in list.keys { places[key] = properties.place.inFile(file.displayPath.name.string) }
      for member in members {
        let inner = member.value.members.compactMap { member in
          member.value.text.map { (member.key, PropertyList.text($0)) }
        }
        list[member.key] =
          inner.isEmpty
          ? .text(member.value.text ?? "$(unknown)") : .dictionary(Dictionary(firstOf: inner))
        places[member.key] = member.place.inFile(file.displayPath.name.string)
      }
    }
    return .file(.dictionary(list), displayPath: file.displayPath, places: places)
  }

  // MARK: Settings

  /// The settings for the project or a target in the configuration for releases, and those of its `.xcconfig`.
  private func layers(of object: RelaxedJSON) -> [ProjectFile.Layer] {
    var layer = ProjectFile.Layer()
    let settings = object["settings"]
    let isStructured = ["base", "configs", "groups"].contains { settings?[$0] != nil }
    layer.isIncomplete = settings?["groups"] != nil || object["settingGroups"] != nil
    // Those of a configuration, whose names match in part, override the others.
    for configuration in isStructured ? settings?["configs"]?.members ?? [] : [] {
      for member in configuration.value.members {
        let isRelease = configuration.key.lowercased() == "release"
        layer.add(
          isRelease ? member.key : "\(member.key)[config]", member.value.value(in: file))
      }
    }
    for member in (isStructured ? settings?["base"] : settings)?.members ?? [] {
      layer.add(member.key, member.value.value(in: file))
    }
    guard let files = object["configFiles"] else { return [layer] }
    let release = files.members.first { $0.key.lowercased() == "release" }?.value.text
    return [
      layer,
      ProjectFile.Layer(
        configuration: release.map { folder.appending($0) }, within: top),
    ]
  }
}

extension [ProjectFile.Layer] {
  /// Adds a setting that XcodeGen makes unless there is one, in an `.xcconfig` too; nil for an unknown value.
  fileprivate mutating func addIfMissing(_ key: String, _ value: ProjectFile.Value?) {
    if allSatisfy({ $0.settings[key] == nil }) { self[0].add(key, value) }
  }
}
