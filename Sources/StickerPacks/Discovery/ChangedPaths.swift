package import Basics

/// The files that have changed in a tree, and the packs that they affect.
package struct ChangedPaths: Sendable {
  /// The effect of changes on the findings of a pack.
  package enum Effect: Sendable, Equatable {
    /// No finding can have changed.
    case none
    /// These stickers, by display path, changed; none when stickers were only added or removed.
    case stickers(Set<FilePath>)
    /// Every finding may have changed.
    case pack
  }

  /// Absolute paths without links. The files may be gone. A folder stands for everything in it.
  package let paths: Set<FilePath>

  package init(_ paths: some Sequence<FilePath>) { self.paths = Set(paths) }

  package func union(_ other: ChangedPaths) -> ChangedPaths {
    ChangedPaths(paths.union(other.paths))
  }

  /// Returns what the changes mean for a pack. A file that does not exist counts as changed.
  ///
  /// - Parameter configuration: the file that replaces the configurations of the folders above.
  package func effect(on pack: PackSource, configuration: FilePath? = nil) -> Effect {
    if let configuration, paths.contains(configuration.resolved ?? configuration) { return .pack }
    if let project = pack.projectFile, paths.contains(project.location.path) { return .pack }
    let folder = pack.location.path
    guard folder.exists else { return .pack }
    var parent = folder
    while true {
      // A configuration applies to all folders below it. A folder in the list is a submodule.
      if paths.contains(parent) || paths.contains(parent.appending(PackConfiguration.fileName)) {
        return .pack
      }
      if parent == "/" { break }
      parent = parent.parent
    }
    let below = paths.filter { $0.isInside(folder) }
    if pack.kind == .catalog {
      // The labels of a catalog are translated in folders beside it.
      let hasChangedLabels = paths.contains {
        $0.fileExtension == "strings" && folder.isInside($0.parent.parent)
      }
      if hasChangedLabels || below.contains(where: { $0.name == "Contents.json" }) { return .pack }
    }
    let changed = pack.files.filter { hasChanged($0, among: below) }
    // A removed file affects the pack: it may be listed, or have been the only one of its size.
    let isAffected =
      switch pack.kind {
      case .catalog: !below.isEmpty
      case .folder: below.contains { $0.parent == folder }
      case .files: false
      }
    guard isAffected || !changed.isEmpty else { return .none }
    return .stickers(
      Set(
        changed.flatMap {
          [$0.location.displayPath] + ($0.sequence?.frames.map { $0.location.displayPath } ?? [])
        }))
  }

  private func hasChanged(_ sticker: StickerSource, among below: Set<FilePath>) -> Bool {
    guard let target = sticker.path.resolved else { return true }
    if sticker.sequence != nil, below.contains(where: { $0.isInside(target) }) { return true }
    return paths.contains(sticker.path) || paths.contains(target)
  }
}
