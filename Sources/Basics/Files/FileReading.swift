#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a file could not be read.
package enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The operating system refused, in its own words.
  case refused(String)
  /// It is no regular file: a folder, a pipe, a device.
  case notAFile
  /// It is larger than a limit; both in bytes.
  case tooLarge(size: Int, limit: Int)
  /// It is not what it says: how, in one sentence without a full stop.
  case damaged(String)

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .refused(let reason): reason
    case .notAFile: "it is not a regular file"
    case .damaged(let reason): reason
    case .tooLarge(let size, let limit): "it has \(size) bytes, and \(limit) are the limit"
    }
  }
}

/// Reads files without trusting what their names promise.
package enum FileReading {
  /// The largest `stickerpack.json` or `Contents.json` that is read: room for ten thousand stickers,
  /// and a bound on what a hostile one costs.
  package static let mostBytesOfJSON = 1 << 20

  /// All bytes of a regular file. A pipe never blocks it, and a file over `limit` is not read.
  package static func bytes(
    ofFileAt path: String, limit: Int = 1 << 30
  ) throws(FileError) -> [UInt8] {
    try read(path) { size throws(FileError) in
      guard size <= limit else { throw .tooLarge(size: size, limit: limit) }
      return size
    }
  }

  /// The first `count` bytes of a regular file, or all where there are fewer.
  package static func head(ofFileAt path: String, count: Int) throws(FileError) -> [UInt8] {
    try read(path) { min($0, count) }
  }

  /// The size in bytes and the SHA-256 of a regular file, of any size: a mebibyte at a time is held.
  package static func digest(
    ofFileAt path: String
  ) throws(FileError) -> (bytes: Int, sha256: String) {
    var digest = SHA256()
    var count = 0
    try parts(ofFileAt: path) { part in
      digest.update(part)
      count += part.count
    }
    return (count, digest.hexadecimal())
  }

  /// Hands out a regular file of any size, or the part of it in `range`, a mebibyte at a time.
  package static func parts(
    ofFileAt path: String, in range: Range<Int>? = nil, _ take: ([UInt8]) -> Void
  ) throws(FileError) {
    try withFile(path) { descriptor, size throws(FileError) in
      if let range { try skip(to: range.lowerBound, descriptor) }
      // A file that grows meanwhile has no end, so its size at the beginning is one.
      var rest = range?.count ?? size
      while rest > 0 {
        let part = try read(descriptor, Swift.min(rest, 1 << 20))
        if part.isEmpty { break }
        take(part)
        rest -= part.count
      }
    }
  }

  /// The size of a regular file in bytes.
  package static func size(ofFileAt path: String) throws(FileError) -> Int {
    try withFile(path) { _, size in size }
  }

  /// The bytes of a regular file in `range`, or as many of them as there are.
  package static func bytes(
    ofFileAt path: String, in range: Range<Int>
  ) throws(FileError) -> [UInt8] {
    try withFile(path) { descriptor, _ throws(FileError) in
      try skip(to: range.lowerBound, descriptor)
      return try read(descriptor, range.count)
    }
  }

  private static func skip(to offset: Int, _ descriptor: Int32) throws(FileError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw .refused(SystemError.reason(errno))
    }
  }

  private static func read(
    _ path: String, portion: (_ size: Int) throws(FileError) -> Int
  ) throws(FileError) -> [UInt8] {
    try withFile(path) { descriptor, size throws(FileError) in
      try read(descriptor, portion(size))
    }
  }

  private static func withFile<Result>(
    _ path: String, _ work: (_ descriptor: Int32, _ size: Int) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .refused(SystemError.reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .refused(SystemError.reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    return try work(descriptor, Int(status.st_size))
  }

  private static func read(_ descriptor: Int32, _ size: Int) throws(FileError) -> [UInt8] {
    // An array made for no elements is the one that all threads share, and making it writes to it.
    guard size > 0 else { return [] }
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let taken = unsafe platformRead(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count)
        if taken < 0, errno == EINTR { continue }
        failed = taken < 0
        if taken <= 0 { break }
        count += taken
      }
    }
    if failed { throw .refused(SystemError.reason(errno)) }
    return bytes
  }
}

private func platformRead(
  _ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}

extension FileReading {
  /// Whether there is a folder at `path`, links followed.
  package static func isDirectory(_ path: String) -> Bool { mode(of: path) == S_IFDIR }

  /// Whether there is a regular file at `path`, links followed.
  package static func isFile(_ path: String) -> Bool { mode(of: path) == S_IFREG }

  /// Whether there is anything at `path`, links followed.
  package static func exists(_ path: String) -> Bool { mode(of: path) != nil }

  /// Whether `path` itself is a symbolic link, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

/// Whether the absolute path `path` is `folder` or lies below it, neither holding links or dots.
///
/// By bytes: as characters, a slash and an accent that begins a name would be one.
package func isInside(_ folder: String, _ path: String) -> Bool {
  path.utf8.elementsEqual(folder.utf8)
    || path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
}

/// The absolute path without links or dots; nil when there is nothing.
package func realPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
