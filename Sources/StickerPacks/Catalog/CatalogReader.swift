internal import Basics
internal import ImageContainers
internal import StickerManifest

/// Reads an asset catalog, or a `.stickerpack` of one, as packs.
///
/// Source: Apple, Asset Catalog Format Reference.
struct CatalogReader {
  /// The folder that links may not lead out of.
  var root: FilePath
  /// The configurations that apply there.
  var scope: [ConfigurationFile]
  var configurations: Configurations

  // MARK: Catalogs

  /// The packs of a catalog. The first holds the catalog's icons and what is wrong with it; where
  /// there is no pack, but icons or trouble, something that is no pack holds these. A catalog that has
  /// nothing to do with stickers gives none.
  mutating func packs(_ path: FilePath, _ displayPath: String) -> [PackSource] {
    // The file is optional here, and says nothing but who wrote it.
    var catalog = folder(path, displayPath, needsContents: false)
    _ = catalog.contents.members(known: [])
    var found = Found()
    take(&catalog, &found)
    guard found.concernsStickers else { return [] }
    if found.packs.count > 1 {
      let names = found.packs.map(\.name.quoted)
      catalog.note(
        .severalPacks,
        "the catalog has \(names.count) packs: \(names.prefix(4).joined(separator: ", "))"
          + (names.count > 4 ? " and \(names.count - 4) more" : ""))
    }
    if !found.packs.isEmpty, !found.hasIconSet {
      catalog.note(.iconSetMissing, "the catalog has no .stickersiconset")
    }
    let problems = catalog.problems + found.problems
    var packs = found.packs
    if packs.isEmpty { packs.append(Self.noPack(named: catalog.name, path, displayPath)) }
    packs[0].icons = found.icons
    packs[0].problems = problems + packs[0].problems
    return packs
  }

  /// The icons of a `.stickersiconset` that lies in no catalog, in something that is no pack.
  mutating func iconSet(_ path: FilePath, _ displayPath: String) -> PackSource {
    var found = Found()
    takeIcons(path, displayPath, &found)
    var holder = Self.noPack(named: path.stem, path, displayPath)
    holder.icons = found.icons
    holder.problems = found.problems
    return holder
  }

  private static func noPack(
    named name: String, _ path: FilePath, _ displayPath: String
  ) -> PackSource {
    PackSource(
      kind: .files, name: name, path: path, displayPath: displayPath, gridSize: nil, stickers: [],
      problems: [])
  }

  /// A folder of the catalog, without what is excluded.
  private mutating func folder(
    _ path: FilePath, _ displayPath: String, needsContents: Bool = true
  ) -> CatalogFolder {
    let location = Location(path, displayPath: FilePath(displayPath))
    return CatalogFolder(at: path, displayPath, within: root, needsContents: needsContents) {
      configurations.removeExcluded(from: &$0, in: location, scope)
    }
  }

  private struct Found {
    var packs: [PackSource] = []
    var icons: [IconSource] = []
    var problems: [PackProblem] = []
    var hasIconSet = false
    var concernsStickers = false
  }

  /// Takes what lies in a catalog, or in a group of one.
  private mutating func take(_ folder: inout CatalogFolder, _ found: inout Found) {
    for entry in folder.entries {
      let display = folder.displayPath + "/" + entry.name
      let isPack = entry.name.hasSuffix(".stickerpack")
      let isIconSet = entry.name.hasSuffix(".stickersiconset")
      if isPack || isIconSet { found.concernsStickers = true }
      switch entry.kind {
      case .folder where isPack: found.packs.append(pack(entry.path, display))
      case .folder where isIconSet:
        found.hasIconSet = true
        takeIcons(entry.path, display, &found)
      case .folder where entry.path.fileExtension.isEmpty:
        var group = self.folder(entry.path, display, needsContents: false)
        let before = found.packs.count + found.icons.count
        take(&group, &found)
        if found.packs.count + found.icons.count > before {
          found.problems += group.problems
        }
      case .folder where ["sticker", "stickersequence"].contains(entry.path.fileExtension):
        found.concernsStickers = true
        folder.noteStray(entry)
      case .file where isPack || isIconSet:
        folder.note(.unreadable, entry, "it cannot be read: it is no folder")
      case .file: folder.noteStray(entry)
      case .folder, .folderLink, .strayLink, .special, .missing, .invalidName: break
      }
    }
  }

  // MARK: Packs

  /// A `.stickerpack` as a pack.
  mutating func pack(_ path: FilePath, _ displayPath: String) -> PackSource {
    var folder = folder(path, displayPath)
    var pack = PackSource(
      kind: .catalog, name: folder.name, path: path, displayPath: displayPath, gridSize: nil,
      stickers: [], problems: [])
    let members = folder.contents.members(known: ["properties", "stickers"])
    let properties = folder.contents.members(of: members["properties"], known: ["grid-size"])
    pack.gridSize = folder.contents.choice(
      properties["grid-size"], of: GridSize.allCases.map(\.rawValue)
    ).flatMap(GridSize.init)
    let list = folder.contents.list(members["stickers"])
    var seen: Set<FilePath> = []
    var ordered: [FolderListing.Entry] = []
    for item in list ?? [] {
      let entry = folder.contents.members(of: item, known: ["filename"])["filename"]
      guard let found = folder.entry(named: entry, .folder) else { continue }
      if seen.insert(found.path).inserted {
        ordered.append(found)
      } else {
        folder.contents.note(
          .badValue, "\(found.name.quoted) is listed a second time", item.place)
      }
    }
    for entry in folder.unnamed {
      guard entry.kind == .folder,
        ["sticker", "stickersequence"].contains(entry.path.fileExtension)
      else {
        folder.noteStray(entry)
        continue
      }
      ordered.append(entry)
      if folder.contents.top != nil {
        folder.note(.notListed, entry, "the pack's Contents.json does not list it")
      }
    }
    var problems: [PackProblem] = []
    for entry in ordered {
      let display = displayPath + "/" + entry.name
      switch entry.path.fileExtension {
      case "sticker": takeSticker(entry.path, display, &pack, &problems)
      case "stickersequence": takeSequence(entry.path, display, &pack, &problems)
      default: folder.noteStray(entry)
      }
    }
    pack.problems = folder.problems + problems
    if pack.allStickers.isEmpty, pack.problems.isEmpty {
      pack.problems.append(
        PackProblem(kind: .empty, displayPath: displayPath, message: "the pack has no sticker"))
    }
    return pack
  }

  private mutating func takeSticker(
    _ path: FilePath, _ displayPath: String, _ pack: inout PackSource,
    _ problems: inout [PackProblem]
  ) {
    var folder = folder(path, displayPath)
    defer { problems += folder.problems }
    let members = folder.contents.members(known: ["properties"])
    let properties = folder.contents.members(
      of: members["properties"], known: ["accessibility-label", "filename"])
    let label = folder.contents.text(properties["accessibility-label"])
    if folder.contents.top != nil, properties["filename"] == nil {
      folder.contents.note(.invalidContents, "the sticker names no file")
    }
    if let file = folder.entry(named: properties["filename"], .file) {
      pack.stickers.append(
        StickerSource(
          id: folder.name, path: file.path, displayPath: displayPath + "/" + file.name, label: label
        )
      )
    }
    folder.noteStrays()
  }

  // MARK: Sequences

  private mutating func takeSequence(
    _ path: FilePath, _ displayPath: String, _ pack: inout PackSource,
    _ problems: inout [PackProblem]
  ) {
    var folder = folder(path, displayPath)
    defer { problems += folder.problems }
    let members = folder.contents.members(known: ["properties", "frames"])
    let properties = folder.contents.members(
      of: members["properties"],
      known: ["accessibility-label", "duration", "duration-type", "repetitions"])
    let label = folder.contents.text(properties["accessibility-label"])
    let (files, order) = frames(members["frames"], &folder)
    let duration = duration(properties["duration"], &folder)
    let type = folder.contents.choice(properties["duration-type"], of: ["fps", "fixed"])
    let delay: Double? =
      switch type {
      case "fps": duration.map { 1000 / $0 }
      case "fixed": order.isEmpty ? nil : duration.map { $0 * 1000 / Double(order.count) }
      default: nil
      }
    pack.sequences.append(
      SequenceSource(
        sticker: StickerSource(
          id: folder.name, path: path, displayPath: displayPath, label: label),
        files: files, order: order, delayMilliseconds: delay,
        repetitions: repetitions(properties["repetitions"], &folder),
        durationPlace: properties["duration"]?.place,
        repetitionsPlace: properties["repetitions"]?.place,
        contentsPath: folder.contents.displayPath))
    folder.noteStrays()
  }

  private func frames(
    _ value: CatalogFile.Value?, _ folder: inout CatalogFolder
  ) -> (files: [StickerSource], order: [Int]) {
    var files: [StickerSource] = []
    var order: [Int] = []
    var indices: [FilePath: Int] = [:]
    let list = folder.contents.list(value)
    if folder.contents.top != nil, list?.isEmpty ?? (value == nil) {
      folder.contents.note(.unnamedFrame, "the sequence has no frames", value?.place)
    }
    for item in list ?? [] {
      let members = folder.contents.members(of: item, known: ["filename"])
      guard let name = members["filename"] else {
        folder.contents.note(.unnamedFrame, "the frame names no file", item.place)
        continue
      }
      guard let entry = folder.entry(named: name, .file) else { continue }
      if indices[entry.path] == nil {
        indices[entry.path] = files.count
        files.append(
          StickerSource(
            .frame, id: entry.path.stem, path: entry.path,
            displayPath: folder.displayPath + "/" + entry.name))
      }
      order.append(indices[entry.path] ?? 0)
    }
    return (files, order)
  }

  private func duration(
    _ value: CatalogFile.Value?, _ folder: inout CatalogFolder
  ) -> Double? {
    guard let value, let number = folder.contents.number(value) else { return nil }
    guard number > 0 else {
      folder.contents.note(
        .badValue, "the duration is \(value.shown); it must be more than 0", value.place)
      return nil
    }
    return number
  }

  private func repetitions(
    _ value: CatalogFile.Value?, _ folder: inout CatalogFolder
  ) -> Double? {
    guard let value, let number = folder.contents.number(value) else { return nil }
    guard number >= 0, number.rounded() == number else {
      folder.contents.note(
        .badValue,
        "the repetitions are \(value.shown); they are a whole number, and 0 is forever",
        value.place)
      return nil
    }
    return number
  }

  // MARK: Icons

  private mutating func takeIcons(_ path: FilePath, _ displayPath: String, _ found: inout Found) {
    var folder = folder(path, displayPath)
    let members = folder.contents.members(known: ["images", "properties"])
    var icons: [IconSource] = []
    var indices: [FilePath: Int] = [:]
    var filled: [IconSlot] = []
    for item in folder.contents.list(members["images"]) ?? [] {
      let image = folder.contents.members(
        of: item, known: ["filename", "idiom", "platform", "scale", "size", "unassigned"])
      let slot = slot(image, &folder)
      guard let name = image["filename"] else { continue }
      if let slot { filled.append(slot) }
      guard let entry = folder.entry(named: name, .file) else { continue }
      if let index = indices[entry.path] {
        icons[index].slots += slot.map { [$0] } ?? []
      } else {
        indices[entry.path] = icons.count
        icons.append(
          IconSource(
            file: StickerSource(
              .icon, id: entry.path.stem, path: entry.path,
              displayPath: displayPath + "/" + entry.name),
            slots: slot.map { [$0] } ?? []))
      }
    }
    let empty = IconSlot.all.filter { slot in !filled.contains { $0.isSame(as: slot) } }
    if folder.contents.top != nil {
      note(.requiredIconMissing, empty.filter(\.isRequired), &folder)
      note(.otherIconMissing, empty.filter { !$0.isRequired }, &folder)
    }
    folder.noteStrays()
    found.icons += icons
    found.problems += folder.problems
  }

  private func note(
    _ kind: PackProblem.Kind, _ slots: [IconSlot], _ folder: inout CatalogFolder
  ) {
    guard !slots.isEmpty else { return }
    let count = slots.count == 1 ? "1 slot has" : "\(slots.count) slots have"
    folder.contents.note(
      kind, "\(count) no icon: \(slots.map(\.name).joined(separator: ", "))")
  }

  /// The slot that an entry of an icon set is for; nil where that makes no sense.
  private func slot(
    _ image: [String: CatalogFile.Value], _ folder: inout CatalogFolder
  ) -> IconSlot? {
    func known(_ texts: [String]) -> [String] { Set(texts).sorted(by: NaturalOrder.precedes) }
    let idiom = folder.contents.choice(image["idiom"], of: known(IconSlot.all.map(\.idiom)))
    let size = folder.contents.choice(image["size"], of: known(IconSlot.all.map(\.size)))
    let scale = folder.contents.choice(image["scale"], of: ["1x", "2x", "3x"])
    _ = folder.contents.choice(image["platform"], of: ["ios", "macos", "tvos", "watchos"])
    guard let idiom, let scale = scale?.first?.wholeNumberValue,
      let kind = IconSlot.all.first(where: { $0.size == size })
    else { return nil }
    let slot = IconSlot(idiom, kind.width, kind.height, scale, isRequired: false)
    return IconSlot.all.first { $0.isSame(as: slot) } ?? slot
  }
}
