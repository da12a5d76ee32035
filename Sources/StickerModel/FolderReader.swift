internal import ImageContainers

/// Reads a folder of images, with or without a `stickerpack.json`, as a pack.
struct FolderReader {
  var listing: FolderListing
  /// The folder that links may not lead out of.
  var root: String
  var path: String
  var displayPath: String

  /// The pack, or nil when the folder holds neither images nor a configuration.
  func pack() throws(PackDiscovery.Failure) -> PackSource? {
    var problems: [PackProblem] = []
    func note(_ kind: PackProblem.Kind, _ name: String, _ message: String) {
      let place = PackDiscovery.join(displayPath, name)
      problems.append(PackProblem(kind: kind, displayPath: place, message: message))
    }
    let configuration = try Self.configuration(in: path, displayPath, within: root)
    var files: [String] = []
    for entry in listing.entries {
      let hasImageName = PackDiscovery.imageExtensions.contains(entry.name.fileExtension)
      switch entry.kind {
      case .file:
        if hasImageName || Self.looksLikeImage(entry.path) { files.append(entry.name) }
      case .special where hasImageName:
        note(.unreadable, entry.name, "the file cannot be read: it is not a regular file")
      case .unreachable:
        note(.unreadable, entry.name, "the entry has just gone, or its name is not UTF-8 text")
      case .strayLink
      where hasImageName || entry.name.fileExtension.isEmpty
        || entry.name == PackConfiguration.fileName:
        note(.linkLeadsOutside, entry.name, "the link leads out of the folder, or nowhere")
      case .folder, .folderLink, .special, .strayLink: break
      }
    }
    if configuration == nil, files.isEmpty, problems.isEmpty { return nil }
    let entries = configuration?.stickers ?? []
    // A name has more than one spelling in Unicode: the list’s finds the disk’s.
    let onDisk = Dictionary(files.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    for sticker in entries where onDisk[sticker.file] == nil {
      note(
        .listedButMissing, PackConfiguration.fileName,
        "\(sticker.file.quoted) is listed and is not in the folder")
    }
    if files.isEmpty { note(.empty, PackConfiguration.fileName, "the pack has no sticker") }
    let listed = entries.compactMap { onDisk[$0.file] }
    let listedBytes = Set(listed.map { Array($0.utf8) })
    let ordered = listed + files.filter { !listedBytes.contains(Array($0.utf8)) }
    let byFile = Self.entries(of: configuration)
    return PackSource(
      kind: .folder, name: configuration?.name ?? folderName, path: path, displayPath: displayPath,
      gridSize: configuration?.gridSize, rules: configuration?.rules ?? [:],
      stickers: ordered.map { Self.sticker($0, path, displayPath, byFile[$0]) },
      project: configuration?.project, problems: problems)
  }

  private var folderName: String {
    let name = PackDiscovery.split(path).name
    // Asking for the real path of every folder would take long in a deep tree.
    let isOwnName = !["", ".", ".."].contains(name) && !FileReading.isLink(path)
    return isOwnName ? name : PackDiscovery.split(realPath(path) ?? path).name
  }

  /// The folder's configuration, or nil without one. A link may lead anywhere within `root`.
  static func configuration(
    in folder: String, _ display: String, within root: String
  ) throws(PackDiscovery.Failure) -> PackConfiguration? {
    let path = PackDiscovery.join(folder, PackConfiguration.fileName)
    guard FileReading.exists(path) else { return nil }
    let name = PackDiscovery.join(display, PackConfiguration.fileName)
    guard !FileReading.isLink(path) || realPath(path).map({ isInside(root, $0) }) == true else {
      throw PackDiscovery.Failure(
        description: "\(name): the link leads out of the folder", isUsage: true)
    }
    do {
      let bytes = try FileReading.bytes(ofFileAt: path, limit: FileReading.mostBytesOfJSON)
      return try PackConfiguration(parsing: bytes)
    } catch {
      throw PackDiscovery.Failure(description: "\(name): \(error)", isUsage: true)
    }
  }

  /// What a configuration says about each file.
  static func entries(of configuration: PackConfiguration?) -> [String: PackConfiguration.Sticker] {
    Dictionary(
      (configuration?.stickers ?? []).map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first }
    )
  }

  static func sticker(
    _ name: String, _ folder: String, _ display: String, _ entry: PackConfiguration.Sticker?
  ) -> StickerSource {
    StickerSource(
      id: name.fileStem, path: PackDiscovery.join(folder, name),
      displayPath: PackDiscovery.join(display, name), label: entry?.label,
      allowed: entry?.allow ?? [:])
  }

  /// Whether a file that is not named like an image begins as a sticker does. Without an extension
  /// any image counts; with one, such as a drawing program’s, only what could be a sticker.
  private static func looksLikeImage(_ path: String) -> Bool {
    guard let head = try? FileReading.head(ofFileAt: path, count: 4096) else { return false }
    return switch FileSignature(of: head) {
    case .png, .gif, .jpeg: true
    case .unsupported: path.fileExtension.isEmpty
    case .empty, .gitLFSPointer, .unknown: false
    }
  }
}
