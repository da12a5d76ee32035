internal import Basics

/// The images in a folder that its configuration uses for icons.
struct FolderIcons {
  /// The image that icons are rendered from.
  var art: StickerSource?
  /// The images for single slots.
  var given: [IconSource] = []
  /// The names of all of them. They are not stickers unless the pack lists them.
  var names: Set<FilePath> = []

  /// Finds the files that `settings` name.
  ///
  /// - Parameters:
  ///   - files: the names of the folder's images. As strings, they are equal however accents are spelled.
  ///   - note: called for each file that does not exist.
  init(
    _ settings: IconSettings?, among files: Set<String>, in folder: Location,
    missing note: (PackObservation.Kind) -> Void = { _ in }
  ) {
    guard let settings else { return }
    func source(_ file: String, slot: String?) -> StickerSource? {
      guard let index = files.firstIndex(of: file) else {
        note(.missing(file, .icon(slot: slot)))
        return nil
      }
      let name = files[index]
      names.insert(FilePath(name))
      return StickerSource(.icon, id: FilePath(name).stem, at: folder.appending(name))
    }
    art = settings.file.flatMap { source($0, slot: nil) }
    var indices: [String: Int] = [:]
    // In the order of the slots, because the order of a dictionary differs from run to run.
    for slot in IconSlot.all {
      guard let file = settings.slots[slot.key] else { continue }
      if let index = indices[file] {
        given[index].slots.append(slot)
      } else if let source = source(file, slot: slot.key) {
        indices[file] = given.count
        given.append(IconSource(file: source, slots: [slot]))
      }
    }
  }
}

extension PackSource {
  mutating func add(_ icons: FolderIcons, _ settings: IconSettings?) {
    iconArt = icons.art
    self.icons = icons.given
    if let settings { iconSettings = settings }
  }
}
