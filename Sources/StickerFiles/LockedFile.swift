internal import Basics
internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

/// Files that a process keeps locked while it uses them. The lock ends with the process, even by `kill -9`, so the next
/// one knows what was left. On file systems without locks nothing counts as left.
enum LockedFile {
  /// Creates a file and locks it.
  ///
  /// - Returns: the descriptor, which holds the lock, and the error number, or 0.
  static func create(_ path: FilePath, _ mode: UInt32) -> (descriptor: Int32, code: Int32) {
    while true {
      let (descriptor, code) = path.create(mode)
      guard code == 0 else { return (-1, code) }
      lock(descriptor, LOCK_EX)
      // Before it was locked, another process may have taken it for one that was left.
      if FileStatus(of: path, followingLinks: false)?.identity
        == FileStatus(ofDescriptor: descriptor)?.identity
      {
        return (descriptor, 0)
      }
      release(descriptor)
    }
  }

  /// Opens and locks a file that an ended process has left; nil if there is no such file.
  static func left(at path: FilePath) -> Int32? {
    let descriptor = unsafe path.withCString {
      unsafe open($0, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return nil }
    guard FileStatus(ofDescriptor: descriptor)?.kind == .file,
      lock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Locks an open file or folder. Returns the error number, or 0.
  @discardableResult
  static func lock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    while flock(descriptor, operation) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  /// Releases a lock and closes its file. Closing alone is not enough while another thread starts a program: until that
  /// runs, it has a copy of the descriptor, which holds the lock.
  static func release(_ descriptor: Int32) {
    lock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
