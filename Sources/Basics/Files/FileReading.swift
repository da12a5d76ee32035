internal import SystemLibraries

// Unsafe: system calls. `withCString` terminates the path, which is used during the call only.

/// Reads regular files. Opening a pipe or a device never blocks.
package enum FileReading {
  /// The largest `stickerpack.json` or `Contents.json` that is read, in bytes: enough for ten thousand
  /// stickers, and a bound on the cost of a hostile file.
  package static let mostBytesOfJSON = 1 << 20

  // The bytes of a large file that are in memory at once.
  private static let partSize = 1 << 20

  /// Returns all bytes of a file, unless it is larger than `limit` bytes.
  package static func bytes(
    ofFileAt path: FilePath, limit: Int = 1 << 30
  ) throws(FileError) -> [UInt8] {
    try withFile(path) { descriptor, status throws(FileError) in
      guard status.size <= limit else { throw .tooLarge(size: status.size, limit: limit) }
      return try FileStream.bytes(from: descriptor, count: status.size)
    }
  }

  /// Returns the bytes of a file in `range`, or fewer where the file ends before.
  package static func bytes(
    ofFileAt path: FilePath, in range: Range<Int>
  ) throws(FileError) -> [UInt8] {
    try withFile(path, from: range.lowerBound) { descriptor, _ throws(FileError) in
      try FileStream.bytes(from: descriptor, count: range.count)
    }
  }

  /// Returns the first `count` bytes of a file, or fewer where the file is smaller.
  package static func head(ofFileAt path: FilePath, count: Int) throws(FileError) -> [UInt8] {
    try bytes(ofFileAt: path, in: 0..<count)
  }

  /// Returns the size in bytes and the SHA-256 of a file of any size.
  package static func digest(
    ofFileAt path: FilePath
  ) throws(FileError) -> (bytes: Int, sha256: String) {
    var digest = SHA256()
    var count = 0
    try parts(ofFileAt: path) { part in
      digest.update(part)
      count += part.count
    }
    return (count, digest.hexadecimal())
  }

  /// Passes a file of any size, or its bytes in `range`, to `body` in parts of at most a mebibyte.
  package static func parts(
    ofFileAt path: FilePath, in range: Range<Int>? = nil, _ body: ([UInt8]) -> Void
  ) throws(FileError) {
    try withFile(path, from: range?.lowerBound ?? 0) { descriptor, status throws(FileError) in
      // The size when the file was opened, so a file that keeps growing comes to an end.
      var rest = range?.count ?? status.size
      while rest > 0 {
        let part = try FileStream.bytes(from: descriptor, count: min(rest, partSize))
        if part.isEmpty { break }
        body(part)
        rest -= part.count
      }
    }
  }

  /// Returns the size of a file in bytes.
  package static func size(ofFileAt path: FilePath) throws(FileError) -> Int {
    try withFile(path) { _, status in status.size }
  }

  private static func withFile<Result>(
    _ path: FilePath, from offset: Int = 0,
    _ body: (_ descriptor: Int32, _ status: FileStatus) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let (descriptor, status) = try open(path)
    defer { close(descriptor) }
    guard offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw .system(SystemError.reason(errno))
    }
    return try body(descriptor, status)
  }

  /// Opens a regular file. The caller closes the descriptor.
  package static func open(
    _ path: FilePath
  ) throws(FileError) -> (descriptor: Int32, status: FileStatus) {
    let descriptor = unsafe path.withCString { unsafe platformOpen($0) }
    guard descriptor >= 0 else { throw .system(SystemError.reason(errno)) }
    guard let status = FileStatus(ofDescriptor: descriptor), status.kind == .file else {
      close(descriptor)
      throw .notRegularFile
    }
    return (descriptor, status)
  }
}

// Inside of the type, `open` is its own function.
private func platformOpen(_ path: UnsafePointer<CChar>) -> Int32 {
  unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
}
