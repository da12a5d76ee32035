internal import CFolderSwap

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
/// removes the draft.
struct OutputFolder: Sendable {
  /// The final path.
  let path: FilePath
  /// In the same parent folder as the final path, so that a rename can move it.
  private let draft: FilePath
  private let lock: Int32
  /// The final path of the archive.
  var archive: FilePath { Self.archive(of: path) }

  private static let lockEnding = ".lock"
  private static let asideEnding = ".old"
  private static let archiveEnding = ".zip"

  /// The path of the archive of the folder `path`.
  static func archive(of path: FilePath) -> FilePath { path.with(archiveEnding) }

  /// Begins a draft for `path` and creates missing parent folders.
  init(at path: FilePath) throws(BuildError) {
    let name = path.name
    guard !["", ".", ".."].contains(name) else {
      throw .invalidOutput(path: "\"\(path)\"", reason: "is not a valid path for a folder")
    }
    let prefix = ".\(name).draft-"
    Self.cleanUp(after: prefix, for: path)
    let draft = path.parent.appending(prefix + UUID().uuidString)
    try Self.attempt("create the folder \(path)") {
      try FileManager.default.createDirectory(
        atPath: path.parent.string, withIntermediateDirectories: true)
    }
    self.path = path
    self.draft = draft
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
    } catch {
      discard()
      throw error
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

  /// Moves the draft to its final path, then its archive, and removes what was there before. Discard
  /// the draft if this fails.
  func commit() throws(BuildError) {
    // A rename cannot replace a folder that is not empty. Swapping the two is atomic.
    if draft.rename(to: path) != 0 {
      let code = unsafe draft.withCString { draft in
        unsafe path.withCString { unsafe cfs_swap(draft, $0) }
      }
      switch code {
      case 0: break
      case EINVAL, ENOTSUP, ENOSYS: try replaceInTwoSteps()
      default: throw irreplaceable(code)
      }
    }
    // No system replaces both atomically. For a moment the archive is still the old one.
    let draftArchive = draft.with(Self.archiveEnding)
    if draftArchive.exists {
      let code = draftArchive.rename(to: archive)
      guard code == 0 else {
        throw .archiveNotReplaced(
          folder: path.string, archive: archive.string, reason: SystemError.reason(code))
      }
    }
    discard()
  }

  /// For file systems that cannot swap. If a build is killed between the steps, the next one restores
  /// the old folder.
  private func replaceInTwoSteps() throws(BuildError) {
    func check(_ code: Int32) throws(BuildError) {
      guard code == 0 else { throw irreplaceable(code) }
    }
    let aside = draft.with(Self.asideEnding)
    try check(path.rename(to: aside))
    let code = draft.rename(to: path)
    if code != 0 { aside.rename(to: path) }
    try check(code)
    try? FileManager.default.removeItem(atPath: aside.string)
  }

  /// Removes the draft after a failure, or the old folder after a swap.
  func discard() {
    try? FileManager.default.removeItem(atPath: draft.string)
    draft.with(Self.archiveEnding).remove()
    draft.with(Self.lockEnding).remove()
    close(lock)
  }

  /// Removes the drafts of killed builds, whose locks are free.
  private static func cleanUp(after prefix: String, for path: FilePath) {
    let names = ((try? FolderListing.names(in: path.parent)) ?? []).map(\.string)
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(lockEnding) {
      let draft = path.parent.appending(String(name.dropLast(lockEnding.count)))
      let lock = unsafe draft.with(lockEnding).withCString {
        unsafe open($0, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      }
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 {
        let aside = draft.with(asideEnding)
        // A rename cannot replace a folder that is not empty, so an existing bundle stays.
        aside.rename(to: path)
        try? FileManager.default.removeItem(atPath: aside.string)
        try? FileManager.default.removeItem(atPath: draft.string)
        draft.with(archiveEnding).remove()
        draft.with(lockEnding).remove()
      }
      close(lock)
    }
  }

  private func irreplaceable(_ code: Int32) -> BuildError {
    .unwritable(action: "replace \(path)", reason: SystemError.reason(code))
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
  fileprivate func with(_ ending: String) -> FilePath {
    FilePath(bytes: bytes + Array(ending.utf8))
  }
}
