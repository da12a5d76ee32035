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
  let path: String
  /// In the same parent folder as the final path, so that a rename can move it.
  private let draft: String
  private let lock: Int32
  /// The final path of the archive.
  var archive: String { Self.archive(of: path) }

  private static let lockEnding = ".lock"
  private static let asideEnding = ".old"
  private static let archiveEnding = ".zip"

  /// The path of the archive of the folder `path`.
  static func archive(of path: String) -> String { trimmed(path) + archiveEnding }

  private static func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Begins a draft for `path` and creates missing parent folders.
  init(at path: String) throws(BuildError) {
    let trimmed = Self.trimmed(path)
    // By scalars: a slash and a combining accent at the start of a name are one character.
    let parts = trimmed.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0) }
    let name = parts.last ?? ""
    guard !["", ".", ".."].contains(name) else {
      throw .invalidOutput(path: "\"\(path)\"", reason: "is not a valid path for a folder")
    }
    let parent = parts.dropLast().map { $0 + "/" }.joined()
    let prefix = ".\(name).draft-"
    Self.cleanUp(after: prefix, in: parent.isEmpty ? "./" : parent, for: trimmed)
    let draft = parent + prefix + UUID().uuidString
    try Self.attempt("create the folder \(trimmed)") {
      if !parent.isEmpty {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      }
    }
    self.path = trimmed
    self.draft = draft
    lock = unsafe open(draft + Self.lockEnding, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // Waits, because another build that starts now may hold the lock briefly to test it.
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw .unwritable(
        action: "create the folder \(trimmed)", reason: SystemError.reason(errno))
    }
    do throws(BuildError) {
      try Self.attempt("create the folder \(trimmed)") {
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Writes a file of the draft and creates its folders. Rejects names that lead out of the draft.
  ///
  /// - Returns: the file's entry in a manifest.
  func write(_ file: HashedBytes, to name: String) throws(BuildError) -> Manifest.File {
    let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains(String($0)) || $0.contains("\0") })
    else { throw .invalidOutput(path: "\"\(name)\"", reason: "is not a valid name for a file") }
    let target = draft + "/" + name
    try Self.attempt("write \(name)") {
      try FileManager.default.createDirectory(
        atPath: String(
          target[..<(target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.endIndex)]),
        withIntermediateDirectories: true)
      try Data(file.bytes).write(to: URL(filePath: target))
    }
    return Manifest.File(file: name, bytes: file.bytes.count, sha256: file.sha256)
  }

  /// Writes a file that is not hashed yet.
  func write(_ bytes: [UInt8], to name: String) throws(BuildError) -> Manifest.File {
    try write(HashedBytes(bytes), to: name)
  }

  /// Writes an archive of the draft.
  func writeArchive() throws(BuildError) {
    do throws(BundleError) {
      try ArchiveWriter.write(to: draft + Self.archiveEnding, of: draft, as: archive)
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
    if unsafe rename(draft, path) != 0 {
      switch unsafe cfs_swap(draft, path) {
      case 0: break
      case EINVAL, ENOTSUP, ENOSYS: try replaceInTwoSteps()
      case let code: throw Self.irreplaceable(path, code)
      }
    }
    // No system replaces both atomically. For a moment the archive is still the old one.
    let hasArchive = FileReading.exists(draft + Self.archiveEnding)
    if hasArchive, unsafe rename(draft + Self.archiveEnding, archive) != 0 {
      throw .archiveNotReplaced(
        folder: path, archive: archive, reason: SystemError.reason(errno))
    }
    discard()
  }

  /// For file systems that cannot swap. If a build is killed between the steps, the next one restores
  /// the old folder.
  private func replaceInTwoSteps() throws(BuildError) {
    let aside = draft + Self.asideEnding
    guard unsafe rename(path, aside) == 0 else {
      throw Self.irreplaceable(path, errno)
    }
    guard unsafe rename(draft, path) == 0 else {
      let code = errno
      unsafe rename(aside, path)
      throw Self.irreplaceable(path, code)
    }
    try? FileManager.default.removeItem(atPath: aside)
  }

  /// Removes the draft after a failure, or the old folder after a swap.
  func discard() {
    try? FileManager.default.removeItem(atPath: draft)
    unsafe unlink(draft + Self.archiveEnding)
    unsafe unlink(draft + Self.lockEnding)
    close(lock)
  }

  /// Removes the drafts of killed builds, whose locks are free.
  private static func cleanUp(after prefix: String, in parent: String, for path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(lockEnding) {
      let draft = parent + name.dropLast(lockEnding.count)
      let lock = unsafe open(draft + lockEnding, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 {
        // A rename cannot replace a folder that is not empty, so an existing bundle stays.
        unsafe rename(draft + asideEnding, path)
        try? FileManager.default.removeItem(atPath: draft + asideEnding)
        try? FileManager.default.removeItem(atPath: draft)
        unsafe unlink(draft + archiveEnding)
        unsafe unlink(draft + lockEnding)
      }
      close(lock)
    }
  }

  private static func irreplaceable(_ path: String, _ code: Int32) -> BuildError {
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
