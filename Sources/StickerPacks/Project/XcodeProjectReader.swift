internal import Basics

/// Reads the targets for Messages of a `project.pbxproj`.
///
/// Source: the files that Xcode 8 to 26 write.
struct XcodeProjectReader {
  private typealias Object = RelaxedJSON
  /// More members than any object has: a few are read for each reference to it.
  private static let mostMembers = 64

  private let file: Location
  /// The folder that paths are relative to.
  private let root: Location
  /// A folder that nothing is read outside of.
  private let top: FilePath
  private let objects: [String: Object]
  /// The references that can still be followed. One list can be referred to often.
  private var referencesLeft = 200_000
  /// The group of each file and group.
  private var parents: [String: String] = [:]
  private var layers: [String: [ProjectFile.Layer]] = [:]
  /// The exceptions of synchronized folders, by the target and the folder.
  private var exceptions: [String: [String: [String]]] = [:]
  /// The folders on disk that can still be listed. A small project can have thousands of synchronized folders, each of
  /// which is its whole tree.
  private var foldersLeft = 10_000

  private let project: Object

  /// Nil for a file that is not a project.
  ///
  /// - Parameters:
  ///   - file: the `project.pbxproj`.
  ///   - top: a folder that nothing is read outside of.
  init?(_ file: Location, within top: FilePath) {
    guard
      let bytes = try? FileReading.bytes(
        ofFileAt: file.path, limit: OpenStepPropertyList.mostBytes),
      let list = try? OpenStepPropertyList.parse(bytes)
    else { return nil }
    let all = (list["objects"]?.members ?? []).filter {
      $0.value.members.count <= Self.mostMembers
    }
    objects = Dictionary(firstOf: all.map { ($0.key, $0.value) })
    guard let project = list["rootObject"]?.text.flatMap({ [objects] in objects[$0] }) else {
      return nil
    }
    (self.project, self.file, self.top) = (project, file, top)
    root = file.parent.parent.appending(project["projectDirPath"]?.text ?? ".")
    for (id, object) in objects {
      for child in object["children"]?.list ?? [] {
        if let child = child.text { parents[child] = id }
      }
    }
  }

  /// The targets for Messages; none if the project is too large.
  mutating func read() -> ProjectFile {
    let projectLayers = layers(of: project)
    readExceptions()
    var apps: [(target: ProjectFile.Target, named: Set<String>, copied: Set<String>)] = []
    var extensions: [(id: String, target: ProjectFile.Target)] = []
    for id in ids(in: project["targets"]).prefix(ProjectFile.mostTargets) {
      guard let object = objects[id], var target = target(object, projectLayers) else { continue }
      if target.type.text.hasPrefix("application") {
        apps.append((target, targets(in: object["dependencies"]), copied(by: object)))
      } else if target.isForMessages {
        readResources(of: object, id, &target)
        extensions.append((id, target))
      }
    }
    if referencesLeft < 0 { extensions = [] }
    return ProjectFile(
      location: file,
      extensions: extensions.map { id, target in
        let product = objects[id]?["productReference"]?.text ?? ""
        return ProjectFile.Extension(
          target: target,
          apps: apps.filter { $0.named.contains(id) || $0.copied.contains(product) }.map {
            $0.target
          },
          embeddingGap: apps.isEmpty ? "the app is in another project" : nil,
          isEmbedded: apps.contains { $0.copied.contains(product) })
      })
  }

  private mutating func ids(in list: RelaxedJSON?) -> [String] {
    let list = list?.list ?? []
    referencesLeft -= list.count
    return referencesLeft < 0 ? [] : list.compactMap { $0.text }
  }

  // MARK: Targets

  /// A target that is an app or an extension.
  private mutating func target(
    _ object: Object, _ projectLayers: [ProjectFile.Layer]
  ) -> ProjectFile.Target? {
    let prefix = "com.apple.product-type."
    guard let name = object["name"]?.value(in: file),
      var type = object["productType"]?.value(in: file),
      type.text.hasPrefix(prefix + "app")
    else { return nil }
    type.text.removeFirst(prefix.count)
    var target = ProjectFile.Target(name: name, type: type)
    target.layers = layers(of: object) + projectLayers
    target.readInfo(in: root, within: top)
    return target
  }

  private mutating func readResources(
    of object: Object, _ id: String, _ target: inout ProjectFile.Target
  ) {
    for phase in phases(of: object) {
      switch phase["isa"]?.text {
      case "PBXShellScriptBuildPhase": target.runsScripts = true
      case "PBXResourcesBuildPhase":
        for file in ids(in: phase["files"]) {
          guard let reference = objects[file]?["fileRef"]?.text else {
            target.resourceGap = "a resource refers to nothing"
            continue
          }
          add(reference, to: &target)
        }
      default: break
      }
    }
    readSynchronizedFolders(of: object, id, &target)
  }

  /// Adds a resource. One with translations is a group with a file for each language.
  private mutating func add(_ reference: String, to target: inout ProjectFile.Target) {
    let isGroup = objects[reference]?["isa"]?.text == "PBXVariantGroup"
    for id in isGroup ? ids(in: objects[reference]?["children"]) : [reference] {
      let name = objects[id].flatMap { ($0["path"] ?? $0["name"])?.text } ?? ""
      if let path = path(of: id) {
        target.resources.append(path)
      } else if ["", "xcassets", "xcstickers"].contains(FilePath(name).fileExtension) {
        target.resourceGap = "a resource \(name.quoted) has no place in the project"
      }
    }
  }

  /// Adds the catalogs in the folders whose files Xcode finds by itself. Exceptions are those files of such a folder that
  /// the target does not have, or, if it does not have the folder, those that it has.
  private mutating func readSynchronizedFolders(
    of object: Object, _ id: String, _ target: inout ProjectFile.Target
  ) {
    let own = Set(ids(in: object["fileSystemSynchronizedGroups"]))
    let exceptions = exceptions[id] ?? [:]
    for folder in own.union(exceptions.keys).sorted() where objects[folder] != nil {
      guard let path = path(of: folder) else {
        target.resourceGap = "a synchronized folder has no place in the project"
        continue
      }
      let named = (exceptions[folder] ?? []).map { path.appending($0).withoutParents }
      guard own.contains(folder) else {
        target.resources += named
        continue
      }
      guard let found = catalogs(in: path) else {
        target.resourceGap = "the folder \(path.name.string.quoted) cannot be read"
        continue
      }
      let isNamed = Set(named)
      target.resources += found.filter { catalog in
        !sequence(first: catalog) { $0 == "/" ? nil : $0.parent }.contains(where: isNamed.contains)
      }
    }
  }

  private mutating func readExceptions() {
    for (folder, object) in objects {
      for set in ids(in: object["exceptions"]) {
        guard let target = objects[set]?["target"]?.text else { continue }
        let names = ids(in: objects[set]?["membershipExceptions"])
        if !names.isEmpty { exceptions[target, default: [:]][folder, default: []] += names }
      }
    }
  }

  /// The catalogs in a folder; nil if it cannot be read or has too many folders.
  private mutating func catalogs(in folder: FilePath) -> [FilePath]? {
    var (folders, found) = ([folder], [FilePath]())
    while let folder = folders.popLast() {
      foldersLeft -= 1
      guard foldersLeft >= 0, folder.resolved?.isInside(top) == true,
        let names = try? FolderListing.names(in: folder)
      else { return nil }
      for path in names.map(folder.appending) where path.isFolder {
        if path.isCatalog { found.append(path) } else { folders.append(path) }
      }
    }
    return found
  }

  private mutating func phases(of target: Object) -> [Object] {
    ids(in: target["buildPhases"]).compactMap { [objects] id in objects[id] }
  }

  /// The targets that dependencies name.
  private mutating func targets(in dependencies: RelaxedJSON?) -> Set<String> {
    Set(ids(in: dependencies).compactMap { [objects] id in objects[id]?["target"]?.text })
  }

  /// The products that an app copies into its bundle.
  private mutating func copied(by app: Object) -> Set<String> {
    var products: Set<String> = []
    for phase in phases(of: app) where phase["isa"]?.text == "PBXCopyFilesBuildPhase" {
      for file in ids(in: phase["files"]) {
        if let product = objects[file]?["fileRef"]?.text { products.insert(product) }
      }
    }
    return products
  }

  /// The absolute path of a file or group; nil if it depends on the build.
  private mutating func path(of id: String) -> FilePath? {
    var (id, path) = (id, FilePath.currentFolder)
    for _ in 0..<64 {
      referencesLeft -= 1
      guard referencesLeft >= 0, let object = objects[id] else { return nil }
      if let own = object["path"]?.text {
        // The longest path of macOS.
        guard own.utf8.count + path.bytes.count < 1024 else { return nil }
        path = FilePath(own).appending(path)
      }
      let base: FilePath?
      switch object["sourceTree"]?.text {
      case "<absolute>": base = "/"
      case "SOURCE_ROOT": base = root.path
      case "<group>":
        if let parent = parents[id] {
          id = parent
          continue
        }
        base = root.path
      default: base = nil
      }
      return base.map { $0.appending(path).withoutParents }
    }
    return nil
  }

  // MARK: Settings

  /// The settings of a target or the project in the configuration for releases, and those of its `.xcconfig`.
  private mutating func layers(of owner: Object) -> [ProjectFile.Layer] {
    let list = owner["buildConfigurationList"]?.text.flatMap { objects[$0] }
    let all = ids(in: list?["buildConfigurations"])
    let wanted = ["Release", list?["defaultConfigurationName"]?.text]
    let id =
      wanted.compactMap { name in all.first { objects[$0]?["name"]?.text == name } }.first
      ?? all.first
    guard let id, let configuration = objects[id] else {
      return [ProjectFile.Layer(isIncomplete: true)]
    }
    if let known = layers[id] { return known }
    var layer = ProjectFile.Layer()
    for member in configuration["buildSettings"]?.members ?? [] {
      layer.add(member.key, member.value.value(in: file))
    }
    var found = [layer]
    if let reference = configuration["baseConfigurationReference"]
      ?? configuration["baseConfigurationReferenceAnchor"]
    {
      let path = reference.text.flatMap { self.path(of: $0) }.map { path in
        configuration["baseConfigurationReferenceRelativePath"]?.text.map(path.appending) ?? path
      }
      found.append(ProjectFile.Layer(configuration: path.map(location), within: top))
    }
    layers[id] = found
    return found
  }

  /// A file with the path that reports show.
  private func location(of path: FilePath) -> Location {
    path.relative(to: root.path).map { root.appending($0) }
      ?? Location(path, displayPath: PackDiscovery.displayPath(ofFolderAbove: path, below: top))
  }
}

extension ProjectFile.Layer {
  /// Adds a setting. One whose condition does not concern macOS makes the value unknown.
  mutating func add(_ key: String, _ value: ProjectFile.Value?) {
    if let bracket = key.firstIndex(of: "[") {
      if !key.contains("sdk=macosx") { conditional.insert(String(key[..<bracket])) }
    } else if let value {
      settings[key] = settings[key] ?? value
    } else {
      conditional.insert(key)
    }
  }
}
