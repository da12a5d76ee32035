internal import Basics

/// The pictures in a folder that its configuration makes icons of.
struct FolderIcons {
  /// What icons are made of.
  var art: StickerSource?
  /// Images for single slots.
  var given: [IconSource] = []
  /// The names of all of them. They are no stickers unless the pack lists them as such.
  var names: Set<[UInt8]> = []

  /// Finds the files that `settings` name.
  ///
  /// - Parameters:
  ///   - files: the folder's images, by the name that a configuration may spell otherwise.
  ///   - note: is told of each file that is not there.
  init(
    _ settings: IconSettings?, among files: [String: String], in path: String, _ display: String,
    missing note: (PackObservation.Kind) -> Void = { _ in }
  ) {
    guard let settings else { return }
    if let file = settings.file {
      art = source(file, slot: nil, among: files, path, display, note)
    }
    var indices: [String: Int] = [:]
    // In the order of the slots: that of a dictionary differs from run to run.
    for slot in IconSlot.all {
      guard let file = settings.slots[slot.key] else { continue }
      if let index = indices[file] {
        given[index].slots.append(slot)
      } else if let source = source(file, slot: slot.key, among: files, path, display, note) {
        indices[file] = given.count
        given.append(IconSource(file: source, slots: [slot]))
      }
    }
  }

  private mutating func source(
    _ file: String, slot: String?, among files: [String: String], _ path: String,
    _ display: String, _ note: (PackObservation.Kind) -> Void
  ) -> StickerSource? {
    guard let name = files[file] else {
      note(.missing(file, .icon(slot: slot)))
      return nil
    }
    names.insert(Array(name.utf8))
    return StickerSource(
      .icon, id: name.fileStem, path: PackDiscovery.join(path, name),
      displayPath: PackDiscovery.join(display, name))
  }
}

extension PackSource {
  /// Takes what a folder has for icons.
  mutating func take(_ icons: FolderIcons, _ settings: IconSettings?) {
    iconArt = icons.art
    self.icons = icons.given
    if let settings { iconSettings = settings }
  }
}
