internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

extension FilePath {
  /// Removes a file. Returns the error number, or 0.
  @discardableResult
  package func remove() -> Int32 {
    unsafe withCString { unsafe unlink($0) } == 0 ? 0 : errno
  }

  /// Moves a file or folder and replaces the file or empty folder at `target`. Returns the error number,
  /// or 0.
  @discardableResult
  package func rename(to target: FilePath) -> Int32 {
    unsafe withCString { path in
      unsafe target.withCString { unsafe platformRename(path, $0) }
    } == 0 ? 0 : errno
  }

  /// Gives a file, link, pipe or socket a second name. Links are not followed. Returns the error number,
  /// or 0.
  package func link(to target: FilePath) -> Int32 {
    unsafe withCString { path in
      unsafe target.withCString { unsafe linkat(AT_FDCWD, path, AT_FDCWD, $0, 0) }
    } == 0 ? 0 : errno
  }

  /// Adds bytes to the end of a file, which is created if there is none. A link is not followed. Returns the
  /// error number, or 0.
  package func append(_ bytes: [UInt8]) -> Int32 {
    let descriptor = unsafe withCString { path in
      unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return FileStream.write(bytes, to: descriptor)
  }

  /// Creates a folder that only its owner can use. Returns the error number, or 0.
  package func makeFolder() -> Int32 {
    unsafe withCString { unsafe mkdir($0, 0o700) } == 0 ? 0 : errno
  }

  /// Removes an empty folder. Returns the error number, or 0.
  @discardableResult
  package func removeFolder() -> Int32 {
    unsafe withCString { unsafe rmdir($0) } == 0 ? 0 : errno
  }

  /// Lets the owner of a folder add and remove entries.
  package func makeWritable() {
    var status = stat()
    unsafe withCString { path in
      guard unsafe lstat(path, &status) == 0 else { return }
      _ = unsafe chmod(path, status.st_mode & 0o7777 | 0o700)
    }
  }

  /// Gives a file the permissions of another one, as far as the system allows.
  package func copyPermissions(of file: FilePath) {
    var status = stat()
    guard unsafe file.withCString({ unsafe lstat($0, &status) }) == 0 else { return }
    unsafe withCString { _ = unsafe chmod($0, status.st_mode & 0o7777) }
  }
}

// Inside of the extension, `rename` is its own method.
private func platformRename(
  _ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>
) -> Int32 {
  unsafe rename(path, target)
}
