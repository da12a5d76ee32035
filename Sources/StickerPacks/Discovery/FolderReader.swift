internal import Basics
internal import ImageContainers

/// Reads a folder of images, with or without a `stickerpack.json`, as a pack.
struct FolderReader {
  /// The entries of the folder, without excluded ones.
  var entries: [FolderListing.Entry]
  /// The names of the excluded entries.
  var excluded: Set<String>
  var configuration: PackConfiguration?
  var location: Location

  struct Reading {
    /// The pack; nil when the folder holds neither images nor the configuration of a pack.
    var pack: PackSource?
    /// The names of the subfolders that hold the frames of a sequence and are not packs.
    var frameFolders: Set<String> = []
  }

  /// Reads the folder.
  ///
  /// - Parameter list: lists a subfolder, without excluded entries.
  func read(listing list: (FolderListing.Entry) throws -> FolderListing) -> Reading {
    var observations: [PackObservation] = []
    func note(_ kind: PackObservation.Kind, _ name: FilePath) {
      let place = location.displayPath.appending(name).string
      observations.append(PackObservation(kind, in: place))
    }
    func noteInConfiguration(_ kind: PackObservation.Kind) {
      note(kind, FilePath(PackConfiguration.fileName))
    }
    let files = Self.imageFiles(of: entries, note)
    if configuration?.describesPack != true, files.isEmpty, observations.isEmpty {
      return Reading()
    }
    // Strings are equal however accents are spelled, so that a listed name finds the file.
    let names = Dictionary(files.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    let folders = Dictionary(
      entries.filter { $0.kind == .folder }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let icons = FolderIcons(
      configuration?.icon, among: names, in: location, missing: noteInConfiguration)
    var stickers: [StickerSource] = []
    var listed = icons.names
    var frameFolders: Set<String> = []
    for entry in configuration?.stickers ?? [] where !excluded.contains(entry.file) {
      if let settings = entry.sequence {
        guard let folder = folders[entry.file] else {
          noteInConfiguration(.missing(entry.file, .frames))
          continue
        }
        frameFolders.insert(folder.name)
        if let sequence = sequence(in: folder, settings, list, note) {
          var sticker = StickerSource(named: folder.name, in: location, entry)
          sticker.id = folder.name
          sticker.sequence = sequence
          stickers.append(sticker)
        }
      } else if let name = names[entry.file] {
        listed.insert(FilePath(name))
        stickers.append(StickerSource(named: name, in: location, entry))
      } else {
        noteInConfiguration(.missing(entry.file, .file))
      }
    }
    stickers += files.filter { !listed.contains(FilePath($0)) }
      .map { StickerSource(named: $0, in: location, nil) }
    if stickers.isEmpty { noteInConfiguration(.noStickers) }
    var pack = PackSource(
      kind: .folder, name: configuration?.name ?? location.path.name.string, at: location,
      gridSize: configuration?.gridSize, capacity: configuration?.capacity, stickers: stickers)
    pack.id = configuration?.id
    pack.cover = configuration?.cover
    if let cover = pack.cover, !stickers.contains(where: { $0.path.name == FilePath(cover) }) {
      noteInConfiguration(.missing(cover, .cover))
    }
    pack.observations = observations
    pack.add(icons, configuration?.icon)
    return Reading(pack: pack, frameFolders: frameFolders)
  }

  /// The names of the files that are images or have the extension of one. Notes those that cannot be
  /// read.
  private static func imageFiles(
    of entries: [FolderListing.Entry],
    _ note: (PackObservation.Kind, _ name: FilePath) -> Void
  ) -> [String] {
    var files: [String] = []
    for entry in entries {
      let name = entry.path.name
      let hasImageName = PackDiscovery.imageExtensions.contains(name.fileExtension)
      switch entry.kind {
      case .file:
        if hasImageName || looksLikeImage(entry.path) { files.append(entry.name) }
      case .special where hasImageName:
        note(.unreadableFile(reason: "\(FileError.notRegularFile)"), name)
      case .missing: note(.removed, name)
      case .invalidName: note(.invalidName, name)
      case .strayLink
      where hasImageName || name.fileExtension.isEmpty
        || entry.name == PackConfiguration.fileName:
        note(.linkOutside, name)
      case .folder, .folderLink, .special, .strayLink: break
      }
    }
    return files
  }

  /// The frames in a folder; nil when there are fewer than two. Notes the images that are not frames.
  private func sequence(
    in folder: FolderListing.Entry, _ settings: FrameSequence.Settings,
    _ list: (FolderListing.Entry) throws -> FolderListing,
    _ note: (PackObservation.Kind, _ name: FilePath) -> Void
  ) -> FrameSequence? {
    let name = folder.path.name
    let listing: FolderListing
    do {
      listing = try list(folder)
    } catch {
      note(.unreadableFolder(reason: "\(error)"), name)
      return nil
    }
    let images = Self.imageFiles(of: listing.entries) { note($0, name.appending($1)) }
    guard let numbering = FrameNumbering(among: images) else {
      note(.noFrames, name)
      return nil
    }
    for image in numbering.others {
      note(.otherImage(firstFrame: numbering.frames[0]), name.appending(image))
    }
    let place = location.appending(name)
    return FrameSequence(
      frames: numbering.frames.map {
        FrameSequence.Frame(name: $0, at: place.appending($0))
      }, settings: settings)
  }

  /// Whether a file without the extension of an image begins like a sticker. Without any extension,
  /// any image counts; with another one, such as a drawing program's, only sticker formats do.
  private static func looksLikeImage(_ path: FilePath) -> Bool {
    guard let head = try? FileReading.head(ofFileAt: path, count: 4096) else { return false }
    return switch FileSignature(of: head) {
    case .png, .gif, .jpeg: true
    case .unsupported: path.fileExtension.isEmpty
    case .empty, .gitLFSPointer, .unknown: false
    }
  }
}

extension StickerSource {
  /// A sticker with its entry in the folder's configuration, if it has one.
  init(named name: String, in folder: Location, _ entry: PackConfiguration.Sticker?) {
    self.init(
      id: FilePath(name).stem, at: folder.appending(name), label: entry?.label,
      translations: entry?.translations ?? [:], emoji: entry?.emoji ?? [],
      suppressed: Dictionary(
        (entry?.suppress ?? []).map { ($0.rule, $0.reason) },
        uniquingKeysWith: { first, _ in first }),
      rules: entry?.rules ?? [:])
  }
}
