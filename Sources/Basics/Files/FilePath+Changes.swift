#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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
}

// Inside of the extension, `rename` is its own method.
private func platformRename(
  _ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>
) -> Int32 {
  unsafe rename(path, target)
}
