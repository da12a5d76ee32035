internal import Basics
internal import ImageContainers

/// Reads a folder of images, with or without a `stickerpack.json`, as a pack.
struct FolderReader {
  /// The entries of the folder, without excluded ones.
  let entries: [FolderListing.Entry]
  let excluded: Set<String>
  let configuration: PackConfiguration?
  let location: Location
  private(set) var observations: [PackObservation] = []

  /// Whether the folder is not a pack of its own, apart from images for icons.
  var holdsNoStickers: Bool {
    var reader = self
    let folder = reader.read { entry throws(FileError) in
      try FolderListing(of: entry.path, within: location.path)
    }
    return folder.pack?.stickers.isEmpty ?? true
  }

  struct Reading {
    /// The pack; nil when the folder holds neither images nor the configuration of a pack.
    var pack: PackSource?
    /// The names of the subfolders that hold the frames of a sequence and are not packs.
    var frameFolders: Set<String> = []
    /// The names of images that are icons by their names, and not used.
    var unusedIcons: [String] = []
  }

  /// Reads the folder.
  ///
  /// - Parameter list: lists a subfolder, without excluded entries.
  mutating func read(listing list: (FolderListing.Entry) throws(FileError) -> FolderListing)
    -> Reading
  {
    let files = imageFiles(of: entries)
    if configuration?.describesPack != true, files.isEmpty, observations.isEmpty {
      return Reading()
    }
    let icons = FolderIcons(configuration, amongImages: files, in: location) {
      noteInConfiguration($0)
    }
    if configuration?.describesPack != true, observations.isEmpty,
      files.allSatisfy({ icons.names.contains(FilePath($0)) })
    {
      return Reading(unusedIcons: files)
    }
    // An image that is an icon is a sticker only if it is listed.
    let sets = ScaleSet.sets(
      of: files.filter { file in
        !icons.names.contains(FilePath(file)) || configuration?.lists(file) == true
      })
    let (stickers, frameFolders) = stickers(among: sets, list)
    if stickers.isEmpty { noteInConfiguration(.noStickers) }
    var pack = PackSource(
      kind: .folder, name: configuration?.settings.name ?? location.path.name.string, at: location,
      settings: configuration?.settings ?? PackSettings(), stickers: stickers)
    if let cover = pack.missingCover { noteInConfiguration(.missing(cover, .cover)) }
    pack.observations = observations
    pack.add(icons)
    return Reading(pack: pack, frameFolders: frameFolders, unusedIcons: icons.unused)
  }

  /// The stickers that the configuration lists, in its order, then the others, and the folders whose frames are among
  /// them. Notes what is listed and missing.
  private mutating func stickers(
    among sets: [ScaleSet], _ list: (FolderListing.Entry) throws(FileError) -> FolderListing
  ) -> (stickers: [StickerSource], frameFolders: Set<String>) {
    let folders = Dictionary(firstOf: entries.filter { $0.kind == .folder }.map { ($0.name, $0) })
    let setsByName = Dictionary(
      firstOf: sets.enumerated().map { ($1.art, $0) }
        + sets.enumerated().flatMap { index, set in set.names.map { ($0, index) } })
    var stickers: [StickerSource] = []
    var frameFolders: Set<String> = []
    var used: Set<Int> = []
    func add(_ index: Int, _ entry: PackConfiguration.Sticker?) {
      used.insert(index)
      let set = sets[index]
      stickers.append(StickerSource(set, in: location, entry))
      if let scale = set.largestScale { note(.missingScale(largest: scale), FilePath(set.art)) }
    }
    for entry in configuration?.stickers ?? [] where !excluded.contains(entry.file) {
      if let settings = entry.sequence {
        guard let folder = folders[entry.file] else {
          noteInConfiguration(.missing(entry.file, .frames))
          continue
        }
        frameFolders.insert(folder.name)
        if let frames = frames(of: entry, in: folder, list) {
          var sticker = StickerSource(named: folder.name, in: location, entry)
          sticker.id = folder.name
          sticker.sequence = FrameSequence(frames: frames, settings: settings)
          stickers.append(sticker)
        }
      } else if let index = setsByName[entry.file] {
        if used.contains(index) {
          noteInConfiguration(.repeatedEntry(entry.file))
        } else {
          add(index, entry)
        }
      } else {
        noteInConfiguration(.missing(entry.file, .file))
      }
    }
    for index in sets.indices where !used.contains(index) { add(index, nil) }
    return (stickers, frameFolders)
  }

  private mutating func note(_ kind: PackObservation.Kind, _ name: FilePath) {
    observations.append(PackObservation(kind, in: location.appending(name)))
  }

  private mutating func noteInConfiguration(_ kind: PackObservation.Kind) {
    note(kind, FilePath(PackConfiguration.fileName))
  }

  /// The names of the files that are images or have the extension of one. Notes those that cannot be
  /// read.
  ///
  /// - Parameter folder: the folder of the entries, relative to this one.
  private mutating func imageFiles(
    of entries: [FolderListing.Entry], in folder: FilePath = .currentFolder
  ) -> [String] {
    var files: [String] = []
    for entry in entries {
      let name = folder.appending(entry.path.name)
      let hasImageName = PackDiscovery.imageExtensions.contains(name.fileExtension)
      switch entry.kind {
      case .file:
        if hasImageName || Self.looksLikeImage(entry.path) { files.append(entry.name) }
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

  /// The listed frames of a sticker, or else the numbered images in its folder; nil if there are none.
  /// Notes the missing ones, and images that are not frames.
  private mutating func frames(
    of sticker: PackConfiguration.Sticker, in folder: FolderListing.Entry,
    _ list: (FolderListing.Entry) throws(FileError) -> FolderListing
  ) -> [FrameSequence.Frame]? {
    let name = folder.path.name
    let place = location.appending(name)
    let entries: [FolderListing.Entry]
    do {
      entries = try list(folder).entries
    } catch {
      note(.unreadableFolder(reason: "\(error)"), name)
      return nil
    }
    if sticker.frames.isEmpty {
      guard let numbering = FrameNumbering(among: imageFiles(of: entries, in: name)) else {
        note(.noFrames, name)
        return nil
      }
      for image in numbering.others {
        note(.otherImage(firstFrame: numbering.frames[0]), name.appending(image))
      }
      if !numbering.gaps.isEmpty { note(.missingFrames(gaps: numbering.gaps), name) }
      return numbering.frames.map { .init(location: place.appending($0)) }
    }
    let files = Set(entries.filter { $0.kind == .file }.map { $0.name })
    var missing: Set<String> = []
    let found = sticker.frames.compactMap { frame -> FrameSequence.Frame? in
      if let index = files.firstIndex(of: frame.file) {
        return .init(location: place.appending(files[index]), delay: frame.delay)
      }
      if missing.insert(frame.file).inserted {
        noteInConfiguration(.missing("\(folder.name)/\(frame.file)", .file))
      }
      return nil
    }
    return found.isEmpty ? nil : found
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
    self.init(id: FilePath(name).stem, at: folder.appending(name))
    if let entry { apply(entry) }
  }

  /// A sticker that may be given at several scales.
  init(_ set: ScaleSet, in folder: Location, _ entry: PackConfiguration.Sticker?) {
    self.init(named: set.art, in: folder, entry)
    id = set.name.stem
    aliases = set.names
    smaller = set.smaller.sorted { $0.key > $1.key }.map { scale, name in
      Smaller(
        scale: scale,
        file: StickerSource(.smaller, id: FilePath(name).stem, at: folder.appending(name)))
    }
  }
}

extension PackConfiguration {
  func lists(_ file: String) -> Bool { stickers.contains { $0.file == file } }
}
