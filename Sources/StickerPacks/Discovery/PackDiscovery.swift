internal import Basics
internal import StickerManifest

/// Finds the packs that a path holds: a file, a folder, a tree of folders or an asset catalog.
package struct PackDiscovery: Sendable {
  /// The packs, in the order of their paths.
  package private(set) var packs: [PackSource] = []
  /// The files and folders that were named, as reports name them.
  package private(set) var lookedAt: [String] = []
  /// Whether a configuration kept anything from being looked at.
  package var hasExcluded: Bool { configurations.haveExcluded }

  /// Image files that are reported even though no sticker may have their format.
  static let imageExtensions: Set<String> = [
    "png", "apng", "gif", "jpg", "jpeg", "jpe", "jfif", "heic", "heics", "heif", "webp", "avif",
    "svg", "pdf", "tif", "tiff", "bmp", "ico", "jxl",
  ]

  private var root = ""
  private var configurations: Configurations

  /// Looks through `paths`. A broken configuration is a failure; unreadable entries are observations of
  /// their packs.
  ///
  /// - Parameter configuration: a file that applies in the place of all that are in folders above a
  ///   pack. Its globs begin in the working directory.
  package init(at paths: [String], configuration: String? = nil) throws(LintError) {
    configurations = try Configurations(named: configuration)
    var files: [(folder: String, name: String)] = []
    for path in paths {
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      guard let real = realPath(path) else {
        throw .notFound(path: path)
      }
      if FileReading.isDirectory(real) {
        root = real
        let display = Self.displayPath(of: path, real)
        lookedAt.append(display)
        try addTree(Folder(path: path, displayPath: display, real: real))
      } else {
        files.append(Self.split(path))
      }
    }
    try addFiles(files)
  }

  // MARK: Folders

  /// A folder that is to be looked through.
  private struct Folder {
    var path: String
    var displayPath: String
    /// Its absolute path without links.
    var real: String
    /// The configurations of the folders above, where these were passed on the way.
    var outer: [ConfigurationFile]?
    /// Whether the folder's images are frames of a sequence that its parent lists.
    var holdsFrames = false
    /// The pack that the folder above is, as reports name it; nil when it is none.
    var parent: String?
  }

  /// What is left to do on the way through a tree.
  private enum Step {
    case enter(Folder)
    /// All folders below one with a configuration have been looked through.
    case leave(ConfigurationFile, firstPack: Int)
  }

  /// Looks through a folder and all below it, in order. Steps instead of calls within calls: a tree is
  /// as deep as whoever made it likes, and a thread's stack is not.
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
    if folder.path.hasSuffix(".stickerpack") {
      try addCatalog(folder) { [$0.pack(folder.path, folder.displayPath)] }
      return []
    }
    if folder.path.hasSuffix(".stickersiconset") {
      try addCatalog(folder) { [$0.iconSet(folder.path, folder.displayPath)] }
      return []
    }
    var listing: FolderListing
    do {
      listing = try FolderListing(of: folder.path, within: root)
    } catch {
      if packs.isEmpty, realPath(folder.path) == root {
        throw .unreadableFolder(path: folder.path, reason: "\(error)")
      }
      var pack = PackSource(
        kind: .files, name: Self.split(folder.displayPath).name, path: folder.displayPath,
        displayPath: folder.displayPath, gridSize: nil, stickers: [])
      pack.observations = [
        PackObservation(.unreadableFolder(reason: "\(error)"), in: folder.displayPath)
      ]
      packs.append(pack)
      return []
    }
    if folder.path.isCatalogPath {
      try addCatalog(folder) { $0.packs(folder.path, folder.displayPath) }
      return []
    }
    // A bundle that this tool built holds copies.
    if Manifest.exists(in: folder.path) { return [] }
    let own = try ConfigurationFile(
      in: folder.path, folder.displayPath, real: folder.real, within: root)
    let scope = try configurations.scope(of: own, folder.real, below: folder.outer)
    let excluded = configurations.removeExcluded(
      from: &listing, folder.displayPath, folder.real, scope)
    let firstPack = packs.count
    var reading = FolderReader.Reading()
    if !folder.holdsFrames {
      let reader = FolderReader(
        entries: listing.entries, excluded: excluded, configuration: own?.content,
        path: folder.path, displayPath: folder.displayPath)
      reading = reader.read { below in
        var listing = try FolderListing(of: below.path, within: root)
        _ = configurations.removeExcluded(
          from: &listing, Self.join(folder.displayPath, below.name),
          Self.join(folder.real, below.name), scope)
        return listing
      }
      if var pack = reading.pack {
        pack.suppressions = Configurations.suppressions(of: own?.content, in: pack)
        configurations.apply(scope, to: &pack, folder.path, folder.displayPath, folder.real)
        if let parent = folder.parent, own == nil { Self.noteFrames(in: &pack, below: parent) }
        packs.append(pack)
      }
    }
    let below = configurations.below(scope)
    let folders = listing.entries.filter { $0.kind == .folder }.map { entry in
      Step.enter(
        Folder(
          path: entry.path, displayPath: Self.join(folder.displayPath, entry.name),
          real: Self.join(folder.real, entry.name), outer: below,
          holdsFrames: reading.frameFolders.contains(entry.name),
          parent: reading.pack?.displayPath))
    }
    return folders + (own.map { [.leave($0, firstPack: firstPack)] } ?? [])
  }

  /// - Parameter read: what of the catalog is read.
  private mutating func addCatalog(
    _ folder: Folder, _ read: (inout CatalogReader) -> [PackSource]
  ) throws(LintError) {
    let scope = try configurations.scope(of: nil, folder.real, below: folder.outer)
    var reader = CatalogReader(
      root: root, path: folder.path, real: folder.real, scope: scope,
      configurations: configurations)
    let found = read(&reader)
    configurations = reader.configurations
    for var pack in found {
      configurations.apply(scope, to: &pack, folder.path, folder.displayPath, folder.real)
      packs.append(pack)
    }
  }

  /// Notes that all images of a pack inside of a pack differ only in their number.
  private static func noteFrames(in pack: inout PackSource, below parent: String) {
    let names = pack.stickers.map { split($0.path).name }
    guard let numbering = FrameNumbering(among: names), numbering.others.isEmpty else { return }
    pack.observations.append(
      PackObservation(
        .numberedImages(count: names.count, parent: parent), in: pack.displayPath))
  }

  // MARK: Files

  /// Files named one by one keep the labels and exceptions that their folder's configuration gives.
  private mutating func addFiles(_ files: [(folder: String, name: String)]) throws(LintError) {
    var folders: [String] = []
    var names: [String: [String]] = [:]
    for file in files {
      if names[file.folder] == nil { folders.append(file.folder) }
      names[file.folder, default: []].append(file.name)
    }
    for folder in folders {
      let chosen = names[folder] ?? []
      let real = realPath(folder) ?? folder
      let display = Self.displayPath(of: folder, real)
      let own = try ConfigurationFile(in: folder, display, real: real, within: real)
      let entries = FolderReader.entries(of: own?.content)
      let icons = FolderIcons(
        own?.content.icon,
        among: Dictionary(chosen.map { ($0, $0) }, uniquingKeysWith: { first, _ in first }),
        in: folder, display)
      let listed = entries.values.map { Array($0.file.utf8) }
      var named = icons.names.subtracting(listed)
      let stickers = chosen.filter { named.insert(Array($0.utf8)).inserted }.map {
        FolderReader.sticker($0, folder, display, entries[$0])
      }
      var pack = PackSource(
        kind: .files, name: own?.content.name ?? Self.split(display).name, path: folder,
        displayPath: display, gridSize: own?.content.gridSize, stickers: stickers)
      pack.take(icons, own?.content.icon)
      lookedAt += pack.files.map(\.displayPath)
      pack.suppressions = Configurations.suppressions(of: own?.content, in: pack)
      configurations.apply(
        try configurations.scope(of: own, real, below: nil), to: &pack, folder, display, real)
      packs.append(pack)
    }
  }

  // MARK: Paths

  package static func split(_ path: String) -> (folder: String, name: String) {
    // By bytes: a name may begin with an accent, which would be one character with the slash.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  package static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder == "."
      ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// A folder above what is looked at, as messages show it: relative to the working directory where
  /// one of the two lies in the other, and else to `last` by its name.
  static func displayPath(ofFolderAbove real: String, _ last: String) -> String {
    if let current = realPath(".") {
      if isInside(current, real) { return displayPath(of: real, real) }
      if isInside(real, current) {
        let depth = current.below(real).utf8.split(separator: UInt8(ascii: "/")).count
        return Array(repeating: "..", count: depth).joined(separator: "/")
      }
    }
    return join(split(last).name, real.below(last))
  }

  /// The path as reports show it: as it was given, but never absolute.
  private static func displayPath(of path: String, _ real: String) -> String {
    guard path.hasPrefix("/") else {
      return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
    if let current = realPath("."), isInside(current, real) {
      let rest = real.utf8.dropFirst(current.utf8.count + (current == "/" ? 0 : 1))
      return rest.isEmpty ? "." : String(decoding: rest, as: UTF8.self)
    }
    return split(real).name
  }
}

extension PackSource {
  /// Notes that what a file allows is for stickers of this pack alone.
  fileprivate mutating func claimSuppressions(of file: String) {
    for index in suppressions.indices {
      if case .file(file, _) = suppressions[index].origin { suppressions[index].isLocal = true }
    }
  }
}

extension String {
  /// Whether it is named like the folder of an asset catalog.
  var isCatalogPath: Bool {
    [".xcstickers", ".xcassets", ".stickerpack"].contains(where: hasSuffix)
  }

  /// The rest of a path behind a folder that it begins with; all of it where it does not.
  package func below(_ folder: String) -> String {
    let prefix = Array(folder.utf8) + (folder.hasSuffix("/") ? [] : [UInt8(ascii: "/")])
    guard utf8.starts(with: prefix) else { return utf8.elementsEqual(folder.utf8) ? "" : self }
    return String(decoding: utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  // By bytes: what stands beside a dot can be one character with it.
  private var lastDot: String.Index? {
    utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == startIndex ? nil : $0 }
  }

  /// The letters after the last dot, in lower case; empty without a dot.
  package var fileExtension: String {
    lastDot.map { self[utf8.index(after: $0)...].lowercased() } ?? ""
  }

  /// The name without its last dot and what follows.
  package var fileStem: String {
    lastDot.map { String(self[..<$0]) } ?? self
  }
}
