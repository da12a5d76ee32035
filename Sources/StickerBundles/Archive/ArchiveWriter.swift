internal import ImageContainers
internal import Basics

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes a folder's files into an archive.
package enum ArchiveWriter {
  /// Writes the archive.
  ///
  /// - Parameters:
  ///   - path: the archive's path, where nothing may exist.
  ///   - folder: the folder.
  ///   - name: the archive's path in messages.
  package static func write(
    to path: String, of folder: String, as name: String
  ) throws(BundleError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .unwritable(path: name, reason: SystemError.reason(errno))
    }
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    func append(_ bytes: [UInt8]) throws(BundleError) {
      let code = send(bytes, to: descriptor)
      guard code == 0 else { throw .unwritable(path: name, reason: SystemError.reason(code)) }
    }
    var index = ArchiveIndex()
    for file in BundleContents(of: folder).files.sorted(by: ArchiveIndex.precedes) {
      let bytes: [UInt8]
      do {
        bytes = try FileReading.bytes(ofFileAt: folder + "/" + file)
      } catch {
        throw .unreadable(path: file, error)
      }
      let entry: ArchiveIndex.Entry
      do {
        entry = try index.append(
          file, bytes: bytes.count, crc32: CRC32.checksum(of: bytes, in: bytes.indices))
      } catch {
        throw .archiveTooLarge(path: name, error)
      }
      try append(entry.localHeader)
      try append(bytes)
    }
    try append(index.directory)
    // Some file systems report a write error only when the file is closed.
    isOpen = false
    guard close(descriptor) == 0 else {
      throw .unwritable(path: name, reason: SystemError.reason(errno))
    }
  }

  /// Returns `errno`, or 0 for success.
  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe platformWrite(
          descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
      }
      if count < 0 {
        let code = errno
        guard code == EINTR else { return code }
      } else {
        start += count
      }
    }
    return 0
  }
}

private func platformWrite(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int
) -> Int {
  unsafe write(descriptor, buffer, count)
}
