#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import Basics
internal import StickerPacks

/// Replaces files by repaired ones and keeps the originals.
///
/// Only regular files inside of the given folders are replaced, and links are not followed. The originals
/// keep their paths below a hidden folder, which discovery leaves out.
package struct FileReplacement: Sendable {
  /// A folder in which files may be replaced, and where their originals are kept.
  private struct Root: Sendable {
    var folder: FilePath
    var backup: FilePath
  }

  private let roots: [Root]

  /// - Parameter paths: the files and folders that were linted.
  package init(in paths: [FilePath]) {
    let folders = paths.compactMap(\.resolved).map { path in
      // Xcode may copy what is inside of a catalog.
      path.isFolder && !["xcassets", "xcstickers"].contains(path.fileExtension) ? path : path.parent
    }
    roots = Set(folders).sorted().map { Root(folder: $0, backup: Self.unusedBackup(in: $0)) }
  }

  private static func unusedBackup(in folder: FilePath) -> FilePath {
    var number = 1
    while true {
      let path = folder.appending(".stickerpack-backup-\(number)")
      if FileStatus(of: path, followingLinks: false) == nil { return path }
      number += 1
    }
  }

  /// The folders with originals.
  package var backups: [FilePath] { roots.map(\.backup).filter(\.isFolder) }

  /// Keeps the original of a repaired file and writes its new content.
  ///
  /// - Returns: nil, or why the file was left as it is, as part of a sentence.
  package func write(_ file: RepairedFile) -> String? {
    let path = file.source.path
    guard let bytes = file.bytes else { return nil }
    guard !path.isLink, let resolved = path.resolved,
      let root = roots.last(where: { resolved.isInside($0.folder) }),
      let relative = resolved.relative(to: root.folder)
    else { return "it is a link or outside of the linted folder" }
    let original = root.backup.appending(relative)
    do {
      try FileManager.default.createDirectory(
        atPath: original.parent.string, withIntermediateDirectories: true)
      // A second name keeps the original as it is, and costs nothing.
      if path.link(to: original) != 0 {
        try FileManager.default.copyItem(atPath: path.string, toPath: original.string)
      }
      let target = file.newName.map { path.parent.appending($0) } ?? path
      let draft = target.parent.appending(".\(target.name).\(UUID().uuidString)")
      defer { draft.remove() }
      try Data(bytes).write(to: URL(filePath: draft.string), options: .withoutOverwriting)
      draft.copyPermissions(of: original)
      // Without the original name, `rename` replaces nothing.
      if file.newName != nil, target.exists { return "\(target.name) exists" }
      let code = draft.rename(to: target)
      guard code == 0 else { return SystemError.reason(code) }
      if target != path { path.remove() }
      return nil
    } catch {
      return SystemError.reason(error)
    }
  }
}
