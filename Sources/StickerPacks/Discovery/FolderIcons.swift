internal import Basics

/// The images in a folder that are icons: those that its configuration names, or else the one whose name says it.
///
/// All commands ask here which image is the icon.
struct FolderIcons {
  /// The image that icons are rendered from.
  var art: StickerSource?
  /// The images for single slots.
  var given: [IconSource] = []
  /// The names of all of them. They are not stickers unless the pack lists them.
  var names: Set<FilePath> = []
  /// The names of those that nothing uses: another one is the icon by its name, too.
  private(set) var unused: [String] = []

  /// The names of icons without separators, scales and extensions, in lower case.
  private static let presumedNames: Set = ["icon", "appicon", "appstoreicon"]

  /// Finds the files that `settings` name.
  ///
  /// - Parameters:
  ///   - files: the names of the folder's images. As strings, they are equal however accents are spelled.
  ///   - note: called for each file that does not exist.
  init(
    _ settings: IconSettings, among files: Set<String>, in folder: Location,
    missing note: (PackObservation.Kind) -> Void = { _ in }
  ) {
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

  /// Finds the icons of a folder of images.
  ///
  /// - Parameters:
  ///   - files: the names of its images, in order.
  ///   - configuration: names the icons. If it names none, an image such as `icon.png` or `AppIcon-1024.png` is the
  ///     icon, unless the pack lists it.
  init(
    _ configuration: PackConfiguration?, amongImages files: [String], in folder: Location,
    missing note: (PackObservation.Kind) -> Void = { _ in }
  ) {
    let settings = configuration?.settings.icon ?? IconSettings()
    self.init(settings, among: Set(files), in: folder, missing: note)
    guard settings.files.isEmpty else { return }
    // An icon that was exported at several scales is one, too.
    let presumed = ScaleSet.sets(of: files).filter { set in
      Self.isPresumed(set.name)
        && !files.contains { set.names.contains($0) && configuration?.lists($0) == true }
    }
    names = Set(presumed.flatMap { $0.names }.map { FilePath($0) })
    guard let icon = presumed.first else { return }
    art = StickerSource(
      .icon, id: FilePath(icon.art).stem, at: folder.appending(icon.art))
    art?.isPresumed = true
    unused = presumed.dropFirst().map { $0.art }
  }

  /// Whether the name without a scale is that of an icon: PNG or JPEG files, because icons do not move.
  private static func isPresumed(_ name: FilePath) -> Bool {
    guard ["png", "jpg", "jpeg"].contains(name.fileExtension) else { return false }
    var words = name.stem.lowercased().filter { !" -_".contains($0) }
    for size in ["1024x1024", "1024"] where words.hasSuffix(size) { words.removeLast(size.count) }
    return presumedNames.contains(words)
  }
}

extension PackSource {
  /// Whether an image is its icon only because of the image's name.
  package var presumesIcon: Bool { icons.art?.isPresumed == true }

  mutating func add(_ icons: FolderIcons) {
    (self.icons.art, self.icons.given) = (icons.art, icons.given)
  }
}
