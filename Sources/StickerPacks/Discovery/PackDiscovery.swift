package import Basics
internal import StickerManifest

/// Finds the packs at paths: files, folders, trees of folders and asset catalogs.
package struct PackDiscovery: Sendable {
  /// The packs, in the order of their paths.
  package private(set) var packs: [PackSource] = []
  /// The files and folders that were searched, as reports show them.
  package private(set) var lookedAt: [String] = []
  /// Whether a configuration excluded anything.
  package var hasExcluded: Bool { configurations.haveExcluded }

  /// The extensions of image files. Those in formats that stickers cannot have are reported.
  static let imageExtensions: Set<String> = [
    "png", "apng", "gif", "jpg", "jpeg", "jpe", "jfif", "heic", "heics", "heif", "webp", "avif",
    "svg", "pdf", "tif", "tiff", "bmp", "ico", "jxl", "psd", "mov", "mp4", "webm", "tgs",
  ]

  // The folder that links may not lead out of.
  private var root: FilePath = "/"
  private var configurations: Configurations

  /// Searches `paths`. An invalid configuration is a failure; unreadable entries are observations of
  /// their packs.
  ///
  /// - Parameter configuration: a file that replaces the configurations of the folders above a pack.
  ///   Its globs are relative to the working directory.
  package init(at paths: [FilePath], configuration: FilePath? = nil) throws(LintError) {
    configurations = try Configurations(named: configuration)
    var files: [FilePath] = []
    for path in paths {
      guard let real = path.resolved else {
        throw .notFound(path: path.string)
      }
      if real.isFolder {
        root = real
        let location = Location(real, displayPath: Self.displayPath(of: path, resolved: real))
        lookedAt.append(location.displayPath.string)
        try addTree(Folder(location: location))
      } else {
        files.append(path)
      }
    }
    try addFiles(files)
  }

  // MARK: Folders

  /// A folder to search.
  private struct Folder {
    var location: Location
    /// The configurations of the folders above; nil when they were not read yet.
    var outer: [ConfigurationFile]?
    /// Whether the folder's images are frames of a sequence that its parent lists.
    var holdsFrames = false
    /// The display path of the folder above if it is a pack.
    var parent: String?
  }

  /// A step of the walk through a tree.
  private enum Step {
    case enter(Folder)
    /// All folders below one with a configuration have been searched.
    case leave(ConfigurationFile, firstPack: Int)
  }

  /// Searches a folder and everything below it, in order. Not recursive: a tree may be deeper than the
  /// stack of a thread allows.
  private mutating func addTree(_ top: Folder) throws(LintError) {
    var steps = [Step.enter(top)]
    while let step = steps.popLast() {
      switch step {
      case .enter(let folder): steps += try add(folder).reversed()
      case .leave(let own, let firstPack):
        guard firstPack < packs.count else { continue }
        packs[firstPack].observations += configurations.unmatchedGlobs(of: own)
        if packs.count == firstPack + 1 { packs[firstPack].claimSuppressions(of: own.displayPath) }
      }
    }
  }

  /// Adds the packs of a folder itself.
  ///
  /// - Returns: what comes next, in order.
  private mutating func add(_ folder: Folder) throws(LintError) -> [Step] {
    let path = folder.location.path
    switch path.fileExtension {
    case "stickerpack":
      try addCatalog(folder) { [$0.pack(folder.location)] }
      return []
    case "stickersiconset":
      try addCatalog(folder) { [$0.iconSet(folder.location)] }
      return []
    default: break
    }
    var listing: FolderListing
    do {
      listing = try FolderListing(of: path, within: root)
    } catch {
      if packs.isEmpty, path == root {
        throw .unreadableFolder(path: folder.location.displayPath.string, reason: "\(error)")
      }
      var pack = PackSource(
        kind: .files, name: folder.location.displayPath.name.string, at: folder.location,
        gridSize: nil, stickers: [])
      pack.observations = [
        PackObservation(.unreadableFolder(reason: "\(error)"), in: pack.displayPath)
      ]
      packs.append(pack)
      return []
    }
    if path.isCatalog {
      try addCatalog(folder) { $0.packs(folder.location) }
      return []
    }
    // A bundle that stickerpack built holds copies.
    if Manifest.exists(in: path) { return [] }
    let own = try ConfigurationFile(in: folder.location, within: root)
    let scope = try configurations.scope(of: own, in: path, below: folder.outer)
    let excluded = configurations.removeExcluded(from: &listing, in: folder.location, scope)
    let firstPack = packs.count
    var reading = FolderReader.Reading()
    if !folder.holdsFrames {
      let reader = FolderReader(
        entries: listing.entries, excluded: excluded, configuration: own?.content,
        location: folder.location)
      reading = reader.read { entry in
        var listing = try FolderListing(of: entry.path, within: root)
        _ = configurations.removeExcluded(
          from: &listing, in: folder.location.appending(entry.path.name), scope)
        return listing
      }
      if var pack = reading.pack {
        pack.suppressions = Configurations.suppressions(of: own?.content, in: pack)
        configurations.apply(scope, to: &pack, in: folder.location)
        if let parent = folder.parent, own == nil { Self.noteFrames(in: &pack, below: parent) }
        packs.append(pack)
      }
    }
    let below = configurations.below(scope)
    let folders = listing.entries.filter { $0.kind == .folder }.map { entry in
      Step.enter(
        Folder(
          location: folder.location.appending(entry.path.name), outer: below,
          holdsFrames: reading.frameFolders.contains(entry.name),
          parent: reading.pack?.displayPath))
    }
    return folders + (own.map { [.leave($0, firstPack: firstPack)] } ?? [])
  }

  /// - Parameter read: reads the catalog or a part of it.
  private mutating func addCatalog(
    _ folder: Folder, _ read: (inout CatalogReader) -> [PackSource]
  ) throws(LintError) {
    let scope = try configurations.scope(of: nil, in: folder.location.path, below: folder.outer)
    var reader = CatalogReader(root: root, scope: scope, configurations: configurations)
    let found = read(&reader)
    configurations = reader.configurations
    for var pack in found {
      configurations.apply(scope, to: &pack, in: folder.location)
      packs.append(pack)
    }
  }

  /// Notes that all images of a pack inside of a pack differ only in their number.
  private static func noteFrames(in pack: inout PackSource, below parent: String) {
    let names = pack.stickers.map(\.path.name.string)
    guard let numbering = FrameNumbering(among: names), numbering.others.isEmpty else { return }
    pack.observations.append(
      PackObservation(
        .numberedImages(count: names.count, parent: parent), in: pack.displayPath))
  }

  // MARK: Files

  /// Adds single files, with the labels and suppressions of their folder's configuration.
  private mutating func addFiles(_ files: [FilePath]) throws(LintError) {
    var folders: [FilePath] = []
    var names: [FilePath: [String]] = [:]
    for file in files {
      if names[file.parent] == nil { folders.append(file.parent) }
      names[file.parent, default: []].append(file.name.string)
    }
    for folder in folders {
      let chosen = names[folder] ?? []
      let real = folder.resolved ?? folder
      let location = Location(real, displayPath: Self.displayPath(of: folder, resolved: real))
      let own = try ConfigurationFile(in: location, within: real)
      let entries = Dictionary(
        (own?.content.stickers ?? []).map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first }
      )
      let icons = FolderIcons(
        own?.content.icon,
        among: Dictionary(chosen.map { ($0, $0) }, uniquingKeysWith: { first, _ in first }),
        in: location)
      var added = icons.names.subtracting(entries.keys.map { FilePath($0) })
      let stickers = chosen.filter { added.insert(FilePath($0)).inserted }.map {
        StickerSource(named: $0, in: location, entries[$0])
      }
      var pack = PackSource(
        kind: .files, name: own?.content.name ?? location.displayPath.name.string, at: location,
        gridSize: own?.content.gridSize, stickers: stickers)
      pack.add(icons, own?.content.icon)
      lookedAt += pack.files.map(\.displayPath)
      pack.suppressions = Configurations.suppressions(of: own?.content, in: pack)
      configurations.apply(
        try configurations.scope(of: own, in: real, below: nil), to: &pack, in: location)
      packs.append(pack)
    }
  }

  // MARK: Display paths

  /// The display path of a folder above the searched ones: relative to the working directory when one
  /// of the two is inside the other, and otherwise from `top`, a folder above both, on.
  static func displayPath(ofFolderAbove folder: FilePath, below top: FilePath) -> FilePath {
    if let current = FilePath.currentFolder.resolved {
      if folder.isInside(current) { return displayPath(of: folder, resolved: folder) }
      if let rest = current.relative(to: folder) {
        return rest.components.reduce(FilePath.currentFolder) { path, _ in path.appending("..") }
      }
    }
    return top.name.appending(folder.relative(to: top) ?? folder)
  }

  /// The path as it was given, or for an absolute one the path from the working directory or else its
  /// name.
  private static func displayPath(of path: FilePath, resolved: FilePath) -> FilePath {
    guard path.isAbsolute else { return path }
    return FilePath.currentFolder.resolved.flatMap { resolved.relative(to: $0) } ?? resolved.name
  }
}

extension PackSource {
  /// Marks the suppressions of a file as those of this pack only.
  fileprivate mutating func claimSuppressions(of file: String) {
    for index in suppressions.indices {
      if case .file(file, _) = suppressions[index].origin { suppressions[index].isLocal = true }
    }
  }
}

extension FilePath {
  /// Whether the path has the extension of an asset catalog or a pack in one.
  var isCatalog: Bool { ["xcstickers", "xcassets", "stickerpack"].contains(fileExtension) }
}
