#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import StickerBundles
internal import StickerManifest
internal import Basics
internal import StickerPacks

/// A folder that is written as a draft next to its place and then moved there as a whole.
///
/// The draft of `out` is `.out.draft-X`, that of its archive `.out.draft-X.zip`. The build that writes it
/// holds a lock on `.out.draft-X.lock`. If a build is killed, its lock is released and the next build
/// ends or undoes what it began. ``Replacement`` says how the user's files survive that.
struct OutputFolder: Sendable {
  /// The final path.
  let path: FilePath
  /// What was at the final path when the build began.
  let contents: OutputContents
  let replacesChanges: Bool
  /// In the same parent folder as the final path, so that a rename can move it.
  let draft: FilePath
  let draftIdentity: FileIdentity
  let lock: Int32
  /// The final path of the archive.
  var archive: FilePath { Self.archive(of: path) }

  static let lockEnding = ".lock"
  static let asideEnding = ".old"
  static let archiveEnding = ".zip"

  /// The path of the archive of the folder `path`.
  static func archive(of path: FilePath) -> FilePath { path.with(archiveEnding) }

  /// Begins a draft for `path` and creates missing parent folders.
  ///
  /// - Parameter replacesChanges: whether files of an old bundle are replaced that were changed.
  init(at path: FilePath, replacesChanges: Bool, archives: Bool) throws(BuildError) {
    let name = path.name
    guard !["", ".", ".."].contains(name) else {
      throw .invalidOutput(path: "\"\(path)\"", reason: "is not a valid path for a folder")
    }
    self.path = path
    self.replacesChanges = replacesChanges
    try OutputContents.checkPlace(path)
    let prefix = ".\(name).draft-"
    // First, because it restores a bundle that a killed build had moved aside.
    try Self.recover(draftsNamed: prefix, of: path)
    contents = try OutputContents(ofReplaceable: path)
    try contents.checkChanges(at: path, areReplaced: replacesChanges)
    if archives { try Self.checkArchiveMayBeReplaced(Self.archive(of: path)) }
    let draft = path.parent.appending(prefix + UUID().uuidString)
    self.draft = draft
    try Self.attempt("create the folder \(path)") {
      try FileManager.default.createDirectory(
        atPath: path.parent.string, withIntermediateDirectories: true)
    }
    lock = unsafe draft.with(Self.lockEnding).withCString {
      unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    // Waits, because another build that starts now may hold the lock briefly to test it.
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw .unwritable(action: "create the folder \(path)", reason: SystemError.reason(errno))
    }
    do throws(BuildError) {
      try Self.attempt("create the folder \(path)") {
        try FileManager.default.createDirectory(
          atPath: draft.string, withIntermediateDirectories: false)
      }
      guard let identity = draft.identity else {
        throw .unwritable(action: "create the folder \(path)", reason: "it was removed meanwhile")
      }
      draftIdentity = identity
    } catch {
      draft.removeFolder()
      draft.with(Self.lockEnding).remove()
      close(lock)
      throw error
    }
  }

  /// Refuses to replace anything but an archive that this tool built.
  private static func checkArchiveMayBeReplaced(_ path: FilePath) throws(BuildError) {
    guard !path.isLink else {
      throw .invalidOutput(
        path: path.string, reason: "is a symbolic link; remove it or choose another folder")
    }
    guard !path.exists || ArchiveReader.isBundle(at: path) else {
      throw .invalidOutput(
        path: path.string,
        reason: "is not an archive that stickerpack wrote; choose another folder or remove it")
    }
  }

  /// Writes a file of the draft and creates its folders. Rejects names that lead out of the draft.
  ///
  /// - Returns: the file's entry in a manifest.
  func write(_ file: HashedBytes, to name: FilePath) throws(BuildError) -> Manifest.File {
    guard name.staysInFolder else {
      throw .invalidOutput(path: "\"\(name)\"", reason: "is not a valid name for a file")
    }
    let target = draft.appending(name)
    try Self.attempt("write \(name)") {
      try FileManager.default.createDirectory(
        atPath: target.parent.string, withIntermediateDirectories: true)
      try Data(file.bytes).write(to: URL(filePath: target.string))
    }
    return Manifest.File(file: name.string, bytes: file.bytes.count, sha256: file.sha256)
  }

  /// Writes a file that is not hashed yet.
  func write(_ bytes: [UInt8], to name: FilePath) throws(BuildError) -> Manifest.File {
    try write(HashedBytes(bytes), to: name)
  }

  /// Writes an archive of the draft.
  func writeArchive() throws(BuildError) {
    do throws(BundleError) {
      try ArchiveWriter.write(to: draft.with(Self.archiveEnding), of: draft, as: archive)
    } catch .archiveTooLarge(let path, let overflow) {
      throw .archiveTooLarge(
        reason: BundleError.archiveTooLarge(path: path, overflow).description)
    } catch .unwritable(let path, let reason) {
      throw .unwritable(action: "write \(path)", reason: reason)
    } catch .unreadable(let path, let error) {
      throw .unwritable(action: "read \(path)", reason: "\(error)")
    } catch .cancelled {
      throw .cancelled
    } catch {
      throw .unwritable(action: "write \(archive)", reason: error.description)
    }
  }

  /// Removes the draft, unless it has become the bundle, and its archive. Releases the lock.
  func discard() {
    Self.removeDraft(draft, draftIdentity)
    draft.with(Self.archiveEnding).remove()
    draft.with(Self.lockEnding).remove()
    close(lock)
  }

  /// Removes a draft with what it shares with the bundle, which keeps its own names for that.
  ///
  /// - Parameter identity: the draft's folder; nil if the folder cannot be another one.
  static func removeDraft(_ draft: FilePath, _ identity: FileIdentity?) {
    guard let status = FileStatus(of: draft, followingLinks: false),
      identity == nil || identity == status.identity
    else { return }
    guard status.kind == .folder else { return _ = draft.remove() }
    if let entries = try? FolderTree.entries(of: draft) { FolderTree.remove(entries, of: draft) }
  }

  private static func attempt(_ what: String, _ work: () throws -> Void) throws(BuildError) {
    do {
      try work()
    } catch {
      throw .unwritable(action: what, reason: SystemError.reason(error))
    }
  }
}

extension FilePath {
  /// The path of an entry in the same folder whose name has `ending` appended.
  func with(_ ending: String) -> FilePath {
    FilePath(bytes: bytes + Array(ending.utf8))
  }
}
