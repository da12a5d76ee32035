internal import Basics

/// Finds the projects of catalogs.
struct ProjectFinder {
  /// The projects in each folder that was searched.
  private var known: [FilePath: ProjectFile?] = [:]
  /// The extensions that a catalog has got, by the project and their name.
  private var given: Set<[String]> = []
  /// The folder with `.git`, for each folder that was named.
  private var tops: [FilePath: FilePath] = [:]

  /// The nearest project with a target for Messages, in a folder above a catalog: up to the folder of the
  /// repository, or else up to the one that was named, or that has the catalog that was named.
  ///
  /// - Parameters:
  ///   - root: the folder that was named.
  ///   - hasStickers: whether the catalog has stickers.
  mutating func project(
    of catalog: Location, below root: FilePath, hasStickers: Bool
  ) -> ProjectFile? {
    let top = tops[root] ?? root.workTree ?? (root.isCatalog ? root.parent : root)
    tops[root] = top
    var folder = catalog
    while folder.path != top, folder.path.parent.isInside(top) {
      folder =
        folder.path == root || !folder.path.isInside(root)
        ? Location(
          folder.path.parent,
          displayPath: PackDiscovery.displayPath(ofFolderAbove: folder.path.parent, below: top))
        : folder.parent
      var found = known[folder.path]
      if found == nil {
        var project = Self.project(in: folder, within: top)
        for index in project?.extensions.indices ?? 0..<0 {
          project?.extensions[index].target.readCatalogs(within: top)
        }
        found = .some(project)
        known[folder.path] = found
      }
      if let project = found ?? nil { return share(of: catalog.path, in: project, hasStickers) }
    }
    return nil
  }

  /// The project in a folder; nil for none with a target for Messages.
  private static func project(
    in folder: Location, within top: FilePath, isNative: Bool = false
  ) -> ProjectFile? {
    guard let names = try? FolderListing.names(in: folder.path).sorted() else { return nil }
    // XcodeGen's file has precedence, because Xcode's is made from it.
    for name in ["project.yml", "project.yaml"] as [FilePath] where names.contains(name) {
      let file = folder.appending(name)
      guard file.path.resolved?.isInside(top) == true else { continue }
      if let project = XcodeGenReader.read(file, within: top), !project.extensions.isEmpty {
        return project
      }
    }
    for name in names where name.fileExtension == "xcodeproj" {
      let file = folder.appending(name).appending("project.pbxproj")
      guard file.path.resolved?.isInside(top) == true,
        var reader = XcodeProjectReader(file, within: top)
      else { continue }
      let project = reader.read()
      if !project.extensions.isEmpty { return project }
    }
    // The project of an app with React Native, which Expo generates, beside the sources of its targets.
    guard !isNative, names.contains("package.json"), names.contains("ios") else { return nil }
    return Self.project(in: folder.appending("ios"), within: top, isNative: true)
  }

  /// The project with the extensions that no other catalog has got: those with this catalog, and those without any.
  private mutating func share(
    of catalog: FilePath, in project: ProjectFile, _ hasStickers: Bool
  ) -> ProjectFile {
    var project = project
    let targets = project.extensions.map { $0.target }
    let lacksCatalog =
      hasStickers && targets.contains { $0.isStickerPack }
      && targets.allSatisfy { $0.has(catalog) == false && $0.hasStickers == false }
    if lacksCatalog {
      project.missingCatalog = catalog.name.string
      // Without the catalog, no icon is known to be missing.
      for index in targets.indices { project.extensions[index].target.iconSets = nil }
    }
    project.extensions.removeAll { each in
      // Another catalog gets it.
      if each.target.has(catalog) == false, !lacksCatalog { return true }
      return !given.insert([project.location.path.string, each.target.name.text]).inserted
    }
    return project
  }
}
