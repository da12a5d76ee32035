internal import ImageContainers

/// Reads a folder of images, with or without a `stickerpack.json`, as a pack.
struct FolderReader {
  /// What stands in the folder, without what is excluded.
  var entries: [FolderListing.Entry]
  /// The names of what is excluded.
  var excluded: Set<String>
  var configuration: PackConfiguration?
  var path: String
  var displayPath: String

  /// The pack, or nil when the folder holds neither images nor a configuration of a pack.
  func pack() -> PackSource? {
    var problems: [PackProblem] = []
    func note(_ kind: PackProblem.Kind, _ name: String, _ message: String) {
      let place = PackDiscovery.join(displayPath, name)
      problems.append(PackProblem(kind: kind, displayPath: place, message: message))
    }
    var files: [String] = []
    for entry in entries {
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
    if configuration?.describesPack != true, files.isEmpty, problems.isEmpty { return nil }
    let stickers = configuration?.stickers ?? []
    // A name has more than one spelling in Unicode: the list’s finds the disk’s.
    let onDisk = Dictionary(files.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    for sticker in stickers
    where onDisk[sticker.file] == nil && !excluded.contains(sticker.file) {
      note(
        .listedButMissing, PackConfiguration.fileName,
        "\(sticker.file.quoted) is listed and is not in the folder")
    }
    if files.isEmpty { note(.empty, PackConfiguration.fileName, "the pack has no sticker") }
    let listed = stickers.compactMap { onDisk[$0.file] }
    let listedBytes = Set(listed.map { Array($0.utf8) })
    let ordered = listed + files.filter { !listedBytes.contains(Array($0.utf8)) }
    let byFile = Self.entries(of: configuration)
    return PackSource(
      kind: .folder, name: configuration?.name ?? folderName, path: path, displayPath: displayPath,
      gridSize: configuration?.gridSize,
      stickers: ordered.map { Self.sticker($0, path, displayPath, byFile[$0]) },
      problems: problems)
  }

  private var folderName: String {
    let name = PackDiscovery.split(path).name
    // Asking for the real path of every folder would take long in a deep tree.
    let isOwnName = !["", ".", ".."].contains(name) && !FileReading.isLink(path)
    return isOwnName ? name : PackDiscovery.split(realPath(path) ?? path).name
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
      allowed: Dictionary(
        (entry?.allow ?? []).map { ($0.rule, $0.reason) }, uniquingKeysWith: { first, _ in first }),
      rules: entry?.rules ?? [:])
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
