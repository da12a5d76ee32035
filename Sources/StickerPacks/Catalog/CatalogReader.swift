internal import Basics
internal import ImageContainers
internal import StickerManifest

/// Reads an asset catalog, or a `.stickerpack` of one, as packs.
///
/// Source: Apple, Asset Catalog Format Reference.
struct CatalogReader {
  /// The folder that link targets must be in.
  var root: FilePath
  var scope: [ConfigurationFile]
  var configurations: Configurations

  // MARK: Catalogs

  /// The packs of a catalog. The first has the catalog's icons and observations. Without a pack these
  /// are in a source of kind `.files`. A catalog without stickers and icon sets has none.
  mutating func packs(_ location: Location) -> [PackSource] {
    // This file is optional and holds nothing but who wrote it.
    var catalog = folder(location, needsContents: false)
    _ = catalog.contents.members(known: [])
    var found = Found()
    read(&catalog, &found)
    guard found.concernsStickers else { return [] }
    var packs = found.packs
    let overview = PackObservation(
      .catalog(packs: packs.map { $0.name }, hasIconSet: !found.icons.sets.isEmpty),
      in: location)
    if packs.isEmpty { packs = [Self.noPack(named: catalog.name, location)] }
    packs[0].icons = found.icons
    packs[0].observations.insert(
      contentsOf: catalog.observations + [overview] + found.observations, at: 0)
    return packs
  }

  /// The icons of a `.stickersiconset` outside of a catalog.
  mutating func iconSet(_ location: Location) -> PackSource {
    var found = Found()
    readIcons(location, &found)
    var source = Self.noPack(named: location.path.stem, location)
    source.icons = found.icons
    source.observations = found.observations
    return source
  }

  private static func noPack(named name: String, _ location: Location) -> PackSource {
    PackSource(kind: .files, name: name, at: location)
  }

  /// A folder of the catalog, without what is excluded.
  private mutating func folder(
    _ location: Location, needsContents: Bool = true
  ) -> CatalogFolder {
    CatalogFolder(at: location, within: root, needsContents: needsContents) {
      configurations.removeExcluded(from: &$0, in: location, scope)
    }
  }

  private struct Found {
    var packs: [PackSource] = []
    var icons = PackIcons()
    var observations: [PackObservation] = []
    var concernsStickers = false
  }

  /// Reads the entries of a catalog, or of a group in one.
  private mutating func read(_ folder: inout CatalogFolder, _ found: inout Found) {
    for entry in folder.entries {
      let location = folder.location.appending(entry.path.name)
      let isPack = entry.name.hasSuffix(".stickerpack")
      let isIconSet = entry.name.hasSuffix(".stickersiconset")
      if isPack || isIconSet { found.concernsStickers = true }
      switch entry.kind {
      case .folder where isPack: found.packs.append(pack(location))
      case .folder where isIconSet: readIcons(location, &found)
      case .folder where entry.path.fileExtension.isEmpty:
        var group = self.folder(location, needsContents: false)
        let before = found.packs.count + found.icons.given.count
        read(&group, &found)
        if found.packs.count + found.icons.given.count > before {
          found.observations += group.observations
        }
      case .folder where Self.stickerExtensions.contains(entry.path.fileExtension):
        found.concernsStickers = true
        folder.noteUnused(entry)
      case .file where isPack || isIconSet: folder.note(.fileInsteadOfFolder, entry)
      case .file: folder.noteUnused(entry)
      case .folder, .folderLink, .strayLink, .special, .missing, .invalidName: break
      }
    }
  }

  private static let stickerExtensions = ["sticker", "stickersequence"]

  // MARK: Packs

  mutating func pack(_ location: Location) -> PackSource {
    var folder = folder(location)
    var pack = PackSource(kind: .catalog, name: folder.name, at: location)
    let members = folder.contents.members(known: ["properties", "stickers"])
    let properties = folder.contents.members(of: members["properties"], known: ["grid-size"])
    pack.settings.gridSize = folder.contents.choice(
      properties["grid-size"], of: GridSize.allCases.map { $0.rawValue }
    ).flatMap(GridSize.init)
    var seen: Set<FilePath> = []
    var ordered: [FolderListing.Entry] = []
    for item in folder.contents.array(members["stickers"]) ?? [] {
      let name = folder.contents.members(of: item, known: ["filename"])["filename"]
      guard let entry = folder.entry(named: name, .folder) else { continue }
      if seen.insert(entry.path).inserted {
        ordered.append(entry)
      } else {
        folder.contents.note(.repeatedEntry(entry.name), item.place)
      }
    }
    for entry in folder.unnamed {
      guard entry.kind == .folder, Self.stickerExtensions.contains(entry.path.fileExtension) else {
        folder.noteUnused(entry)
        continue
      }
      ordered.append(entry)
      if folder.contents.top != nil { folder.note(.unlisted, entry) }
    }
    for entry in ordered {
      let sticker = location.appending(entry.path.name)
      switch entry.path.fileExtension {
      case "sticker": readSticker(sticker, &pack)
      case "stickersequence": readSequence(sticker, &pack)
      default: folder.noteUnused(entry)
      }
    }
    pack.observations.insert(contentsOf: folder.observations, at: 0)
    // Anything else that was observed is the reason why there is no sticker.
    if pack.allStickers.isEmpty, pack.observations.isEmpty {
      pack.observations = [PackObservation(.noStickers, in: pack.location)]
    }
    return pack
  }

  private mutating func readSticker(
    _ location: Location, _ pack: inout PackSource
  ) {
    var folder = folder(location)
    let members = folder.contents.members(known: ["properties"])
    let properties = folder.contents.members(
      of: members["properties"], known: ["accessibility-label", "filename"])
    let label = folder.contents.string(properties["accessibility-label"])
    if folder.contents.top != nil, properties["filename"] == nil { folder.contents.note(.noImage) }
    if let file = folder.entry(named: properties["filename"], .file) {
      var sticker = StickerSource(
        id: folder.name, at: location.appending(file.path.name), label: label)
      sticker.aliases = [location.path.name.string]
      pack.stickers.append(sticker)
    }
    folder.noteUnused()
    pack.observations += folder.observations
  }

  // MARK: Sequences

  private mutating func readSequence(
    _ location: Location, _ pack: inout PackSource
  ) {
    var folder = folder(location)
    let members = folder.contents.members(known: ["properties", "frames"])
    let properties = folder.contents.members(
      of: members["properties"],
      known: ["accessibility-label", "duration", "duration-type", "repetitions"])
    let label = folder.contents.string(properties["accessibility-label"])
    let (files, order) = frames(members["frames"], &folder)
    let duration = folder.contents.number(properties["duration"], .positiveNumber) { $0 > 0 }
    let type = folder.contents.choice(properties["duration-type"], of: ["fps", "fixed"])
    let repetitions = folder.contents.number(properties["repetitions"], .count) {
      $0 >= 0 && $0.rounded() == $0
    }
    let delay: Double? =
      switch type {
      case "fps": duration.map { 1000 / $0 }
      case "fixed": order.isEmpty ? nil : duration.map { $0 * 1000 / Double(order.count) }
      default: nil
      }
    let settings = FrameSequence.Settings(
      duration: duration, type: type, repetitions: repetitions)
    var sticker = StickerSource(id: folder.name, at: location, label: label)
    if let settings, !order.isEmpty {
      sticker.sequence = FrameSequence(
        frames: order.map { .init(location: files[$0].location) }, settings: settings)
    }
    pack.sequences.append(
      SequenceSource(
        sticker: sticker, position: pack.stickers.count,
        files: files, order: order, delayMilliseconds: delay, repetitions: repetitions,
        durationPlace: properties["duration"]?.place,
        repetitionsPlace: properties["repetitions"]?.place,
        contents: folder.contents.location))
    folder.noteUnused()
    pack.observations += folder.observations
  }

  private func frames(
    _ value: CatalogFile.Value?, _ folder: inout CatalogFolder
  ) -> (files: [StickerSource], order: [Int]) {
    var files: [StickerSource] = []
    var order: [Int] = []
    var indices: [FilePath: Int] = [:]
    let list = folder.contents.array(value)
    if folder.contents.top != nil, list?.isEmpty ?? (value == nil) {
      folder.contents.note(.emptySequence, value?.place)
    }
    for item in list ?? [] {
      let members = folder.contents.members(of: item, known: ["filename"])
      guard let name = members["filename"] else {
        folder.contents.note(.emptyFrame, item.place)
        continue
      }
      guard let entry = folder.entry(named: name, .file) else { continue }
      if indices[entry.path] == nil {
        indices[entry.path] = files.count
        files.append(
          StickerSource(
            .frame, id: entry.path.stem, at: folder.location.appending(entry.path.name)))
      }
      order.append(indices[entry.path] ?? 0)
    }
    return (files, order)
  }

  // MARK: Icons

  private mutating func readIcons(_ location: Location, _ found: inout Found) {
    var folder = folder(location)
    let members = folder.contents.members(known: ["images", "properties"])
    var icons: [IconSource] = []
    var indices: [FilePath: Int] = [:]
    var filled: Set<String> = []
    var misplaced: [IconSlot.Match] = []
    var firstPlace: [IconSlot.Fault: Place] = [:]
    for item in folder.contents.array(members["images"]) ?? [] {
      let image = folder.contents.members(
        of: item, known: ["filename", "idiom", "platform", "scale", "size", "unassigned"])
      let match = slot(image, &folder)
      let slot = match?.slot
      guard let name = image["filename"] else { continue }
      if let match, let fault = match.fault {
        misplaced.append(match)
        firstPlace[fault] = firstPlace[fault] ?? item.place
      } else if let slot {
        filled.insert(slot.name)
      }
      guard let entry = folder.entry(named: name, .file) else { continue }
      if let index = indices[entry.path] {
        icons[index].slots += slot.map { [$0] } ?? []
      } else {
        indices[entry.path] = icons.count
        icons.append(
          IconSource(
            file: StickerSource(
              .icon, id: entry.path.stem, at: location.appending(entry.path.name)),
            slots: slot.map { [$0] } ?? []))
      }
    }
    misplaced.removeAll { !filled.insert($0.slot.name).inserted }
    let empty = IconSlot.all.filter { !filled.contains($0.name) }
    if folder.contents.top != nil, !empty.isEmpty { folder.contents.note(.emptySlots(empty)) }
    for fault in IconSlot.Fault.allCases {
      let slots = misplaced.filter { $0.fault == fault }.map { $0.slot }
      if !slots.isEmpty { folder.contents.note(.misplacedIcons(slots, fault), firstPlace[fault]) }
    }
    folder.noteUnused()
    found.icons.sets.append(location.appending(FilePath(CatalogFile.name)))
    found.icons.given += icons
    found.observations += folder.observations
  }

  /// The slot that an entry of an icon set is for; nil where its values describe none.
  private func slot(
    _ image: [String: CatalogFile.Value], _ folder: inout CatalogFolder
  ) -> IconSlot.Match? {
    func known(_ texts: [String]) -> [String] { NaturalOrder.sorted(Set(texts)) }
    let idiom = folder.contents.choice(image["idiom"], of: known(IconSlot.all.map { $0.idiom }))
    let size = folder.contents.choice(image["size"], of: known(IconSlot.all.map { $0.size }))
    let scale = folder.contents.choice(image["scale"], of: ["1x", "2x", "3x"])
    let platform = folder.contents.choice(
      image["platform"], of: ["ios", "macos", "tvos", "watchos"])
    guard let idiom, let size, let scale = scale?.first?.wholeNumberValue else { return nil }
    return IconSlot.Match(idiom: idiom, size: size, scale: scale, platform: platform)
  }
}

extension FrameSequence.Settings {
  /// The settings of a `.stickersequence`, which a build copies; nil if they are not in the ranges of a
  /// `stickerpack.json`. What the file does not state is Xcode's default.
  fileprivate init?(duration: Double?, type: String?, repetitions: Double?) {
    form = .sequence
    if let duration {
      timing = type == "fixed" ? .duration(duration) : .fps(duration)
    }
    self.repetitions = repetitions.map { Int(exactly: $0) ?? .max } ?? 0
    guard isValid else { return nil }
  }
}
