internal import Basics
internal import CFolderSwap
internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

extension FilePath {
  /// Gives a folder the owner, group, permissions and extended attributes of another one, as far as the
  /// system allows. Returns whether it allows the owner, the group and the permissions.
  @discardableResult
  func copyAccess(of folder: FilePath) -> Bool {
    guard let access = folder.access else { return false }
    _ = SystemCall.attributes.run {
      unsafe withCString { path in
        _ = unsafe lchown(path, access.owner, access.group)
        // An access control list, which is an extended attribute, is changed by chmod.
        unsafe folder.withCString { unsafe cfs_copy_attributes($0, path) }
        return unsafe chmod(path, access.mode)
      }
    }
    return self.access == access
  }

  /// Gives a file or folder the times of another one.
  func copyTimes(of folder: FilePath) {
    var status = stat()
    guard unsafe folder.withCString({ unsafe lstat($0, &status) }) == 0 else { return }
    #if canImport(Darwin)
      let times = [status.st_atimespec, status.st_mtimespec]
    #else
      let times = [status.st_atim, status.st_mtim]
    #endif
    _ = SystemCall.attributes.run {
      unsafe withCString { unsafe utimensat(AT_FDCWD, $0, times, 0) }
    }
  }

  private struct Access: Equatable {
    var owner: uid_t
    var group: gid_t
    var mode: mode_t
  }

  private var access: Access? {
    var status = stat()
    guard unsafe withCString({ unsafe lstat($0, &status) }) == 0 else { return nil }
    return Access(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777)
  }
}
