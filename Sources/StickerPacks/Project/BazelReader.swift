internal import Basics
internal import ImageContainers

/// Reads the targets for Messages of a Bazel package, as far as they are literals.
///
/// Bazel does not run Xcode's build system, which has the settings and refuses old versions of iOS.
///
/// Source: rules_apple 4.5.3, doc/rules-ios.md.
enum BazelReader {
  private static let types = [
    "ios_application": "application", "ios_imessage_application": "application.messages",
    "ios_imessage_extension": "app-extension.messages",
    "ios_sticker_pack_extension": "app-extension.messages-sticker-pack",
  ]

  /// - Parameter top: a folder that nothing is read outside of.
  static func read(_ file: Location, within top: FilePath) -> ProjectFile? {
    guard
      let bytes = try? FileReading.bytes(
        ofFileAt: file.path, limit: FileReading.mostBytesOfJSON)
    else { return nil }
    let calls = LiteralSource.calls(of: Set(types.keys), in: bytes, .starlark)
    return ProjectFile(
      file,
      calls.prefix(ProjectFile.mostTargets).compactMap { call in
        target(call, file, within: top).map { target in
          let labels = (call["extensions"]?.list ?? []) + [call["extension"]].compactMap { $0 }
          return (target, labels.compactMap { $0.text?.localLabel })
        }
      })
  }

  private static func target(
    _ call: RelaxedJSON, _ file: Location, within top: FilePath
  ) -> ProjectFile.Target? {
    guard let name = call["name"]?.value(in: file), let type = call.callee.flatMap({ types[$0] }),
      call[LiteralSource.unknownKey] == nil
    else { return nil }
    var target = ProjectFile.Target(
      name: name, type: ProjectFile.Value(text: type, file: name.file, place: name.place))
    var layer = ProjectFile.Layer()
    layer.add("PRODUCT_BUNDLE_IDENTIFIER", call["bundle_id"]?.value(in: file))
    layer.add("ASSETCATALOG_COMPILER_APPICON_NAME", nil)
    target.layers = [layer]
    let plists = call["infoplists"]?.list ?? []
    if plists.count == 1, let path = plists[0].text?.localLabel {
      target.readInfo(at: path, in: file.parent, within: top)
    }
    target.info = target.info.withIdentifier(isVersioned: call["version"] != nil, in: file)
    if target.isStickerPack {
      target.readAssets(of: call, in: file)
    } else {
      // Libraries can have any.
      target.hasUnknownResources = true
    }
    return target
  }
}

extension ProjectFile.Info {
  /// The list with the identifier of Bazel, which replaces the file's. A version target replaces those, too.
  fileprivate func withIdentifier(isVersioned: Bool, in file: Location) -> ProjectFile.Info {
    var members: [String: PropertyList] = [:]
    var displayPath = file.displayPath
    var unknown = ["CFBundleShortVersionString", "CFBundleVersion"]
    if case .file(.dictionary(let read), let path, _) = self {
      (members, displayPath) = (read, path)
      if !isVersioned { unknown = [] }
    } else {
      unknown.append("NSStickerSharingLevel")
    }
    for key in unknown { members[key] = .text(Self.unknownText) }
    members["CFBundleIdentifier"] = .text("$(PRODUCT_BUNDLE_IDENTIFIER)")
    return .file(.dictionary(members), displayPath: displayPath)
  }
}

extension ProjectFile.Target {
  fileprivate mutating func readAssets(of call: RelaxedJSON, in file: Location) {
    for attribute in ["sticker_assets", "app_icons", "resources"] {
      guard let value = call[attribute] else { continue }
      let isGlob = value.callee == "glob"
      let list = isGlob ? value["0"] ?? value["include"] : value
      if list?.list.isEmpty != false || value["exclude"] != nil { hasUnknownResources = true }
      for pattern in list?.list ?? [] {
        let parts = pattern.text?.localLabel?.split(separator: "/") ?? []
        let end = parts.firstIndex { FilePath(String($0)).isCatalog }
        // Less than the whole catalog is known to be in it, but not whether that is enough.
        if let end, !parts[...end].contains(where: { $0.contains("*") }) {
          let path = FilePath(parts[...end].joined(separator: "/"))
          resources.append(file.path.parent.appending(path).withoutParents)
        } else {
          hasUnknownResources = true
        }
      }
    }
  }
}

extension String {
  /// The file or target of this package that a label names.
  fileprivate var localLabel: String? {
    let name = hasPrefix(":") ? String(dropFirst()) : self
    return name.contains(":") || name.hasPrefix("/") || name.hasPrefix("@") ? nil : name
  }
}
