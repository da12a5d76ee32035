internal import StickerManifest

/// Finds the packs that a path holds: a file, a folder, a tree of folders or an asset catalog.
public struct PackDiscovery: Sendable {
  /// The packs, in the order of their paths.
  public private(set) var packs: [PackSource] = []

  /// A path that cannot be taken, in one sentence without a full stop.
  public struct Failure: Error, CustomStringConvertible {
    /// The path and what is wrong with it.
    public var description: String
    /// Whether the fault lies with the caller and not with the machine.
    public var isUsage: Bool
  }

  /// Image files that are reported even though no sticker may have their format.
  static let imageExtensions: Set<String> = [
    "png", "apng", "gif", "jpg", "jpeg", "jpe", "jfif", "heic", "heics", "heif", "webp", "avif",
    "svg", "pdf", "tif", "tiff", "bmp", "ico", "jxl",
  ]

  private var root = ""

  /// Looks through `paths`. A broken configuration is a failure; unreadable entries are problems of
  /// their packs.
  public init(at paths: [String]) throws(Failure) {
    var files: [(folder: String, name: String)] = []
    for path in paths {
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      guard let real = realPath(path) else {
        throw Failure(description: "\(path): no such file or folder", isUsage: true)
      }
      if FileReading.isDirectory(real) {
        root = real
        try addFolder(path, Self.displayPath(of: path, real))
      } else {
        files.append(Self.split(path))
      }
    }
    try addFiles(files)
  }

  // MARK: Folders

  /// - Parameters:
  ///   - holdsFrames: whether the folder's images are frames of a sequence that its parent lists.
  ///   - parent: the pack that the folder above is, as reports name it; nil when it is none.
  private mutating func addFolder(
    _ path: String, _ display: String, holdsFrames: Bool = false, in parent: String? = nil
  ) throws(Failure) {
    if path.hasSuffix(".stickerpack") {
      packs.append(CatalogReader(root: root).pack(path, display))
      return
    }
    let listing: FolderListing
    do {
      listing = try FolderListing(of: path, within: root)
    } catch {
      if packs.isEmpty, realPath(path) == root {
        throw Failure(description: "\(path): \(error)", isUsage: false)
      }
      addProblem(.unreadable, display, "the folder cannot be read: \(error)")
      return
    }
    if path.hasSuffix(".xcstickers") || path.hasSuffix(".xcassets") {
      packs += CatalogReader(root: root).packs(path, display)
      return
    }
    // A bundle that this tool built holds copies.
    if Manifest.exists(in: path) { return }
    var reading = FolderReader.Reading()
    if !holdsFrames {
      reading = try FolderReader(listing: listing, root: root, path: path, displayPath: display)
        .read()
      if var pack = reading.pack {
        if let parent { Self.noteFrames(in: &pack, below: parent) }
        packs.append(pack)
      }
    }
    for entry in listing.entries where entry.kind == .folder {
      try addFolder(
        entry.path, Self.join(display, entry.name),
        holdsFrames: reading.frameFolders.contains(entry.name), in: reading.pack?.displayPath)
    }
  }

  /// Says so when a pack inside of a pack looks like the frames of an animation.
  private static func noteFrames(in pack: inout PackSource, below parent: String) {
    let names = pack.stickers.map { split($0.path).name }
    guard !FileReading.exists(join(pack.path, PackConfiguration.fileName)),
      let numbering = FrameNumbering(among: names), numbering.others.isEmpty
    else { return }
    pack.problems.append(
      PackProblem(
        kind: .looksLikeFrames, displayPath: pack.displayPath,
        message:
          "the \(names.count) images differ in their number only and make a pack of their own;"
          + " if they are the frames of one sticker, list the folder as “frames” in the"
          + " stickerpack.json of \(parent.quoted)"))
  }

  private mutating func addProblem(
    _ kind: PackProblem.Kind, _ display: String, _ message: String
  ) {
    let problem = PackProblem(kind: kind, displayPath: display, message: message)
    packs.append(
      PackSource(
        kind: .files, name: Self.split(display).name, path: display, displayPath: display,
        gridSize: nil, stickers: [], problems: [problem]))
  }

  // MARK: Files

  /// Files named one by one keep the labels and exceptions that their folder's configuration gives.
  private mutating func addFiles(_ files: [(folder: String, name: String)]) throws(Failure) {
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
      let configuration = try FolderReader.configuration(in: folder, display, within: real)
      let entries = FolderReader.entries(of: configuration)
      let icons = FolderIcons(
        configuration?.icon,
        among: Dictionary(chosen.map { ($0, $0) }, uniquingKeysWith: { first, _ in first }),
        in: folder, display)
      let listed = entries.values.map { Array($0.file.utf8) }
      var named = icons.names.subtracting(listed)
      let stickers = chosen.filter { named.insert(Array($0.utf8)).inserted }.map {
        FolderReader.sticker($0, folder, display, entries[$0])
      }
      var pack = PackSource(
        kind: .files, name: configuration?.name ?? Self.split(display).name, path: folder,
        displayPath: display, gridSize: configuration?.gridSize,
        rules: configuration?.rules ?? [:], stickers: stickers, problems: [])
      pack.take(icons, configuration?.icon)
      packs.append(pack)
    }
  }

  // MARK: Paths

  static func split(_ path: String) -> (folder: String, name: String) {
    // By bytes: a name may begin with an accent, which would be one character with the slash.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder == "."
      ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
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

extension String {
  // By bytes: what stands beside a dot can be one character with it.
  private var lastDot: String.Index? {
    utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == startIndex ? nil : $0 }
  }

  /// The letters after the last dot, in lower case; empty without a dot.
  public var fileExtension: String {
    lastDot.map { self[utf8.index(after: $0)...].lowercased() } ?? ""
  }

  /// The name without its last dot and what follows.
  public var fileStem: String {
    lastDot.map { String(self[..<$0]) } ?? self
  }
}
