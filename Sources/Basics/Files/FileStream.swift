internal import SystemLibraries

// Unsafe: `read` gets the rest of a buffer and its size. A path is used during the call only.

/// Reads and writes open files, pipes and devices to the end, however many system calls that takes.
package enum FileStream {
  /// Reads `count` bytes, or fewer where the stream ends before.
  package static func bytes(from descriptor: Int32, count: Int) throws(FileError) -> [UInt8] {
    // Creating an uninitialized array of no elements writes to the empty array that all threads share.
    guard count > 0 else { return [] }
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let size = unsafe read(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
        if size < 0, errno == EINTR { continue }
        if size < 0 { code = errno }
        if size <= 0 { break }
        filled += size
      }
    }
    guard code == 0 else { throw .system(SystemError.reason(code)) }
    return bytes
  }

  /// Reads to the end of a stream, whose size is unknown, at most `limit` bytes.
  package static func bytes(from descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try Self.bytes(from: descriptor, count: 1 << 16)
      bytes += part
      guard bytes.count <= limit else { throw .tooLarge(size: bytes.count, limit: limit) }
      if part.count < 1 << 16 { return bytes }
    }
  }

  /// Reads a file, pipe or device to its end, at most `limit` bytes. Waits for the writer of a pipe.
  package static func bytes(ofFileAt path: FilePath, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system(SystemError.reason(errno)) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, limit: limit)
  }
}
