internal import Basics
internal import StickerPacks
internal import SystemLibraries

/// The folder in which a bundle is written before it takes its place, and the lock of its build.
///
/// The draft of `out` is `.out.draft-X` beside it, so the two can be exchanged in one step. The draft of the
/// archive is `.out.draft-X.zip`. The build holds a lock on the draft's path with `.lock` appended;
/// it is released if the build is killed.
struct Draft: Sendable {
  /// The folder, on the file system of its place, so a rename can move it.
  let path: FilePath
  let identity: FileIdentity
  /// The open lock file.
  let lock: Int32
  let archive: FilePath

  static let lockEnding = ".lock"
  static let asideEnding = ".old"
  private static let archiveEnding = ".zip"

  /// Creates a draft for the folder `output`, and its missing parents. Refuses a folder that the draft cannot
  /// replace, such as a mount point.
  init(for output: FilePath) throws(OutputError) {
    guard output.isFolder else {
      let code = output.parent.makeFolders()
      guard code == 0 else {
        throw .unwritable(action: "create the folder \(output)", reason: SystemError.reason(code))
      }
      self = try Draft(beside: output)
      return
    }
    let inside = output.appending("Stickers")
    let irreplaceable = OutputError.invalid(
      path: output.string,
      reason:
        "cannot be replaced: it is a mount point, or another user owns it or the folder that it is in;"
        + " choose a new folder in it, such as \(inside)")
    do throws(OutputError) {
      self = try Draft(beside: output)
    } catch {
      // A full or read-only disk takes no draft anywhere.
      guard let draft = try? Draft(beside: inside) else { throw error }
      draft.discard()
      throw irreplaceable
    }
    guard canReplace(output) else { throw irreplaceable }
  }

  private init(beside output: FilePath) throws(OutputError) {
    func check(_ code: Int32) throws(OutputError) {
      guard code != 0 else { return }
      throw .unwritable(action: "create the folder \(output)", reason: SystemError.reason(code))
    }
    path = output.parent.appending(Self.prefix(beside: output) + UUID().uuidString)
    archive = path.with(Self.archiveEnding)
    let (lock, code) = LockedFile.create(path.with(Self.lockEnding), 0o600)
    try check(code)
    self.lock = lock
    do throws(OutputError) {
      try check(path.makeFolder(0o777))
      guard let identity = path.identity else {
        throw .unwritable(
          action: "create the folder \(output)", reason: "it was removed during the build")
      }
      self.identity = identity
    } catch {
      path.removeFolder()
      path.with(Self.lockEnding).remove()
      LockedFile.release(lock)
      throw error
    }
  }

  /// Whether the draft can take the place of `output`, with the same owner, group and permissions, which it
  /// gets. If not, the draft is removed.
  private func canReplace(_ output: FilePath) -> Bool {
    if path.copyAccess(of: output) {
      path.makeWritable()
      // A rename never replaces a folder that is not empty. For a mount point, or without the right to
      // move the folder, it fails for another reason.
      let entry = path.appending("entry")
      guard entry.makeFolder() == 0 else { return true }
      let code = output.rename(to: path)
      if entry.removeFolder() == 0, code == ENOTEMPTY || code == EEXIST { return true }
    }
    discard()
    return false
  }

  /// Removes the draft, unless it has become the bundle, and its archive. Releases the lock.
  func discard() {
    // If there is a record, the folder has what is left of the old one. The next build ends that.
    if FileStatus(ofDescriptor: lock)?.size == 0 || !path.exists {
      Self.remove(path, identity)
      archive.remove()
      path.with(Self.lockEnding).remove()
    }
    LockedFile.release(lock)
  }

  /// Removes a draft with what it shares with the bundle, which keeps its own names for that.
  ///
  /// - Parameter identity: the draft's folder; nil if the folder cannot be another one.
  static func remove(_ draft: FilePath, _ identity: FileIdentity?) {
    guard let status = FileStatus(of: draft, followingLinks: false),
      identity == nil || identity == status.identity
    else { return }
    guard status.kind == .folder else { return _ = draft.remove() }
    if let entries = try? FolderTree.entries(of: draft) { FolderTree.remove(entries, of: draft) }
  }
}

// MARK: - Drafts of other builds

extension Draft {
  /// A draft whose build was killed.
  struct Abandoned {
    let path: FilePath
    /// The open and locked lock file.
    let lock: Int32

    /// Removes what belongs to the draft, except for its folder, and releases the lock.
    func release() {
      path.with(archiveEnding).remove()
      path.with(lockEnding).remove()
      LockedFile.release(lock)
    }
  }

  /// The drafts for `output` whose builds were killed. Their locks are taken.
  static func abandoned(for output: FilePath) -> [Abandoned] {
    let names = ((try? FolderListing.names(in: output.parent)) ?? []).map(\.string)
    return names.compactMap { name -> Abandoned? in
      guard name.hasPrefix(prefix(beside: output)), name.hasSuffix(lockEnding) else { return nil }
      let path = output.parent.appending(String(name.dropLast(lockEnding.count)))
      guard let lock = LockedFile.left(at: path.with(lockEnding)) else { return nil }
      return Abandoned(path: path, lock: lock)
    }
  }

  private static func prefix(beside output: FilePath) -> String { ".\(output.name).draft-" }
}

extension FilePath {
  /// The path of an entry in the same folder whose name has `ending` appended.
  func with(_ ending: String) -> FilePath {
    FilePath(bytes: bytes + Array(ending.utf8))
  }
}
