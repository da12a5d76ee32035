#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import Basics
internal import Dispatch
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
  private let queue = DispatchQueue(label: "stickerpack.replacement")

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
    guard let bytes = file.bytes else { return nil }
    return write(
      bytes, to: file.source.path, named: file.newName, in: file.lists,
      ifUnchanged: file.originalHash)
  }

  /// Keeps the original of a file and writes its new content. If the file gets a new name, the JSON files
  /// that name it get it, too.
  ///
  /// - Parameters:
  ///   - newName: the new name; nil if it stays.
  ///   - lists: the JSON files that may name the file.
  ///   - originalHash: the SHA-256 of the file when it was read.
  /// - Returns: nil, or why the file was left as it is, as part of a sentence.
  package func write(
    _ bytes: [UInt8], to path: FilePath, named newName: FilePath?, in lists: [FilePath],
    ifUnchanged originalHash: String
  ) -> String? {
    // Two files may be named in one list.
    queue.sync {
      do {
        guard try FileReading.digest(ofFileAt: path).sha256 == originalHash else {
          throw RepairError("the file has changed since it was read")
        }
        try replace(path, by: bytes, named: newName, in: lists)
        return nil
      } catch let error as FileError {
        return "\(error)"
      } catch let error as NameListError {
        return "\(error)"
      } catch let error as RepairError {
        return "\(error)"
      } catch {
        return SystemError.reason(error)
      }
    }
  }

  private func replace(
    _ path: FilePath, by bytes: [UInt8], named newName: FilePath?, in paths: [FilePath]
  ) throws {
    guard let newName else {
      try write(bytes, to: path, keeping: path)
      return
    }
    var lists: [NameList] = []
    for listPath in paths {
      guard var list = try NameList(at: listPath) else { continue }
      try list.rename(path.name, to: newName)
      if list.isChanged { lists.append(list) }
    }
    let target = path.parent.appending(newName)
    guard !target.exists else { throw RepairError("\(newName) exists") }
    try write(bytes, to: target, keeping: path)
    do {
      for list in lists { try write(list.bytes, to: list.path, keeping: list.path) }
    } catch {
      for list in lists { try? write(list.original, to: list.path, keeping: list.path) }
      target.remove()
      throw error
    }
    path.remove()
  }

  /// Writes a file atomically.
  ///
  /// - Parameter original: the file that it replaces, which is kept.
  private func write(_ bytes: [UInt8], to path: FilePath, keeping original: FilePath) throws {
    guard !original.isLink, let resolved = original.resolved,
      let root = roots.last(where: { resolved.isInside($0.folder) }),
      let relative = resolved.relative(to: root.folder)
    else { throw RepairError("\(original.name) is a link or outside of the folder") }
    // First, because this fails on a full disk.
    let draft = path.parent.appending(".\(path.name).\(UUID().uuidString)")
    defer { draft.remove() }
    try Data(bytes).write(to: URL(filePath: draft.string), options: .withoutOverwriting)
    draft.copyPermissions(of: original)
    let backup = root.backup.appending(relative)
    if !backup.exists {
      try FileManager.default.createDirectory(
        atPath: backup.parent.string, withIntermediateDirectories: true)
      // A second name keeps the original as it is, and costs nothing.
      if original.link(to: backup) != 0 {
        try FileManager.default.copyItem(atPath: original.string, toPath: backup.string)
      }
    }
    let code = draft.rename(to: path)
    guard code == 0 else { throw RepairError(SystemError.reason(code)) }
  }
}
