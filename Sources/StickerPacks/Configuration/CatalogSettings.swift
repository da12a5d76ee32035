internal import Basics

/// A `stickerpack.json` as it applies to the packs of a catalog: the nearest one beside or above the
/// catalog that describes a pack, in a folder that is not a pack of images itself.
struct CatalogSettings {
  let file: ConfigurationFile
  let folder: Location
  private let images: Set<String>
  /// Whether stickers that it lists must be in the catalog, because it can be about no other.
  private let isForOneCatalog: Bool

  /// - Parameters:
  ///   - reader: reads the folder of the file as a pack; its images may be icons.
  ///   - catalog: the catalog's path.
  init?(_ file: ConfigurationFile, isNamed: Bool, in reader: FolderReader, for catalog: FilePath) {
    self.file = file
    folder = reader.location
    images = Set(reader.entries.filter { $0.kind == .file }.map { $0.name })
    let catalogs = reader.entries.filter {
      ["xcstickers", "stickerpack"].contains($0.path.fileExtension)
    }
    isForOneCatalog = catalogs.map { $0.path } == [catalog]
    guard isNamed || reader.holdsNoStickers else { return nil }
  }

  /// Applies the file to a pack of the catalog.
  ///
  /// - Parameter isOnlyPack: whether the catalog has no other pack.
  func apply(to pack: inout PackSource, isOnlyPack: Bool) {
    let content = file.content
    let gridSize = pack.settings.gridSize
    pack.settings = content.settings
    pack.settings.gridSize = content.settings.gridSize ?? gridSize
    if isOnlyPack {
      pack.name = content.settings.name ?? pack.name
    } else {
      (pack.settings.name, pack.settings.id) = (nil, nil)
    }
    let notesMissing = isOnlyPack && isForOneCatalog
    applyStickers(to: &pack, notesMissing: notesMissing)
    if notesMissing, let cover = pack.missingCover { note(.missing(cover, .cover), in: &pack) }
    applyIcons(to: &pack)
  }

  private func applyStickers(to pack: inout PackSource, notesMissing: Bool) {
    let entries = file.content.stickers
    guard !entries.isEmpty else { return }
    let ranks = Dictionary(firstOf: entries.enumerated().map { ($0.element.file, $0.offset) })
    var listed: Set<Int> = []
    /// The sticker's place in the pack: as listed, and the others as in the catalog.
    var order: [String: Int] = [:]
    for (index, sticker) in pack.allStickers.enumerated() {
      order[sticker.displayPath] = entries.count + index
    }
    func apply(to sticker: inout StickerSource) {
      guard let rank = sticker.listedNames.lazy.compactMap({ ranks[$0] }).first else { return }
      listed.insert(rank)
      order[sticker.displayPath] = rank
      sticker.apply(entries[rank])
    }
    for index in pack.stickers.indices { apply(to: &pack.stickers[index]) }
    for index in pack.sequences.indices { apply(to: &pack.sequences[index].sticker) }
    func rank(_ sticker: StickerSource) -> Int { order[sticker.displayPath] ?? 0 }
    pack.stickers.sort { rank($0) < rank($1) }
    pack.sequences.sort { rank($0.sticker) < rank($1.sticker) }
    for index in pack.sequences.indices {
      let own = rank(pack.sequences[index].sticker)
      pack.sequences[index].position = pack.stickers.count { rank($0) < own }
    }
    guard notesMissing else { return }
    for (rank, entry) in entries.enumerated() where !listed.contains(rank) {
      note(.missing(entry.file, entry.sequence == nil ? .file : .frames), in: &pack)
    }
  }

  /// Replaces the icons of the catalog, or only those of the slots that the file names.
  private func applyIcons(to pack: inout PackSource) {
    let icons = FolderIcons(file.content.settings.icon, among: images, in: folder) {
      note($0, in: &pack)
    }
    pack.icons.art = icons.art
    // The first image of a slot is used.
    pack.icons.given = icons.given + (icons.art == nil ? pack.icons.given : [])
    guard icons.art != nil else { return }
    pack.observations.removeAll {
      switch $0.kind {
      case .emptySlots, .misplacedIcons, .catalog(_, hasIconSet: false): true
      default: false
      }
    }
  }

  private func note(_ kind: PackObservation.Kind, in pack: inout PackSource) {
    pack.observations.append(PackObservation(kind, in: file.location))
  }
}
