internal import Basics
internal import CFolderSwap
internal import StickerPacks
internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

/// The exchange of the old folder for the draft; ``Replacement`` explains the steps.
extension OutputFolder {
  /// Moves the draft to its final path, then its archive, and removes the old files, except for
  /// the user's. Discard the draft if this fails.
  package func commit() throws(OutputError) {
    try Self.locking(path) { () throws(OutputError) in
      let contents = try OutputContents(of: path, after: contents)
      try contents.checkChanges(at: path, areReplaced: replacesChanges)
      let replacement = try Replacement(by: draft, of: path, with: contents)
      let old = try exchange(replacement)
      // No system replaces both atomically. For a moment the archive is still the old one.
      let archiveCode = draft.archive.exists ? draft.archive.rename(to: archive) : 0
      let isFinished = replacement.finish(old, replacedAt: path, after: contents)
      let kept = isFinished ? nil : Self.setAside(old, of: path)
      guard archiveCode == 0 else {
        throw .archiveNotReplaced(
          folder: path.string, archive: archive.string, reason: SystemError.reason(archiveCode))
      }
      if let kept { throw .editsKept(folder: path.string, at: kept.string) }
    }
    draft.discard()
  }

  /// Writes the record and exchanges the draft and the final path. Returns the path of the old folder, if
  /// there is one. If this fails, nothing is exchanged.
  private func exchange(_ replacement: Replacement) throws(OutputError) -> FilePath {
    let written = FileStream.write(replacement.record, to: draft.lock)
    guard written == 0 else { throw withoutRecord(written) }
    // A rename cannot replace a folder that is not empty. Swapping the two is atomic.
    guard draft.path.rename(to: path) != 0 else { return draft.path }
    let code = draft.path.swap(with: path)
    switch code {
    case 0: return draft.path
    case EINVAL, ENOTSUP, ENOSYS: return try exchangeInTwoSteps()
    default: throw withoutRecord(code)
    }
  }

  /// For file systems that cannot swap. If a build is killed between the steps, the next one restores
  /// the old folder.
  private func exchangeInTwoSteps() throws(OutputError) -> FilePath {
    func check(_ code: Int32) throws(OutputError) {
      guard code == 0 else { throw withoutRecord(code) }
    }
    let aside = draft.path.with(Draft.asideEnding)
    try check(path.rename(to: aside))
    let code = draft.path.rename(to: path)
    if code != 0 { aside.rename(to: path) }
    try check(code)
    return aside
  }

  /// Removes the record, because nothing is exchanged. Returns the error.
  private func withoutRecord(_ code: Int32) -> OutputError {
    _ = SystemCall.truncate.run { ftruncate(draft.lock, 0) }
    return .unwritable(action: "replace \(path)", reason: SystemError.reason(code))
  }

  /// Gives the rest of an old folder a visible name. Returns its path.
  private static func setAside(_ old: FilePath, of path: FilePath) -> FilePath {
    let place = path.with(".kept-" + UUID().uuidString.prefix(8))
    return old.rename(to: place) == 0 ? place : old
  }

  /// Ends or undoes what killed builds of `path` began.
  static func recover(_ path: FilePath) throws(OutputError) {
    var kept: FilePath?
    for draft in Draft.abandoned(for: path) {
      let record = (try? FileStream.bytes(from: draft.lock, limit: .max)).flatMap {
        Replacement(record: $0)
      }
      kept = recover(draft.path, of: path, record) ?? kept
      draft.release()
    }
    if let kept { throw .editsKept(folder: path.string, at: kept.string) }
  }

  /// Ends an exchange of folders, or undoes what came before it. Returns the path of what was set aside.
  private static func recover(
    _ draft: FilePath, of path: FilePath, _ record: Replacement?
  ) -> FilePath? {
    let isExchanged = record != nil && draft.identity != record?.draft
    let aside = draft.with(Draft.asideEnding)
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
      Draft.remove(draft, nil)
    }
    return kept
  }
}

extension FilePath {
  /// Exchanges what two paths name, in one step. Returns the error number, or 0.
  func swap(with other: FilePath) -> Int32 {
    var code: Int32 = 0
    let refusal = SystemCall.swap.run {
      code = unsafe withCString { path in unsafe other.withCString { unsafe cfs_swap(path, $0) } }
      return 0
    }
    return refusal == 0 ? code : refusal
  }
}
