internal import Basics

/// Finds the projects of catalogs.
struct ProjectFinder {
  /// The files of projects that were named. No others in their folders are read.
  var chosen: Set<FilePath> = []
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
    let top = top(of: root)
    var folder = catalog
    while folder.path != top, folder.path.parent.isInside(top) {
      folder =
        folder.path == root || !folder.path.isInside(root)
        ? Location(
          folder.path.parent,
          displayPath: PackDiscovery.displayPath(ofFolderAbove: folder.path.parent, below: top))
        : folder.parent
      if let project = project(in: folder, within: top) {
        return share(of: catalog.path, in: project, hasStickers)
      }
    }
    return nil
  }

  /// The project in a folder with the extensions that no catalog has got; nil if there are none.
  mutating func rest(in folder: Location, below root: FilePath) -> ProjectFile? {
    guard var project = project(in: folder, within: top(of: root)) else { return nil }
    let location = project.location
    project.extensions.removeAll { isGiven($0, in: location) }
    return project.extensions.isEmpty ? nil : project
  }

  /// Whether a path is that of a file of a project, or of the folder of Xcode's.
  static func isProject(_ path: FilePath) -> Bool {
    path.fileExtension == "xcodeproj" || ["project.yml", "project.yaml"].contains(path.name)
  }

  /// The folder that nothing is read outside of: the repository's, or else the nearest one above with a project.
  private mutating func top(of root: FilePath) -> FilePath {
    if let known = tops[root] { return known }
    let nearest = sequence(first: root.isCatalog ? root.parent : root) {
      $0 == "/" ? nil : $0.parent
    }.prefix(Self.mostLevels).first { folder in
      (try? FolderListing.names(in: folder))?.contains { Self.isProject($0) } ?? false
    }
    let top = root.workTree ?? nearest ?? (root.isCatalog ? root.parent : root)
    tops[root] = top
    return top
  }

  /// The folders above a named one that are searched outside of a repository, and the named one.
  private static let mostLevels = 4

  private mutating func project(in folder: Location, within top: FilePath) -> ProjectFile? {
    if let known = known[folder.path] { return known }
    var project = read(in: folder, within: top)
    project?.findCrowdedApps()
    for index in project?.extensions.indices ?? 0..<0 {
      project?.extensions[index].target.readCatalogs(within: top)
    }
    known[folder.path] = .some(project)
    return project
  }

  /// The project in a folder; nil for none with a target for Messages.
  private func read(
    in folder: Location, within top: FilePath, isNative: Bool = false
  ) -> ProjectFile? {
    guard var names = try? FolderListing.names(in: folder.path).sorted() else { return nil }
    if chosen.contains(where: { $0.parent == folder.path }) {
      names.removeAll { Self.isProject($0) && !chosen.contains(folder.path.appending($0)) }
    }
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
    return read(in: folder.appending("ios"), within: top, isNative: true)
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
    project.isWithoutCatalog =
      !lacksCatalog && targets.allSatisfy { $0.has(catalog) == false }
    let location = project.location
    if !given.insert([location.path.string]).inserted { project.crowdedApps = [] }
    project.extensions.removeAll { each in
      // Another catalog gets it.
      if each.target.has(catalog) == false, !lacksCatalog { return true }
      return isGiven(each, in: location)
    }
    return project
  }

  /// Whether a catalog has got an extension. From now on one has.
  private mutating func isGiven(_ each: ProjectFile.Extension, in location: Location) -> Bool {
    !given.insert([location.path.string, each.target.name.text]).inserted
  }
}
