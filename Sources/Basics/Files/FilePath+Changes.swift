internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

extension FilePath {
  /// Removes a file. Returns the error number, or 0.
  @discardableResult
  package func remove() -> Int32 {
    SystemCall.remove.run { unsafe withCString { unsafe unlink($0) } }
  }

  /// Moves a file or folder and replaces the file or empty folder at `target`. Returns the error number,
  /// or 0.
  @discardableResult
  package func rename(to target: FilePath) -> Int32 {
    SystemCall.rename.run {
      unsafe withCString { path in
        unsafe target.withCString { unsafe platformRename(path, $0) }
      }
    }
  }

  /// Gives a file, link, pipe or socket a second name. Links are not followed. Returns the error number,
  /// or 0.
  package func link(to target: FilePath) -> Int32 {
    SystemCall.link.run {
      unsafe withCString { path in
        unsafe target.withCString { unsafe linkat(AT_FDCWD, path, AT_FDCWD, $0, 0) }
      }
    }
  }

  /// Opens a file for reading and writing, and creates it if nothing is there. Links are not followed.
  ///
  /// - Returns: the descriptor, or -1, and the error number, or 0.
  package func create(_ mode: UInt32 = 0o666) -> (descriptor: Int32, code: Int32) {
    opened(O_RDWR | O_CREAT | O_EXCL, mode)
  }

  /// Writes a new file, where nothing may exist. Returns the error number, or 0; a part of the file may be left.
  package func create(_ bytes: [UInt8]) -> Int32 {
    let (descriptor, code) = create()
    guard code == 0 else { return code }
    let written = FileStream.write(bytes, to: descriptor)
    let synchronized = written == 0 ? SystemCall.sync.run { fsync(descriptor) } : written
    // Some file systems report a write error only when the file is closed.
    return close(descriptor) == 0 || synchronized != 0 ? synchronized : errno
  }

  /// Adds bytes to the end of a file, which is created if there is none. A link is not followed, and a pipe is
  /// refused. Returns the error number, or 0.
  package func append(_ bytes: [UInt8]) -> Int32 {
    let (descriptor, code) = opened(O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600)
    guard code == 0 else { return code }
    defer { close(descriptor) }
    guard FileStatus(ofDescriptor: descriptor)?.kind == .file else { return EINVAL }
    return FileStream.write(bytes, to: descriptor)
  }

  private func opened(_ flags: Int32, _ mode: UInt32) -> (descriptor: Int32, code: Int32) {
    var descriptor: Int32 = -1
    let code = SystemCall.create.run {
      descriptor = unsafe withCString {
        unsafe open($0, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(truncatingIfNeeded: mode))
      }
      return descriptor
    }
    return (descriptor, code)
  }

  /// Creates a folder, which only its owner can use unless `mode` says otherwise. Returns the error number, or 0.
  package func makeFolder(_ mode: UInt32 = 0o700) -> Int32 {
    SystemCall.folder.run {
      unsafe withCString { unsafe mkdir($0, mode_t(truncatingIfNeeded: mode)) }
    }
  }

  /// Creates a folder and those above it, as far as they are missing. Returns the error number, or 0.
  package func makeFolders() -> Int32 {
    if isFolder { return 0 }
    let code = parent == self ? 0 : parent.makeFolders()
    guard code == 0 else { return code }
    let own = makeFolder(0o777)
    // Another thread or process may create it at the same time.
    return own == EEXIST && isFolder ? 0 : own
  }

  /// Removes an empty folder. Returns the error number, or 0.
  @discardableResult
  package func removeFolder() -> Int32 {
    SystemCall.remove.run { unsafe withCString { unsafe rmdir($0) } }
  }

  /// Lets the owner of a folder add and remove entries.
  package func makeWritable() {
    var status = stat()
    unsafe withCString { path in
      guard unsafe lstat(path, &status) == 0 else { return }
      let mode = status.st_mode & 0o7777 | 0o700
      _ = SystemCall.attributes.run { unsafe chmod(path, mode) }
    }
  }

  /// Gives a file the permissions of another one, as far as the system allows.
  package func copyPermissions(of file: FilePath) {
    var status = stat()
    guard unsafe file.withCString({ unsafe lstat($0, &status) }) == 0 else { return }
    let mode = status.st_mode & 0o7777
    _ = SystemCall.attributes.run { unsafe withCString { unsafe chmod($0, mode) } }
  }
}

// Inside of the extension, `rename` is its own method.
private func platformRename(
  _ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>
) -> Int32 {
  unsafe rename(path, target)
}
