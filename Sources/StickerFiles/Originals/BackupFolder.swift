package import Basics
internal import SystemLibraries

/// A hidden folder with the originals of replaced files, which keep their paths below it, and a record of
/// the changes. Discovery leaves hidden folders out, and a `.gitignore` of its own hides it from git.
package struct BackupFolder: Sendable, Equatable {
  /// The folder that contains the replaced files: absolute and without links.
  package let root: FilePath
  /// The number among the root's backups. Newer ones have higher numbers.
  package let number: Int

  private static let prefix = ".stickerpack-backup-"
  private static let mostDigits = 9
  static let ignoreName: FilePath = ".gitignore"
  static let recordName: FilePath = ".record.jsonl"

  package var name: FilePath { FilePath(Self.prefix + String(number)) }
  package var path: FilePath { root.appending(name) }

  /// The time when the folder was created, in seconds since 1970; nil if that is not known. Its `.gitignore` is never
  /// changed.
  package var created: Int64? {
    FileStatus(of: path.appending(Self.ignoreName), followingLinks: false)
      .map { $0.modified / 1_000_000_000 }
  }

  /// Returns where originals of a file or folder are kept: Xcode may copy what is inside of a catalog, so
  /// those are kept beside it. Nil if there is nothing at the path.
  package static func root(for path: FilePath) -> FilePath? {
    path.resolved.map { path in
      path.isFolder && !["xcassets", "xcstickers"].contains(path.fileExtension) ? path : path.parent
    }
  }

  /// Returns the backups in a folder, the newest first.
  package static func all(in root: FilePath) throws(FileError) -> [BackupFolder] {
    try FolderListing.names(in: root).compactMap { name in
      guard name.string.hasPrefix(prefix) else { return nil }
      let digits = name.string.dropFirst(prefix.count)
      guard digits.count <= mostDigits, let number = Int(digits) else { return nil }
      let backup = BackupFolder(root: root, number: number)
      // Not ".stickerpack-backup-01", and no link to a folder elsewhere.
      guard backup.name == name,
        FileStatus(of: backup.path, followingLinks: false)?.kind == .folder
      else { return nil }
      return backup
    }.sorted { $0.number > $1.number }
  }

  /// Removes what killed processes left: drafts in the backups of a folder, results beside the originals that they
  /// replace, and backups without an original.
  package static func recover(in root: FilePath) {
    for backup in (try? all(in: root)) ?? [] {
      FileDraft.removeLeft(in: backup.path)
      backup.restoreUnfinished()
      backup.remove()
    }
  }

  /// Creates a folder with a number above those of all others.
  static func create(in root: FilePath) throws -> BackupFolder {
    var number = try all(in: root).first?.number ?? 0
    while true {
      number += 1
      let backup = BackupFolder(root: root, number: number)
      let code = backup.path.makeFolder()
      // Another process may create one at the same time.
      if code != 0, FileStatus(of: backup.path, followingLinks: false) != nil { continue }
      guard code == 0 else { throw ReplacementError.failed(SystemError.reason(code)) }
      do {
        try backup.prepare()
      } catch {
        backup.remove()
        throw error
      }
      return backup
    }
  }

  private func prepare() throws(ReplacementError) {
    var code = path.appending(Self.ignoreName).create(Array("*\n".utf8))
    if code == 0 { code = path.appending(Self.recordName).append(BackupRecord.header) }
    guard code == 0 else { throw .failed(SystemError.reason(code)) }
  }

  private static let ownNames = [recordName, ignoreName]

  /// Whether nothing but its own files is in the folder.
  var isEmpty: Bool {
    (try? FolderListing.names(in: path)).map { Set($0).isSubset(of: Self.ownNames) } ?? false
  }

  /// Removes the folder if nothing but its own files is left in it.
  ///
  /// - Returns: whether it was removed.
  @discardableResult
  func remove() -> Bool {
    guard isEmpty else { return false }
    for name in Self.ownNames { path.appending(name).remove() }
    return path.removeFolder() == 0
  }

  /// Whether there is anything at the place where a file is kept.
  func keeps(_ relative: FilePath) -> Bool {
    FileStatus(of: path.appending(relative), followingLinks: false) != nil
  }

  /// Keeps a file under its path below the root.
  func keep(_ relative: FilePath) throws(ReplacementError) {
    let (original, kept) = (root.appending(relative), path.appending(relative))
    let code = kept.parent.makeFolders()
    guard code == 0 else { throw .failed(SystemError.reason(code)) }
    // A second name keeps the original as it is, and costs nothing.
    guard original.link(to: kept) != 0 else { return }
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(ofFileAt: original) } catch { throw .failed("\(error)") }
    try FileDraft(bytes, for: kept, in: path, like: original).commit()
    kept.copyTimes(of: original)
  }

  /// Removes originals that are no longer needed, and the folders that they leave empty.
  func discard(_ paths: [FilePath]) {
    var folders: Set<FilePath> = []
    for path in paths where path.canBeKept {
      if isOwn(path, in: self.path) { self.path.appending(path).remove() }
      var folder = path.parent
      while folder != .currentFolder {
        folders.insert(folder)
        folder = folder.parent
      }
    }
    for folder in folders.sorted(by: >) {
      let path = self.path.appending(folder)
      if path.resolved == path { path.removeFolder() }
    }
  }

  /// Whether a relative path names a regular file in a folder, without links and hidden folders.
  func isOwn(_ path: FilePath, in folder: FilePath) -> Bool {
    guard path.canBeKept else { return false }
    let file = folder.appending(path)
    return file.parent.resolved == file.parent
      && FileStatus(of: file, followingLinks: false)?.kind == .file
  }
}
