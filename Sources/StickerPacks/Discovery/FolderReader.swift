internal import Basics
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

  /// What a folder turned out to be.
  struct Reading {
    /// The pack; nil when the folder holds neither images nor a configuration of a pack.
    var pack: PackSource?
    /// The folders below that hold the frames of a sequence and are no packs.
    var frameFolders: Set<String> = []
  }

  /// Reads the folder.
  ///
  /// - Parameter list: what stands in a folder below, without what is excluded.
  func read(listing list: (FolderListing.Entry) throws -> FolderListing) -> Reading {
    var observations: [PackObservation] = []
    func note(_ kind: PackObservation.Kind, _ name: String) {
      observations.append(PackObservation(kind, in: PackDiscovery.join(displayPath, name)))
    }
    let files = Self.imageFiles(of: entries, note)
    if configuration?.describesPack != true, files.isEmpty, observations.isEmpty {
      return Reading()
    }
    // A name has more than one spelling in Unicode: the list's finds the disk's.
    let onDisk = Dictionary(files.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    let folders = Dictionary(
      entries.filter { $0.kind == .folder }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let icons = FolderIcons(configuration?.icon, among: onDisk, in: path, displayPath) {
      note($0, PackConfiguration.fileName)
    }
    var stickers: [StickerSource] = []
    var listed = icons.names
    var frameFolders: Set<String> = []
    for entry in configuration?.stickers ?? [] where !excluded.contains(entry.file) {
      if let settings = entry.sequence {
        guard let folder = folders[entry.file] else {
          note(.missing(entry.file, .frames), PackConfiguration.fileName)
          continue
        }
        frameFolders.insert(folder.name)
        if let sequence = sequence(in: folder, settings, list, note) {
          var sticker = Self.sticker(folder.name, path, displayPath, entry)
          sticker.id = folder.name
          sticker.sequence = sequence
          stickers.append(sticker)
        }
      } else if let name = onDisk[entry.file] {
        listed.insert(Array(name.utf8))
        stickers.append(Self.sticker(name, path, displayPath, entry))
      } else {
        note(.missing(entry.file, .file), PackConfiguration.fileName)
      }
    }
    stickers += files.filter { !listed.contains(Array($0.utf8)) }
      .map { Self.sticker($0, path, displayPath, nil) }
    if stickers.isEmpty { note(.noStickers, PackConfiguration.fileName) }
    var pack = PackSource(
      kind: .folder, name: configuration?.name ?? folderName, path: path, displayPath: displayPath,
      gridSize: configuration?.gridSize, capacity: configuration?.capacity, stickers: stickers,
      project: configuration?.project)
    pack.observations = observations
    pack.take(icons, configuration?.icon)
    return Reading(pack: pack, frameFolders: frameFolders)
  }

  /// The files of a folder that are images or are called so; the rest is noted where it matters.
  private static func imageFiles(
    of entries: [FolderListing.Entry],
    _ note: (PackObservation.Kind, _ name: String) -> Void
  ) -> [String] {
    var files: [String] = []
    for entry in entries {
      let hasImageName = PackDiscovery.imageExtensions.contains(entry.name.fileExtension)
      switch entry.kind {
      case .file:
        if hasImageName || looksLikeImage(entry.path) { files.append(entry.name) }
      case .special where hasImageName:
        note(.unreadableFile(reason: "\(FileError.notAFile)"), entry.name)
      case .unreachable: note(.unreachable, entry.name)
      case .strayLink
      where hasImageName || entry.name.fileExtension.isEmpty
        || entry.name == PackConfiguration.fileName:
        note(.linkOutside, entry.name)
      case .folder, .folderLink, .special, .strayLink: break
      }
    }
    return files
  }

  /// The frames in a folder; nil where there are no two. What stands between them is noted.
  private func sequence(
    in folder: FolderListing.Entry, _ settings: FrameSequence.Settings,
    _ list: (FolderListing.Entry) throws -> FolderListing,
    _ note: (PackObservation.Kind, _ name: String) -> Void
  ) -> FrameSequence? {
    let listing: FolderListing
    do {
      listing = try list(folder)
    } catch {
      note(.unreadableFolder(reason: "\(error)"), folder.name)
      return nil
    }
    let images = Self.imageFiles(of: listing.entries) { note($0, folder.name + "/" + $1) }
    guard let numbering = FrameNumbering(among: images) else {
      note(.noFrames, folder.name)
      return nil
    }
    for name in numbering.others {
      note(.otherImage(firstFrame: numbering.frames[0]), folder.name + "/" + name)
    }
    let display = PackDiscovery.join(displayPath, folder.name)
    return FrameSequence(
      frames: numbering.frames.map { name in
        FrameSequence.Frame(
          name: name, path: PackDiscovery.join(folder.path, name),
          displayPath: PackDiscovery.join(display, name))
      }, settings: settings)
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
      translations: entry?.translations ?? [:],
      suppressed: Dictionary(
        (entry?.suppress ?? []).map { ($0.rule, $0.reason) },
        uniquingKeysWith: { first, _ in first }),
      rules: entry?.rules ?? [:])
  }

  /// Whether a file that is not named like an image begins as a sticker does. Without an extension
  /// any image counts; with one, such as a drawing program's, only what could be a sticker.
  private static func looksLikeImage(_ path: String) -> Bool {
    guard let head = try? FileReading.head(ofFileAt: path, count: 4096) else { return false }
    return switch FileSignature(of: head) {
    case .png, .gif, .jpeg: true
    case .unsupported: path.fileExtension.isEmpty
    case .empty, .gitLFSPointer, .unknown: false
    }
  }
}
