package import Basics
package import StickerManifest
internal import StickerPacks
internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

/// A folder that is written as a ``Draft`` and then moved to its place.
///
/// If a build is killed, the next one ends or undoes what it began. ``Replacement`` says how the user's
/// files survive that.
package struct OutputFolder: Sendable {
  /// The final path.
  let path: FilePath
  /// The contents of the final path when the build began.
  package let contents: OutputContents
  let replacesChanges: Bool
  let draft: Draft
  /// The final path of the archive.
  var archive: FilePath { Self.archive(of: path) }

  /// The path of the archive of the folder `path`.
  package static func archive(of path: FilePath) -> FilePath { path.with(".zip") }

  /// Begins a draft for `path` and creates missing parent folders.
  ///
  /// - Parameter replacesChanges: whether files of an old bundle are replaced that were changed.
  package init(
    at path: FilePath, replacesChanges: Bool, archives: Bool
  ) throws(OutputError) {
    let name = path.name
    guard !["", ".", ".."].contains(name) else {
      throw .invalid(path: "\"\(path)\"", reason: "is not a valid path for a folder")
    }
    self.path = path
    self.replacesChanges = replacesChanges
    try OutputContents.checkPlace(path)
    contents = try Self.locking(path) { () throws(OutputError) in
      // First, because it restores a bundle that a killed build had moved aside.
      try Self.recover(path)
      return try OutputContents(ofReplaceable: path)
    }
    try contents.checkChanges(at: path, areReplaced: replacesChanges)
    if archives { try Self.checkArchiveMayBeReplaced(Self.archive(of: path)) }
    draft = try Draft(for: path)
  }

  /// Runs `body` while no other build exchanges entries of the folder `path`. File systems that lock no
  /// folders, such as NFS, do not guarantee that.
  static func locking<Result>(
    _ path: FilePath, _ body: () throws(OutputError) -> Result
  ) throws(OutputError) -> Result {
    let lock = unsafe path.withCString {
      unsafe open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    }
    if lock >= 0 { flock(lock, LOCK_EX) }
    defer { if lock >= 0 { LockedFile.release(lock) } }
    return try body()
  }

  /// Refuses to replace anything but an archive that this tool built.
  private static func checkArchiveMayBeReplaced(_ path: FilePath) throws(OutputError) {
    guard !path.isLink else {
      throw .invalid(
        path: path.string, reason: "is a symbolic link; remove it or choose another folder")
    }
    guard !path.exists || ArchiveReader.isBundle(at: path) else {
      throw .invalid(
        path: path.string,
        reason: "is not an archive that stickerpack wrote; choose another folder or remove it")
    }
  }

  /// Removes the draft, unless it has become the folder.
  package func discard() { draft.discard() }

  /// Writes a file of the draft and creates its folders. Rejects names that lead out of the draft, and the name
  /// of another file.
  ///
  /// - Returns: the file's entry in a manifest.
  package func write(_ file: HashedBytes, to name: FilePath) throws(OutputError) -> Manifest.File {
    try make(name) { $0.create(file.bytes) }
    return Manifest.File(file: name.string, bytes: file.bytes.count, sha256: file.sha256)
  }

  /// Gives a file of the draft another name, as `write` does.
  package func move(_ file: FilePath, to name: FilePath) throws(OutputError) {
    try make(name) { target in
      FileStatus(of: target, followingLinks: false) == nil
        ? draft.path.appending(file).rename(to: target) : EEXIST
    }
  }

  /// Removes a folder of the draft with all files if there is one.
  package func remove(_ folder: FilePath) { Draft.remove(draft.path.appending(folder), nil) }

  private func make(_ name: FilePath, _ body: (FilePath) -> Int32) throws(OutputError) {
    guard name.staysInFolder else {
      throw .invalid(path: "\"\(name)\"", reason: "is not a valid name for a file")
    }
    let target = draft.path.appending(name)
    var code = target.parent.makeFolders()
    if code == 0 { code = body(target) }
    guard code == 0 else {
      throw .unwritable(action: "write \(name)", reason: SystemError.reason(code))
    }
  }

  /// Writes a file that is not hashed yet.
  package func write(_ bytes: [UInt8], to name: FilePath) throws(OutputError) -> Manifest.File {
    try write(HashedBytes(bytes), to: name)
  }

  package func writeArchive() throws(OutputError) {
    try write(archiveOf: draft.path, to: draft.archive, as: archive)
  }

  /// Writes an archive of a folder of the draft, which must be outside of that folder.
  ///
  /// - Returns: the archive's entry in a manifest.
  package func writeArchive(
    of folder: FilePath, to name: FilePath
  ) throws(OutputError) -> Manifest.File {
    let path = draft.path.appending(name)
    try write(archiveOf: draft.path.appending(folder), to: path, as: name)
    do {
      let file = HashedBytes(try FileReading.bytes(ofFileAt: path))
      return Manifest.File(file: name.string, bytes: file.bytes.count, sha256: file.sha256)
    } catch {
      throw .unwritable(action: "read \(name)", reason: "\(error)")
    }
  }

  private func write(
    archiveOf folder: FilePath, to path: FilePath, as name: FilePath
  ) throws(OutputError) {
    do {
      try ArchiveWriter.write(to: path, of: folder, as: name)
    } catch {
      switch error {
      case .archiveTooLarge: throw .archiveTooLarge(reason: error.description)
      case .unwritable(let path, let reason):
        throw .unwritable(action: "write \(path)", reason: reason)
      case .unreadable(let path, let error):
        throw .unwritable(action: "read \(path)", reason: "\(error)")
      default: throw .unwritable(action: "write \(name)", reason: error.description)
      }
    }
  }
}
