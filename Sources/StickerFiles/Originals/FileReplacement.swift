package import Basics
internal import StickerPacks
internal import Synchronization

/// The reason a file was not replaced, as part of a sentence.
package enum ReplacementError: Error, Equatable, CustomStringConvertible {
  /// The file must not be replaced.
  case refused(String)
  /// The system did not allow it.
  case failed(String)

  package var description: String {
    switch self {
    case .refused(let reason), .failed(let reason): reason
    }
  }
}

/// Replaces files by repaired ones and keeps the originals.
///
/// Only regular files inside of the given folders are replaced, and links are not followed. ``FolderLock`` keeps other
/// processes out.
package final class FileReplacement: Sendable {
  /// A folder in which files may be replaced.
  private struct Root {
    var folder: FilePath
    /// The folder as the user named it.
    var shown: FilePath
    /// Created for the first original.
    var backup: BackupFolder?
  }

  /// A folder of originals.
  package struct Originals: Sendable, Equatable {
    /// The folder of the replaced files, as the user named it.
    package var folder: FilePath
    /// The folder of the originals in it.
    package var path: FilePath
  }

  /// Locked while a file is replaced, because two files may be named in one list.
  private let roots: Mutex<[Root]>

  /// - Parameter paths: the files and folders that were linted.
  package init(in paths: [FilePath]) {
    let roots = paths.compactMap { path in
      BackupFolder.root(for: path).map { root in
        Root(folder: root, shown: [path, path.parent].first { $0.resolved == root } ?? root)
      }
    }
    // A folder inside of another one keeps its originals there.
    let outermost = roots.sorted { $0.folder < $1.folder }.reduce(into: [Root]()) { outer, root in
      if !outer.contains(where: { root.folder.isInside($0.folder) }) { outer.append(root) }
    }
    for root in outermost { BackupFolder.recover(in: root.folder) }
    self.roots = Mutex(outermost)
  }

  /// The folders in which originals were kept.
  package var originals: [Originals] {
    roots.withLock { roots in
      roots.compactMap { root in
        root.backup.map { Originals(folder: root.shown, path: root.shown.appending($0.name)) }
      }
    }
  }

  /// Keeps the original of a file and writes its new content. If the file gets a new name, the JSON files
  /// that name it get it, too.
  ///
  /// - Parameters:
  ///   - newName: the new name; nil if it stays.
  ///   - lists: the JSON files that may name the file.
  ///   - originalHash: the SHA-256 of the file when it was read.
  /// - Returns: nil, or why the file was left as it is.
  package func write(
    _ bytes: [UInt8], to path: FilePath, named newName: FilePath?, in lists: [FilePath],
    ifUnchanged originalHash: String
  ) -> ReplacementError? {
    roots.withLock { roots in
      do {
        guard try FileReading.digest(ofFileAt: path).sha256 == originalHash else {
          throw ReplacementError.refused("the file has changed since it was read")
        }
        try Self.replace(path, by: bytes, named: newName, in: lists, originalHash, &roots)
        return nil
      } catch let error as ReplacementError {
        return error
      } catch let error as NameListError {
        return .refused("\(error)")
      } catch let error as FileError {
        return .failed("\(error)")
      } catch {
        return .failed(SystemError.reason(error))
      }
    }
  }

  private static func replace(
    _ path: FilePath, by bytes: [UInt8], named newName: FilePath?, in paths: [FilePath],
    _ originalHash: String, _ roots: inout [Root]
  ) throws {
    let (root, relative) = try place(of: path, in: roots)
    let target = path.parent.appending(newName ?? path.name)
    if let newName, let clash = NewNames.clashes(of: [path: newName])[path] {
      throw ReplacementError.refused(clash)
    }
    let lists = try newName.map { try self.lists(in: paths, renaming: path.name, to: $0) } ?? []
    let listPlaces = try lists.map { list in
      let place = try place(of: list.path, in: roots)
      guard place.root == root else {
        throw ReplacementError.refused("\(list.path.name) names it, but is outside of the folder")
      }
      return place.relative
    }
    let backup = try roots[root].backup ?? BackupFolder.create(in: roots[root].folder)
    roots[root].backup = backup
    func draft(_ bytes: [UInt8], for list: NameList) throws -> FileDraft {
      try FileDraft(bytes, for: list.path, in: backup.path, like: list.path)
    }
    let entry = BackupRecord.Entry(
      file: relative.string, before: originalHash, after: HashedBytes(bytes).sha256,
      newName: newName?.string, lists: lists.isEmpty ? nil : listPlaces.map(\.string))
    var drafts: [FileDraft] = []
    var kept: [FilePath] = []
    do {
      // First of all, because this fails on a full disk.
      drafts.append(try FileDraft(bytes, for: target, in: backup.path, like: path))
      for list in lists { drafts.append(try draft(list.bytes, for: list)) }
      try BackupRecord.append(entry, to: backup)
      for (place, hash) in [(relative, originalHash)]
        + zip(listPlaces, lists.map { HashedBytes($0.original).sha256 })
      where !backup.keeps(place) {
        kept.append(place)
        try backup.keep(place)
        // Where folders cannot be locked, another process may have replaced it.
        guard try FileReading.digest(ofFileAt: backup.path.appending(place)).sha256 == hash else {
          throw ReplacementError.refused("\(place.name) has changed since it was read")
        }
      }
      try drafts[0].commit()
    } catch {
      drafts = []
      backup.discard(kept)
      if backup.remove() { roots[root].backup = nil }
      throw error
    }
    guard newName != nil else { return }
    do {
      for draft in drafts.dropFirst() { try draft.commit() }
      let code = path.remove()
      guard code == 0 else { throw ReplacementError.failed(SystemError.reason(code)) }
    } catch {
      for list in lists { try? draft(list.original, for: list).commit() }
      drafts[0].withdraw()
      throw error
    }
  }

  /// The lists that name a file, with its new name.
  private static func lists(
    in paths: [FilePath], renaming name: FilePath, to newName: FilePath
  ) throws -> [NameList] {
    try paths.compactMap { path in
      guard var list = try NameList(at: path) else { return nil }
      try list.rename(name, to: newName)
      return list.isChanged ? list : nil
    }
  }

  /// Returns the index of a file's root and the file's path below it.
  private static func place(
    of path: FilePath, in roots: [Root]
  ) throws -> (root: Int, relative: FilePath) {
    guard !path.isLink, let resolved = path.resolved,
      let root = roots.firstIndex(where: { resolved.isInside($0.folder) }),
      let relative = resolved.relative(to: roots[root].folder)
    else { throw ReplacementError.refused("\(path.name) is a link or outside of the folder") }
    guard relative.canBeKept else {
      throw ReplacementError.refused("\(path.name) is hidden, or its name is not UTF-8")
    }
    return (root, relative)
  }
}

extension FilePath {
  /// Whether a backup can name the path, which is relative to the backup's folder. Hidden files are left
  /// out: `undo` must not write into `.git`, and a backup's own files are hidden.
  var canBeKept: Bool {
    staysInFolder && isUTF8 && !components.contains { $0.first == UInt8(ascii: ".") }
  }
}
