internal import Basics
internal import ImageContainers

/// Reads the targets for Messages of Tuist's `Project.swift`, as far as they are literals.
///
/// Source: Tuist at 28c9661: ConfigGenerator, InfoPlistContentProvider, SettingsHelper, ResourceFileElement+ManifestMapper;
/// `isOpaqueDirectory` and `isResource` know `.xcassets`, and not `.xcstickers`.
enum TuistReader {
  private static let types = [
    "app": "application", "appExtension": "app-extension",
    "messagesExtension": "app-extension.messages",
    "stickerPackExtension": "app-extension.messages-sticker-pack",
  ]

  /// - Parameter top: a folder that nothing is read outside of.
  static func read(_ file: Location, within top: FilePath) -> ProjectFile? {
    guard
      let bytes = try? FileReading.bytes(
        ofFileAt: file.path, limit: FileReading.mostBytesOfJSON),
      String(decoding: bytes, as: UTF8.self).contains("import ProjectDescription")
    else { return nil }
    let project = LiteralSource.calls(of: ["Project"], in: bytes, .swift).first
    let calls = LiteralSource.calls(of: ["target", "Target"], in: bytes, .swift)
    let projectLayer = layer(project?["settings"], file)
    return ProjectFile(
      file,
      calls.prefix(ProjectFile.mostTargets).compactMap { call in
        target(call, file, projectLayer, within: top).map { target in
          let embedded = (call["dependencies"]?.list ?? []).compactMap {
            $0.callee == "target" ? $0["name"]?.text : nil
          }
          return (target, embedded)
        }
      })
  }

  private static func target(
    _ call: RelaxedJSON, _ file: Location, _ projectLayer: ProjectFile.Layer, within top: FilePath
  ) -> ProjectFile.Target? {
    guard let name = call["name"]?.value(in: file), let product = call["product"],
      let type = product.callee.flatMap({ types[$0] })
    else { return nil }
    var target = ProjectFile.Target(
      name: name,
      type: ProjectFile.Value(
        text: type, file: name.file, place: product.place.inFile(name.file.name.string)))
    // The settings of the manifest override those that Tuist makes.
    var made = ProjectFile.Layer()
    made.add("PRODUCT_BUNDLE_IDENTIFIER", call["bundleId"]?.value(in: file))
    if let version = call["deploymentTargets"] ?? call["deploymentTarget"] {
      let text =
        version.callee == "multiplatform"
        ? version["iOS"]
        : version.callee == "iOS" ? version["0"] ?? version["targetVersion"] : nil
      made.add("IPHONEOS_DEPLOYMENT_TARGET", text?.value(in: file))
    }
    target.layers = [layer(call["settings"], file), made, projectLayer]
    target.readInfo(call["infoPlist"], file, within: top)
    target.readResources(of: call, in: file)
    return target
  }

  private static func layer(_ settings: RelaxedJSON?, _ file: Location) -> ProjectFile.Layer {
    var layer = ProjectFile.Layer()
    guard let settings else { return layer }
    let base = settings["base"]
    // Configurations can override all settings.
    guard settings.callee == "settings", base.isNilOrDictionary,
      ["configurations", "release", "0"].allSatisfy({ settings[$0] == nil })
    else { return ProjectFile.Layer(isIncomplete: true) }
    for member in base?.members ?? [] {
      layer.add(member.key, member.value.literal?.value(in: file))
    }
    return layer
  }
}

extension ProjectFile.Target {
  fileprivate mutating func readInfo(_ info: RelaxedJSON?, _ file: Location, within top: FilePath) {
    switch info?.callee {
    case nil where info == nil, "default": self.info = .made(of: nil, in: file)
    case "extendingDefault": self.info = .made(of: info?["with"], in: file)
    case "dictionary": self.info = .made(of: info?["0"], hasDefaults: false, in: file)
    default:
      self.info = .unknown
      if let path = info?.text ?? (info?.callee == "file" ? info?["path"]?.text : nil) {
        readInfo(at: path, in: file.parent, within: top)
      }
    }
  }

  fileprivate mutating func readResources(of call: RelaxedJSON, in file: Location) {
    var resources = call["resources"]
    if resources?.callee == "resources" { resources = resources?["0"] }
    // A constant or a call, whose elements are unknown, is neither.
    let list = resources.map { $0.text == nil ? $0.list : [$0] } ?? []
    var canHaveCatalogs =
      call["buildableFolders"] != nil || resources?.isList == false && list.isEmpty
    for resource in list {
      let isGlob = resource.callee == "glob"
      guard
        let value = (isGlob ? resource["pattern"] ?? resource["0"] : resource)?.value(in: file)
      else {
        canHaveCatalogs = true
        continue
      }
      let parts = value.text.split(separator: "/", omittingEmptySubsequences: false)
      let fixed = parts.prefix { !$0.contains { "*?[{".contains($0) } }
      let path = file.path.parent.appending(FilePath(fixed.joined(separator: "/")))
        .withoutParents
      let rest = parts.dropFirst(fixed.count)
      // Everything in a folder, or a catalog. Other patterns can match files of a catalog, which stand for it.
      guard !isGlob || resource["excluding"] == nil,
        rest.isEmpty
          ? path.fileExtension != ""
          : rest.elementsEqual(["**"]) || rest.elementsEqual(["**", "*"])
      else {
        hasUnknownResources = true
        continue
      }
      self.resources.append(path)
      omissions.append(ProjectFile.Omission(path: path, value: value))
    }
    if canHaveCatalogs {
      hasUnknownResources = true
      omissions = []
    }
  }
}

extension RelaxedJSON {
  fileprivate var isList: Bool { if case .list = content { true } else { false } }
}

extension RelaxedJSON? {
  /// Whether it is a dictionary of which all members are known, or missing.
  fileprivate var isNilOrDictionary: Bool {
    guard let self else { return true }
    if case .object = self.content {
      return self.callee == nil && self[LiteralSource.unknownKey] == nil
    }
    return false
  }
}
