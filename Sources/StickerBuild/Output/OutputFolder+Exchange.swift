internal import Basics
internal import CFolderSwap
internal import StickerPacks

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

/// How a draft takes the place of the old folder; ``Replacement`` explains the steps.
extension OutputFolder {
  /// Moves the draft to its final path, then its archive, and removes what was there before, except for
  /// the user's files. Discard the draft if this fails.
  func commit() throws(BuildError) {
    let contents = try OutputContents(of: path, after: contents)
    try contents.checkChanges(at: path, areReplaced: replacesChanges)
    var replacement = Replacement(by: draftIdentity)
    try replacement.prepare(draft, for: path, with: contents)
    let code = FileStream.write(replacement.record, to: lock)
    guard code == 0 else { throw irreplaceable(code) }
    let old = try exchange()
    // No system replaces both atomically. For a moment the archive is still the old one.
    let draftArchive = draft.with(Self.archiveEnding)
    let archiveCode = draftArchive.exists ? draftArchive.rename(to: archive) : 0
    let isFinished = replacement.finish(old, replacedAt: path, after: contents)
    let kept = isFinished ? nil : Self.setAside(old, of: path)
    guard archiveCode == 0 else {
      throw .archiveNotReplaced(
        folder: path.string, archive: archive.string, reason: SystemError.reason(archiveCode))
    }
    if let kept { throw .editsKept(folder: path.string, at: kept.string) }
    discard()
  }

  /// Moves the draft to the final path. Returns the path of the old folder, if there is one.
  private func exchange() throws(BuildError) -> FilePath {
    // A rename cannot replace a folder that is not empty. Swapping the two is atomic.
    guard draft.rename(to: path) != 0 else { return draft }
    let code = unsafe draft.withCString { draft in
      unsafe path.withCString { unsafe cfs_swap(draft, $0) }
    }
    switch code {
    case 0: return draft
    case EINVAL, ENOTSUP, ENOSYS: return try exchangeInTwoSteps()
    default: throw irreplaceable(code)
    }
  }

  /// For file systems that cannot swap. If a build is killed between the steps, the next one restores
  /// the old folder.
  private func exchangeInTwoSteps() throws(BuildError) -> FilePath {
    func check(_ code: Int32) throws(BuildError) {
      guard code == 0 else { throw irreplaceable(code) }
    }
    let aside = draft.with(Self.asideEnding)
    try check(path.rename(to: aside))
    let code = draft.rename(to: path)
    if code != 0 { aside.rename(to: path) }
    try check(code)
    return aside
  }

  private func irreplaceable(_ code: Int32) -> BuildError {
    .unwritable(action: "replace \(path)", reason: SystemError.reason(code))
  }

  /// Gives the rest of an old folder a name that people see. Returns its path.
  private static func setAside(_ old: FilePath, of path: FilePath) -> FilePath {
    let kept = path.with(".kept-" + UUID().uuidString.prefix(8))
    return old.rename(to: kept) == 0 ? kept : old
  }

  /// Ends or undoes what killed builds began. Their locks are free.
  static func recover(draftsNamed prefix: String, of path: FilePath) throws(BuildError) {
    var kept: FilePath?
    let names = ((try? FolderListing.names(in: path.parent)) ?? []).map(\.string)
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(lockEnding) {
      let draft = path.parent.appending(String(name.dropLast(lockEnding.count)))
      let lock = unsafe draft.with(lockEnding).withCString {
        unsafe open($0, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      }
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 {
        kept = recover(draft, of: path, record: readRecord(from: lock)) ?? kept
        draft.with(archiveEnding).remove()
        draft.with(lockEnding).remove()
      }
      close(lock)
    }
    if let kept { throw .editsKept(folder: path.string, at: kept.string) }
  }

  private static func readRecord(from lock: Int32) -> Replacement? {
    (try? FileStream.bytes(from: lock, limit: .max)).flatMap { Replacement(record: $0) }
  }

  /// Ends or undoes what one killed build began. Returns the path of what was set aside.
  private static func recover(
    _ draft: FilePath, of path: FilePath, record: Replacement?
  ) -> FilePath? {
    let isExchanged = record != nil && draft.identity != record?.draft
    let aside = draft.with(asideEnding)
    var kept: FilePath?
    func finish(_ old: FilePath, _ replacement: Replacement?) {
      guard let replacement, FileStatus(of: old, followingLinks: false)?.kind == .folder else {
        return
      }
      if !replacement.finish(old, replacedAt: path) { kept = setAside(old, of: path) }
    }
    // A rename cannot replace a folder that is not empty, so an existing bundle stays. Before the draft is
    // removed, because that it is there tells that the old folder still is the only one with all files.
    if !aside.isLink, aside.rename(to: path) != 0 {
      finish(aside, isExchanged ? record : record.map { Replacement(by: $0.draft) })
    }
    if isExchanged {
      finish(draft, record)
    } else {
      removeDraft(draft, nil)
    }
    return kept
  }
}
