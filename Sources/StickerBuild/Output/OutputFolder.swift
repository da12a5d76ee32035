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

/// A folder that is written beside its place and put there whole, or not at all.
///
/// The draft for `out` is `.out.draft-X`, and `.out.draft-X.zip` that of its archive. A locked file `.out.draft-X.lock` shows other builds that
/// somebody is writing it; when that build was killed the lock is free, and the next one cleans up.
struct OutputFolder: Sendable {
  /// Where it will stand.
  let path: String
  /// Where it is written: beside its place, so that a rename can put it there.
  private let draft: String
  private let lock: Int32
  /// Where its archive will stand.
  var archive: String { Self.archive(of: path) }

  private static let lockEnding = ".lock"
  private static let asideEnding = ".old"
  private static let archiveEnding = ".zip"

  /// The archive's place beside the folder `path`.
  static func archive(of path: String) -> String { trimmed(path) + archiveEnding }

  private static func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Begins a draft for `path`, whose parent folders are made.
  init(at path: String) throws(BuildFailure) {
    let trimmed = Self.trimmed(path)
    // By scalars: as characters, a slash and an accent that begins a name would be one.
    let parts = trimmed.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0) }
    let name = parts.last ?? ""
    guard !["", ".", ".."].contains(name) else {
      throw BuildFailure("\"\(path)\" names no folder that could be made", isUsage: true)
    }
    let parent = parts.dropLast().map { $0 + "/" }.joined()
    let prefix = ".\(name).draft-"
    Self.cleanUp(after: prefix, in: parent.isEmpty ? "./" : parent, for: trimmed)
    let draft = parent + prefix + UUID().uuidString
    try Self.attempt("make the folder \(trimmed)") {
      if !parent.isEmpty {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      }
    }
    self.path = trimmed
    self.draft = draft
    lock = unsafe open(draft + Self.lockEnding, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // Another build that starts now may hold the lock for a moment, to see whether anybody else does.
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw BuildFailure("cannot make the folder \(trimmed): \(SystemError.reason(errno))")
    }
    do throws(BuildFailure) {
      try Self.attempt("make the folder \(trimmed)") {
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Writes a file of the draft and makes its folders. No name leads out of the draft.
  func write(_ bytes: [UInt8], to name: String) throws(BuildFailure) {
    let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains(String($0)) || $0.contains("\0") })
    else { throw BuildFailure("\"\(name)\" cannot be the name of a file", isUsage: true) }
    let target = draft + "/" + name
    try Self.attempt("write \(name)") {
      try FileManager.default.createDirectory(
        atPath: String(
          target[..<(target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.endIndex)]),
        withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: target))
    }
  }

  /// All files of the draft, sorted by the bytes of their names.
  ///
  /// - Parameter jobs: how many are read at once, 1 or more.
  func files(jobs: Int) async throws(BuildFailure) -> [Manifest.File] {
    let contents = BundleContents(of: FilePath(draft))
    let digests = await contents.files.concurrentMap(jobs: jobs, progress: { _, _ in }) {
      [draft] name in
      do throws(FileError) {
        let digest = try FileReading.digest(ofFileAt: FilePath(draft).appending(name))
        return Result<_, BuildFailure>.success(
          Manifest.File(file: name, bytes: digest.bytes, sha256: digest.sha256))
      } catch {
        return .failure(BuildFailure("cannot read \(name) again: \(error)"))
      }
    }
    var files: [Manifest.File] = []
    for digest in digests { files.append(try digest.get()) }
    return files
  }

  /// Writes an archive of the draft, to be put beside the folder.
  func writeArchive() throws(BuildFailure) {
    do throws(BundleFailure) {
      try ArchiveFile.write(
        to: FilePath(draft + Self.archiveEnding), of: FilePath(draft), as: archive)
    } catch {
      throw BuildFailure(error.description, isUsage: error.isUsage)
    }
  }

  /// Puts the draft in its place, then its archive, and removes what stood there. Discard it when this
  /// fails.
  func commit() throws(BuildFailure) {
    // A folder with content is in the way of a rename. Then both change places in one step, so that
    // at no moment there is none.
    if unsafe rename(draft, path) != 0 {
      switch unsafe cfs_swap(draft, path) {
      case 0: break
      case EINVAL, ENOTSUP, ENOSYS: try replaceInTwoSteps()
      case let code: throw BuildFailure("cannot replace \(path): \(SystemError.reason(code))")
      }
    }
    // No system puts two things in place in one step. Between the two the archive is the old one.
    let hasArchive = FilePath(draft + Self.archiveEnding).exists
    if hasArchive, unsafe rename(draft + Self.archiveEnding, archive) != 0 {
      throw BuildFailure(
        "\(path) was built, but cannot replace \(archive): \(SystemError.reason(errno))")
    }
    discard()
  }

  /// For file systems that cannot swap. A build killed between the steps is mended by the next.
  private func replaceInTwoSteps() throws(BuildFailure) {
    let aside = draft + Self.asideEnding
    guard unsafe rename(path, aside) == 0 else {
      throw BuildFailure("cannot replace \(path): \(SystemError.reason(errno))")
    }
    guard unsafe rename(draft, path) == 0 else {
      let code = errno
      unsafe rename(aside, path)
      throw BuildFailure("cannot replace \(path): \(SystemError.reason(code))")
    }
    try? FileManager.default.removeItem(atPath: aside)
  }

  /// Removes what is left of the draft: all of it after a failure, the old folder after a swap.
  func discard() {
    try? FileManager.default.removeItem(atPath: draft)
    unsafe unlink(draft + Self.archiveEnding)
    unsafe unlink(draft + Self.lockEnding)
    close(lock)
  }

  /// Cleans up after builds that were killed: nobody holds their locks any more.
  private static func cleanUp(after prefix: String, in parent: String, for path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(lockEnding) {
      let draft = parent + name.dropLast(lockEnding.count)
      let lock = unsafe open(draft + lockEnding, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 {
        // Renaming over a folder with content fails, so a bundle that is there stays.
        unsafe rename(draft + asideEnding, path)
        try? FileManager.default.removeItem(atPath: draft + asideEnding)
        try? FileManager.default.removeItem(atPath: draft)
        unsafe unlink(draft + archiveEnding)
        unsafe unlink(draft + lockEnding)
      }
      close(lock)
    }
  }

  private static func attempt(_ what: String, _ work: () throws -> Void) throws(BuildFailure) {
    do {
      try work()
    } catch {
      throw BuildFailure("cannot \(what): \(SystemError.reason(error))")
    }
  }
}
