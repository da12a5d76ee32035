package import Basics
internal import StickerManifest

/// Finds the packs at paths: files, folders, trees of folders and asset catalogs.
package struct PackDiscovery: Sendable {
  /// The packs, in the order of their paths.
  package private(set) var packs: [PackSource] = []
  /// The files and folders that were searched, as reports show them.
  package private(set) var lookedAt: [FilePath] = []
  /// The files and folders with images that were found and not linted.
  package private(set) var leftOut: [LeftOut] = []
  package var hasExcluded: Bool { configurations.haveExcluded || !leftOut.isEmpty }

  private static let stickerExtensions: Set<String> = [
    "png", "apng", "gif", "jpg", "jpeg", "jpe", "jfif",
  ]

  /// The extensions of image files. Those in formats that stickers cannot have are reported.
  static let imageExtensions = stickerExtensions.union([
    "heic", "heics", "heif", "webp", "avif",
    "svg", "pdf", "tif", "tiff", "bmp", "ico", "jxl", "psd", "mov", "mp4", "webm", "tgs",
  ])

  // The folder that links may not lead out of.
  private var root: FilePath = "/"
  private var configurations: Configurations
  private let respectsGitIgnore: Bool
  private var projects = ProjectFinder()
  private let purpose: Purpose
  /// The folders that were searched and have a file of a project.
  private var projectFolders: [Location] = []
  /// The configurations that describe the pack of a catalog, and not of their own folder.
  private var catalogConfigurations: Set<FilePath> = []

  private static let dependencyFolders: Set<String> = [
    "node_modules", "Pods", "Carthage", "DerivedData", ".build",
  ]

  /// The names of folders with pictures about an app, in lower case. They are packs only if they are named.
  private static let documentFolders: Set<String> = [
    "doc", "docs", "documentation", "fastlane", "screenshot", "screenshots",
  ]

  /// The use of the packs.
  package enum Purpose: Sendable {
    /// Art to read: built apps and extensions are not packs.
    case art
    /// A lint: built apps and extensions are packs, too.
    case lint
    /// An upload: only what a project or a built app has is a pack, if the tree has one.
    case upload
  }

  /// Searches `paths`. An invalid configuration is a failure; unreadable entries are observations of
  /// their packs.
  ///
  /// - Parameters:
  ///   - configuration: a file that replaces the configurations of the folders above a pack. Its globs
  ///     are relative to the working directory.
  ///   - respectsGitIgnore: whether files and folders that git ignores are left out, unless they are
  ///     named or in a named folder that git ignores.
  ///   - purpose: the use of the packs.
  package init(
    at paths: [FilePath], configuration: FilePath? = nil, respectsGitIgnore: Bool = true,
    for purpose: Purpose = .lint
  ) throws(LintError) {
    configurations = try Configurations(named: configuration)
    self.respectsGitIgnore = respectsGitIgnore
    self.purpose = purpose
    var files: [FilePath] = []
    for named in paths {
      guard var real = named.resolved else {
        throw .notFound(path: named.string)
      }
      var path = named
      if purpose == .upload, ProjectFinder.isProject(real) {
        projects.chosen.insert(real)
        // A path such as `App.xcodeproj` has no folder of its own.
        (real, path) = (real.parent, path.components.count > 1 ? path.parent : .currentFolder)
      }
      if real.isFolder {
        root = real
        let location = Location(real, displayPath: Self.displayPath(of: path, resolved: real))
        lookedAt.append(location.displayPath)
        try addTree(
          Folder(location: location, gitIgnore: respectsGitIgnore ? GitIgnore(of: real) : nil))
      } else if try !addProduct(
        Location(real, displayPath: Self.displayPath(of: path, resolved: real)))
      {
        files.append(path)
      }
    }
    try addFiles(files)
  }

  // MARK: Products

  /// Adds the packs of a built product, of which nothing else is searched.
  ///
  /// - Returns: whether it is one. A folder without a pack and without an extension for Messages is not.
  private mutating func addProduct(
    _ location: Location, below outer: [ConfigurationFile]? = nil
  ) throws(LintError) -> Bool {
    guard purpose != .art, ProductReader.isProduct(location.path) else { return false }
    var found: [PackSource]
    do {
      var reader = try ProductReader(location)
      found = reader.packs()
    } catch {
      // The other products are still linted.
      let path = location.displayPath
      var pack = PackSource(kind: .files, name: path.stem, at: location)
      pack.built = BuiltPack(product: Product(displayPath: path))
      pack.observations = [
        PackObservation(.unreadableFile(reason: "\(error)"), in: location)
      ]
      found = [pack]
    }
    guard !found.isEmpty || location.path.isFolder else {
      throw .invalidFile(
        path: location.displayPath.string, line: nil, column: nil,
        reason:
          "the archive has no compiled sticker pack and no extension for Messages; unpack it to lint art in it"
      )
    }
    let scope = try configurations.scope(of: nil, in: location.path, below: outer)
    for index in found.indices { configurations.apply(scope, to: &found[index], listedIn: nil) }
    packs += found
    if !found.isEmpty { lookedAt.append(location.displayPath) }
    return !found.isEmpty
  }

  // MARK: Folders

  private struct Folder {
    var location: Location
    /// The configurations of the folders above; nil when they were not read yet.
    var outer: [ConfigurationFile]?
    /// The patterns of git that apply to its entries.
    var gitIgnore: GitIgnore?
    /// Whether the folder's images are frames of a sequence that its parent lists.
    var holdsFrames = false
    /// The display path of the folder above if it is a pack.
    var parent: String?
  }

  private enum Step {
    case enter(Folder)
    /// All folders below one with a configuration have been searched.
    case leave(ConfigurationFile, firstPack: Int)
  }

  /// Searches a folder and everything below it, in order. Not recursive: a tree may be deeper than the
  /// stack of a thread allows.
  private mutating func addTree(_ top: Folder) throws(LintError) {
    var steps = [Step.enter(top)]
    let first = packs.count
    var searched: [(own: ConfigurationFile, packs: Range<Int>)] = []
    while let step = steps.popLast() {
      switch step {
      case .enter(let folder): steps += try add(folder).reversed()
      case .leave(let own, let firstPack): searched.append((own, firstPack..<packs.count))
      }
    }
    // A project without a target for Messages says what the tree is for, too.
    let hasProject = !projectFolders.isEmpty
    addProjects(below: top.location.path)
    let kept = choosePacks(from: first, of: top.location.path, hasProject)
    for (own, found) in searched {
      let packs = found.filter(kept.contains)
      guard let first = packs.first else { continue }
      self.packs[first].observations += configurations.unmatchedGlobs(of: own)
      if packs.count == 1 { self.packs[first].claimSuppressions(of: own.displayPath) }
    }
    packs = packs.indices.filter { $0 < first || kept.contains($0) }.map { packs[$0] }
  }

  /// The indices of the packs of a tree to lint, which are those from `first` on. Notes the others as
  /// left out.
  ///
  /// In a tree with catalogs, products or a stickerpack.json beside stickers, other folders of images are
  /// not packs but screenshots, sources and the like. So are folders of documentation in any tree. The named folder,
  /// `top`, is a pack unless there is a catalog or a product.
  private mutating func choosePacks(
    from first: Int, of top: FilePath, _ hasProject: Bool
  ) -> Set<Int> {
    let found = (first..<packs.count).filter { !isForCatalogs(packs[$0]) }
    let ships = found.contains { packs[$0].ships } || hasProject
    let declares = found.contains { packs[$0].isDeclared }
    let kept = found.filter { index in
      let pack = packs[index]
      if ships, purpose == .upload {
        if pack.path == top || top.isCatalog { return pack.kind != .folder }
        return pack.kind != .folder && pack.path.fileExtension != "stickersiconset"
          && pack.projectFile?.isWithoutCatalog != true
      }
      if pack.kind != .folder || pack.isDeclared { return true }
      if pack.path == top { return !ships }
      return !declares && !ships && !isAboutApp(pack.path, below: top)
    }
    guard kept.count < found.count else { return Set(found) }
    let isKept = Set(kept)
    for index in found where !isKept.contains(index) {
      let pack = packs[index]
      leftOut.append(
        LeftOut(
          displayPath: pack.displayPath, isFolder: true,
          reason: .undeclared(images: pack.stickers.count)))
      // They may be the frames of a sticker of the pack above.
      for observation in pack.observations {
        guard case .numberedImages(_, let parent) = observation.kind,
          let above = kept.first(where: { packs[$0].displayPath == parent })
        else { continue }
        packs[above].observations.append(observation)
      }
    }
    return isKept
  }

  /// Whether a folder is one of documentation, or in one.
  private func isAboutApp(_ folder: FilePath, below top: FilePath) -> Bool {
    folder.relative(to: top)?.components.contains {
      Self.documentFolders.contains(String(decoding: $0, as: UTF8.self).lowercased())
    } ?? false
  }

  /// Adds the projects in the searched folders that no catalog has.
  private mutating func addProjects(below top: FilePath) {
    for folder in projectFolders {
      guard let project = projects.rest(in: folder, below: top) else { continue }
      var pack = PackSource(kind: .files, name: folder.displayPath.name.string, at: folder)
      pack.projectFile = project
      packs.append(pack)
    }
    projectFolders = []
  }

  /// Whether a folder only has the configuration of a catalog beside or below it.
  private func isForCatalogs(_ pack: PackSource) -> Bool {
    pack.kind == .folder && pack.stickers.isEmpty
      && catalogConfigurations.contains(pack.path.appending(PackConfiguration.fileName))
  }

  // MARK: Leaving out

  /// Removes the entries of a folder that are not linted.
  ///
  /// - Returns: the names of those that a configuration excludes.
  private mutating func removeLeftOut(
    from listing: inout FolderListing, in folder: Folder, _ own: ConfigurationFile?,
    _ scope: [ConfigurationFile]
  ) -> Set<String> {
    let excluded = configurations.removeExcluded(from: &listing, in: folder.location, scope)
    removeIgnored(from: &listing, in: folder, own)
    if !folder.holdsFrames { removeSources(from: &listing, in: folder, own) }
    for name in excluded.sorted() {
      let location = folder.location.appending(name)
      leaveOut(location, isFolder: location.path.isFolder, .excluded)
    }
    return excluded
  }

  /// Removes the entries of a folder that are not searched: what git ignores, and dependencies. Files
  /// that the folder's configuration lists stay.
  private mutating func removeIgnored(
    from listing: inout FolderListing, in folder: Folder, _ own: ConfigurationFile?
  ) {
    let listed = Set(
      (own?.content.stickers.map { $0.file } ?? []) + (own?.content.settings.icon.files ?? []))
    listing.entries.removeAll { entry in
      let isFolder = entry.kind == .folder
      let reason: LeftOut.Reason
      if isFolder, Self.dependencyFolders.contains(entry.name) {
        reason = .dependencies
      } else if !listed.contains(entry.name),
        folder.gitIgnore?.ignores(entry.path, isFolder: isFolder) == true
      {
        reason = .ignoredByGit
      } else {
        return false
      }
      leaveOut(folder.location.appending(entry.path.name), isFolder: isFolder, reason)
      return true
    }
  }

  /// Removes images in formats that stickers cannot have if a sticker has the same name: `love.psd` beside
  /// `love.png`. Files that the folder's configuration lists stay.
  private mutating func removeSources(
    from listing: inout FolderListing, in folder: Folder, _ own: ConfigurationFile?
  ) {
    let files = listing.entries.filter { $0.kind == .file }
    let stickers = Dictionary(
      firstOf: files.filter { Self.stickerExtensions.contains($0.path.fileExtension) }
        .map { (FilePath($0.path.stem), $0.name) })
    listing.entries.removeAll { entry in
      guard entry.kind == .file, own?.content.lists(entry.name) != true,
        !Self.stickerExtensions.contains(entry.path.fileExtension),
        Self.imageExtensions.contains(entry.path.fileExtension),
        let sticker = stickers[FilePath(entry.path.stem)]
      else { return false }
      leaveOut(folder.location.appending(entry.path.name), isFolder: false, .source(of: sticker))
      return true
    }
  }

  private mutating func leaveOut(_ location: Location, isFolder: Bool, _ reason: LeftOut.Reason) {
    let hasImages =
      isFolder
      ? holdsImages(location.path) : Self.imageExtensions.contains(location.path.fileExtension)
    guard hasImages else { return }
    leftOut.append(
      LeftOut(displayPath: location.displayPath.string, isFolder: isFolder, reason: reason))
  }

  /// Whether a folder that is not searched holds images. To save time, a folder with very many other
  /// files counts as one.
  private func holdsImages(_ folder: FilePath) -> Bool {
    var folders = [folder]
    var entriesLeft = 10_000
    while let folder = folders.popLast() {
      let entries = (try? FolderListing(of: folder, within: root))?.entries ?? []
      entriesLeft -= entries.count
      guard entriesLeft >= 0 else { return true }
      for entry in entries {
        if entry.kind == .folder {
          folders.append(entry.path)
        } else if Self.imageExtensions.contains(entry.path.fileExtension) {
          return true
        }
      }
    }
    return false
  }

  /// Adds the packs of a folder itself.
  ///
  /// - Returns: the next steps, in order.
  private mutating func add(_ folder: Folder) throws(LintError) -> [Step] {
    let path = folder.location.path
    if try addProduct(folder.location, below: folder.outer) { return [] }
    switch path.fileExtension {
    case "stickerpack":
      try addCatalog(folder) { [$0.pack(folder.location)] }
      return []
    case "stickersiconset":
      try addCatalog(folder) { [$0.iconSet(folder.location)] }
      return []
    default: break
    }
    guard var listing = try listing(of: folder.location) else { return [] }
    if path.isCatalog {
      try addCatalog(folder) { $0.packs(folder.location) }
      return []
    }
    // A bundle that stickerpack built holds copies.
    if !(purpose == .upload && path == root), Self.isBundle(path) {
      leaveOut(folder.location, isFolder: true, .built)
      return []
    }
    if purpose == .upload, listing.entries.contains(where: { ProjectFinder.isProject($0.path) }) {
      projectFolders.append(folder.location)
    }
    let own: ConfigurationFile?
    do {
      own = try ConfigurationFile(in: folder.location, within: root)
    } catch {
      try addUnusable(folder.location, because: error)
      return []
    }
    let scope = try configurations.scope(of: own, in: path, below: folder.outer)
    let excluded = removeLeftOut(from: &listing, in: folder, own, scope)
    let firstPack = packs.count
    var reading = FolderReader.Reading()
    if !folder.holdsFrames {
      var reader = FolderReader(
        entries: listing.entries, excluded: excluded, configuration: own?.content,
        location: folder.location)
      reading = reader.read { entry throws(FileError) in
        var listing = try FolderListing(of: entry.path, within: root)
        _ = configurations.removeExcluded(
          from: &listing, in: folder.location.appending(entry.path.name), scope)
        return listing
      }
      add(reading, of: folder, own, scope)
    }
    let folders = folders(of: listing, in: folder, reading, below: configurations.below(scope))
    return folders.map { Step.enter($0) } + (own.map { [.leave($0, firstPack: firstPack)] } ?? [])
  }

  /// The folders in a folder, in order.
  private func folders(
    of listing: FolderListing, in folder: Folder, _ reading: FolderReader.Reading,
    below scope: [ConfigurationFile]
  ) -> [Folder] {
    listing.entries.filter { $0.kind == .folder }.map { entry in
      let holdsFrames = reading.frameFolders.contains(entry.name)
      // The configuration lists the frames, so they are linted whatever git ignores.
      let gitIgnore =
        respectsGitIgnore && !holdsFrames
        ? GitIgnore(of: entry.path, below: folder.gitIgnore) : nil
      return Folder(
        location: folder.location.appending(entry.path.name), outer: scope,
        gitIgnore: gitIgnore, holdsFrames: holdsFrames, parent: reading.pack?.displayPath)
    }
  }

  /// Lists a folder; nil if it cannot be read, which becomes the only observation of a pack.
  ///
  /// - Throws: `unreadableFolder` for the folder that was asked for.
  private mutating func listing(of location: Location) throws(LintError) -> FolderListing? {
    do {
      return try FolderListing(of: location.path, within: root)
    } catch {
      if packs.isEmpty, location.path == root {
        throw .unreadableFolder(path: location.displayPath.string, reason: "\(error)")
      }
      var pack = PackSource(kind: .files, name: location.displayPath.name.string, at: location)
      pack.observations = [
        PackObservation(.unreadableFolder(reason: "\(error)"), in: pack.location)
      ]
      packs.append(pack)
      return nil
    }
  }

  /// Adds a pack that has only an observation: its configuration is invalid, but the other packs are still linted.
  ///
  /// - Throws: the error, for the folder that was asked for, and for art that is copied or changed.
  private mutating func addUnusable(
    _ location: Location, because error: LintError
  ) throws(LintError) {
    guard case .invalidFile(_, let line, let column, let reason) = error, purpose != .art,
      location.path != root
    else { throw error }
    let file = location.appending(PackConfiguration.fileName)
    var pack = PackSource(kind: .files, name: location.displayPath.name.string, at: location)
    let place = LintError.place(line, column).map { $0 + ": " } ?? ""
    pack.observations = [PackObservation(.invalidConfiguration(reason: place + reason), in: file)]
    packs.append(pack)
  }

  /// Whether a folder has the manifest of a bundle.
  private static func isBundle(_ folder: FilePath) -> Bool {
    guard
      let bytes = try? FileReading.bytes(
        ofFileAt: folder.appending(Manifest.fileName), limit: Manifest.mostBytes),
      let document = try? RelaxedJSON(parsing: bytes, isRelaxed: false),
      case .object(let members) = document.content,
      case .text(let schema)? = members.first(where: { $0.key == "schema" })?.value.content
    else { return false }
    return Manifest.isOurs(schema: schema)
  }

  /// Adds the pack of a folder's images, if there is one.
  private mutating func add(
    _ reading: FolderReader.Reading, of folder: Folder, _ own: ConfigurationFile?,
    _ scope: [ConfigurationFile]
  ) {
    for name in reading.unusedIcons {
      leaveOut(folder.location.appending(name), isFolder: false, .icon)
    }
    guard var pack = reading.pack else { return }
    configurations.apply(scope, to: &pack, listedIn: own?.content)
    if let parent = folder.parent, own == nil { Self.noteFrames(in: &pack, below: parent) }
    packs.append(pack)
  }

  /// - Parameter read: reads the catalog or a part of it.
  private mutating func addCatalog(
    _ folder: Folder, _ read: (inout CatalogReader) -> [PackSource]
  ) throws(LintError) {
    let scope = try configurations.scope(of: nil, in: folder.location.path, below: folder.outer)
    var reader = CatalogReader(root: root, scope: scope, configurations: configurations)
    var found = read(&reader)
    configurations = reader.configurations
    if !found.isEmpty, folder.location.path.fileExtension.hasPrefix("xc") {
      found[0].projectFile = projects.project(
        of: folder.location, below: root, hasStickers: found[0].kind == .catalog)
    }
    let settings = catalogSettings(in: scope, of: folder.location.path)
    for var pack in found {
      if pack.kind == .catalog {
        StringsTable.addTranslations(to: &pack, besideCatalogAt: folder.location)
        settings?.apply(to: &pack, isOnlyPack: found.count == 1)
      }
      configurations.apply(
        scope, to: &pack, listedIn: pack.kind == .catalog ? settings?.file.content : nil)
      packs.append(pack)
    }
  }

  private mutating func catalogSettings(
    in scope: [ConfigurationFile], of catalog: FilePath
  ) -> CatalogSettings? {
    guard let file = scope.last(where: { $0.content.describesPack }) else { return nil }
    let folder = file.containingFolder
    guard var listing = try? FolderListing(of: folder.path, within: folder.path) else { return nil }
    let excluded = configurations.removeExcluded(from: &listing, in: folder, scope)
    let reader = FolderReader(
      entries: listing.entries, excluded: excluded, configuration: file.content, location: folder)
    let settings = CatalogSettings(
      file, isNamed: configurations.isNamed(file), in: reader, for: catalog)
    if settings != nil { catalogConfigurations.insert(file.location.path) }
    return settings
  }

  /// Notes that all images of a pack inside of a pack differ only in their number.
  private static func noteFrames(in pack: inout PackSource, below parent: String) {
    let names = pack.stickers.map { $0.path.name.string }
    guard let numbering = FrameNumbering(among: names), numbering.others.isEmpty else { return }
    pack.observations.append(
      PackObservation(
        .numberedImages(count: names.count, parent: parent), in: pack.location))
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
      let entries = Dictionary(firstOf: (own?.content.stickers ?? []).map { ($0.file, $0) })
      let icons = FolderIcons(own?.content, amongImages: chosen, in: location)
      var added = icons.names.subtracting(entries.keys.map { FilePath($0) })
      let named = chosen.filter { added.insert(FilePath($0)).inserted }
      // A file that is one of several scales is checked with the others of its sticker.
      let siblings = named.flatMap(ScaleSet.siblings).filter {
        added.insert($0).inserted && real.appending($0).isFile
      }
      let stickers = ScaleSet.sets(of: named + siblings.map { $0.string }).map { set in
        StickerSource(set, in: location, set.names.lazy.compactMap { entries[$0] }.first)
      }
      var pack = PackSource(
        kind: .files, name: own?.content.settings.name ?? location.displayPath.name.string,
        at: location, settings: own?.content.settings ?? PackSettings(), stickers: stickers)
      pack.add(icons)
      lookedAt += pack.files.map { $0.location.displayPath }
      configurations.apply(
        try configurations.scope(of: own, in: real, below: nil), to: &pack,
        listedIn: own?.content)
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
  fileprivate mutating func claimSuppressions(of file: FilePath) {
    for index in configurations.suppressions.indices {
      if case .file(file, _) = configurations.suppressions[index].origin {
        configurations.suppressions[index].isLocal = true
      }
    }
  }
}

extension PackSource {
  /// Whether it is a part of an app: in a catalog, a built product or a project.
  var ships: Bool {
    kind == .catalog
      || kind == .files && (built != nil || projectFile != nil || !icons.sets.isEmpty)
  }

  /// Whether it is marked as a pack: it is in an asset catalog, or its folder has a configuration.
  package var isDeclared: Bool {
    kind == .catalog || configurations.files.contains { $0.isOwn(of: self) }
  }
}

extension FilePath {
  /// Whether the path has the extension of an asset catalog or a pack in one.
  package var isCatalog: Bool { ["xcstickers", "xcassets", "stickerpack"].contains(fileExtension) }
}
