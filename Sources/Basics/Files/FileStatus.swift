internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.
// The memory that `realpath` returns is copied and freed.

/// A file's metadata, read without its content. While it is the same, so are the bytes.
package struct FileStatus: Sendable, Equatable {
  /// The kind of entry that a path names.
  package enum Kind: Sendable {
    case file, folder, link
    /// A pipe, socket or device.
    case special
  }

  package let kind: Kind
  /// The time of the last change of the content, in nanoseconds since 1970. Programs can set it.
  package let modified: Int64
  /// The time of the last change of the content, the name or another attribute, in nanoseconds since 1970.
  package let changed: Int64
  /// The size in bytes.
  package let size: Int
  /// The identity of the file, folder or link, whatever its names are.
  package let identity: FileIdentity
  /// The number of the user to whom it belongs.
  package let owner: UInt32

  /// The status of a file or folder; nil when it does not exist or cannot be reached.
  ///
  /// - Parameter followsLinks: whether a link stands for its target.
  package init?(of path: FilePath, followingLinks followsLinks: Bool = true) {
    var status = stat()
    let code = unsafe path.withCString { path in
      unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    }
    guard code == 0 else { return nil }
    self.init(status)
  }

  /// The status of an open file; nil if the descriptor is invalid.
  package init?(ofDescriptor descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    #if canImport(Darwin)
      let (content, any) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (content, any) = (status.st_mtim, status.st_ctim)
    #endif
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    modified = Int64(content.tv_sec) &* 1_000_000_000 &+ Int64(content.tv_nsec)
    changed = Int64(any.tv_sec) &* 1_000_000_000 &+ Int64(any.tv_nsec)
    size = Int(status.st_size)
    owner = status.st_uid
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// Tells files, folders and links apart by what they are, not by their names: two hard links of a file
/// have the same identity.
package struct FileIdentity: Sendable, Hashable {
  /// The number of the file system.
  package let device: UInt64
  /// The number in the file system, which may be used again once all names are removed.
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

extension FilePath {
  /// The identity of the file or folder at the path, following links; nil if there is none.
  package var identity: FileIdentity? { FileStatus(of: self)?.identity }

  /// Whether there is anything at the path, following links.
  package var exists: Bool { FileStatus(of: self) != nil }

  /// Whether there is a regular file at the path, following links.
  package var isFile: Bool { FileStatus(of: self)?.kind == .file }

  /// Whether there is a folder at the path, following links.
  package var isFolder: Bool { FileStatus(of: self)?.kind == .folder }

  /// Whether the path itself is a symbolic link, wherever it leads.
  package var isLink: Bool { FileStatus(of: self, followingLinks: false)?.kind == .link }

  /// The absolute path without links and `..`; nil when there is nothing at the path.
  package var resolved: FilePath? {
    guard let resolved = unsafe withCString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FilePath(
      bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Calls `body` with the path as system calls take it.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe body(terminated)
  }
}
