internal import Basics

/// What has changed in a tree, and what that means for its packs.
package struct ChangedPaths: Sendable {
  /// What has changed of a pack.
  package enum Share: Sendable, Equatable {
    /// Nothing that its findings depend on.
    case none
    /// These stickers, as reports name them; or others have come or gone.
    case stickers(Set<String>)
    /// What is said about the pack, and so about each sticker.
    case whole
  }

  private let paths: Set<String>

  /// Absolute paths without links, of files that need not be there any more. A folder stands for all
  /// that is in it.
  package init(_ paths: [String]) {
    self.paths = Set(paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
  }

  /// Both together.
  package func union(_ other: ChangedPaths) -> ChangedPaths {
    ChangedPaths(Array(paths.union(other.paths)))
  }

  /// What has changed of a pack. What cannot be found is taken to have changed.
  ///
  /// - Parameter configuration: the file that applies in the place of all in folders above.
  package func share(of pack: PackSource, configuration: String? = nil) -> Share {
    if let configuration = configuration.map({ realPath($0) ?? $0 }), paths.contains(configuration)
    {
      return .whole
    }
    guard let folder = realPath(pack.path) else { return .whole }
    var parent = folder
    while true {
      // A configuration may speak for all folders below it. A folder is a repository in the
      // repository.
      if paths.contains(parent)
        || paths.contains(PackDiscovery.join(parent, PackConfiguration.fileName))
      {
        return .whole
      }
      if parent == "/" || parent == "." { break }
      parent = PackDiscovery.split(parent).folder
    }
    let below = paths.filter { isInside(folder, $0) }
    if pack.kind == .catalog, below.contains(where: { $0.hasSuffix("/Contents.json") }) {
      return .whole
    }
    let changed = pack.files.filter { hasChanged($0, among: below) }
    // A file that is gone leaves something behind: a name in a list, a pack of one size.
    let isTouched =
      pack.kind == .catalog
      ? !below.isEmpty : below.contains { PackDiscovery.split($0).folder == folder }
    return changed.isEmpty && !(isTouched && pack.kind != .files)
      ? .none
      : .stickers(
        Set(changed.flatMap { [$0.displayPath] + ($0.sequence?.frames.map(\.displayPath) ?? []) }))
  }

  private func hasChanged(_ sticker: StickerSource, among below: Set<String>) -> Bool {
    let (place, name) = PackDiscovery.split(sticker.path)
    guard let place = realPath(place), let target = realPath(sticker.path) else { return true }
    if sticker.sequence != nil, below.contains(where: { isInside(target, $0) }) { return true }
    return paths.contains(PackDiscovery.join(place, name)) || paths.contains(target)
  }
}
