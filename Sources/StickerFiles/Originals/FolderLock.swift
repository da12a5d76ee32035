package import Basics
internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

/// Lets one process at a time change the files of a folder, from reading them until all are replaced.
///
/// The lock is the system's own (`flock`) on the folder itself. It ends with its process, even by `kill -9`, and needs
/// no file, so nothing can be left over, come from another computer or be committed, and a read-only folder needs none.
/// A shared lock on the folders above it keeps out a process that changes one of those.
///
/// A network disk may not tell the lock to other computers, and some file systems have none. There, too, nothing is
/// lost: ``FileReplacement`` replaces a file only if what it has kept is what was read.
package enum FolderLock {
  private static let interval = Duration.milliseconds(50)

  /// Runs `body` once no other process has a lock on the folders, on one in them or on one around them.
  ///
  /// - Parameters:
  ///   - paths: the files and folders that are changed.
  ///   - cancelled: thrown if the task is cancelled before.
  ///   - waiting: called if another process has the lock.
  package static func holding<Result, Failure>(
    on paths: [FilePath], orThrow cancelled: Failure, waiting: () -> Void,
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let folders = folders(around: Set(paths.compactMap { BackupFolder.root(for: $0) }))
    var descriptors = locked(folders)
    if descriptors == nil { waiting() }
    while descriptors == nil {
      do { try await Task.sleep(for: interval) } catch { throw cancelled }
      descriptors = locked(folders)
    }
    defer { for descriptor in descriptors ?? [] { LockedFile.release(descriptor) } }
    return try await body()
  }

  /// Returns the folder that contains all others, and those above it as far as they belong to the same user: others
  /// could lock theirs for any time.
  private static func folders(around roots: Set<FilePath>) -> [FilePath] {
    guard var folder = roots.min() else { return [] }
    while !roots.allSatisfy({ $0.isInside(folder) }) { folder = folder.parent }
    let owner = FileStatus(of: folder)?.owner
    var folders = [folder]
    while folder.parent != folder, FileStatus(of: folder.parent)?.owner == owner {
      folder = folder.parent
      folders.append(folder)
    }
    return folders
  }

  /// Locks a folder and, shared, those above it; nil if another process has one of the locks.
  private static func locked(_ folders: [FilePath]) -> [Int32]? {
    var descriptors: [Int32] = []
    for (index, folder) in folders.enumerated() {
      let descriptor = unsafe folder.withCString {
        unsafe open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
      }
      guard descriptor >= 0 else { continue }
      descriptors.append(descriptor)
      let operation = index == 0 ? LOCK_EX : LOCK_SH
      guard LockedFile.lock(descriptor, operation | LOCK_NB) != EWOULDBLOCK else {
        for descriptor in descriptors { LockedFile.release(descriptor) }
        return nil
      }
    }
    return descriptors
  }
}
