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

  /// Whether the folder is not a pack of its own, apart from images for icons.
  var holdsNoStickers: Bool {
    let folder = read { entry in try FolderListing(of: entry.path, within: location.path) }
    return folder.pack?.stickers.isEmpty ?? true
  }

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
    // Strings are equal however accents are spelled, so a listed name finds the file.
    let names = Dictionary(files.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    let folders = Dictionary(
      entries.filter { $0.kind == .folder }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let icons = FolderIcons(
      configuration?.icon, among: names, in: location, missing: noteInConfiguration)
    var stickers: [StickerSource] = []
    let listed = icons.names
    var frameFolders: Set<String> = []
    // An image that is an icon is a sticker only if it is listed.
    let sets = ScaleSet.sets(
      of: files.filter { file in
        !listed.contains(FilePath(file)) || configuration?.lists(file) == true
      })
    var setsByName: [String: Int] = [:]
    for (index, set) in sets.enumerated() where setsByName[set.art] == nil {
      setsByName[set.art] = index
    }
    for (index, set) in sets.enumerated() {
      for name in set.names where setsByName[name] == nil { setsByName[name] = index }
    }
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
        let sequence =
          entry.frames.isEmpty
          ? sequence(in: folder, settings, list, note)
          : self.sequence(of: entry.frames, in: folder, settings, list, note, noteInConfiguration)
        if let sequence {
          var sticker = StickerSource(named: folder.name, in: location, entry)
          sticker.id = folder.name
          sticker.sequence = sequence
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
    if stickers.isEmpty { noteInConfiguration(.noStickers) }
    var pack = PackSource(
      kind: .folder, name: configuration?.name ?? location.path.name.string, at: location,
      gridSize: configuration?.gridSize, capacity: configuration?.capacity, stickers: stickers)
    pack.id = configuration?.id
    pack.cover = configuration?.cover
    if let cover = pack.missingCover { noteInConfiguration(.missing(cover, .cover)) }
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
    if !numbering.gaps.isEmpty { note(.missingFrames(gaps: numbering.gaps), name) }
    let place = location.appending(name)
    return FrameSequence(
      frames: numbering.frames.map {
        FrameSequence.Frame(name: $0, at: place.appending($0))
      }, settings: settings)
  }

  /// The listed frames of a folder; nil when none of them exists. Notes the missing ones.
  private func sequence(
    of frames: [PackConfiguration.ListedFrame], in folder: FolderListing.Entry,
    _ settings: FrameSequence.Settings, _ list: (FolderListing.Entry) throws -> FolderListing,
    _ note: (PackObservation.Kind, _ name: FilePath) -> Void,
    _ noteInConfiguration: (PackObservation.Kind) -> Void
  ) -> FrameSequence? {
    let files: [String]
    do {
      files = try list(folder).entries.filter { $0.kind == .file }.map(\.name)
    } catch {
      note(.unreadableFolder(reason: "\(error)"), folder.path.name)
      return nil
    }
    let names = Dictionary(files.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    let place = location.appending(folder.path.name)
    var missing: Set<String> = []
    let found = frames.compactMap { frame -> FrameSequence.Frame? in
      if let name = names[frame.file] {
        return FrameSequence.Frame(name: name, at: place.appending(name), delay: frame.delay)
      }
      if missing.insert(frame.file).inserted {
        noteInConfiguration(.missing("\(folder.name)/\(frame.file)", .file))
      }
      return nil
    }
    return found.isEmpty ? nil : FrameSequence(frames: found, settings: settings)
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
  /// Whether `stickers` lists a file by this name.
  func lists(_ file: String) -> Bool { stickers.contains { $0.file == file } }
}
