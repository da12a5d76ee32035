internal import ImageContainers
internal import Basics

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes an archive of a folder's files.
package enum ArchiveFile {
  /// - Parameters:
  ///   - path: where it is written; there must be nothing.
  ///   - folder: what goes into it.
  ///   - name: what messages call it.
  package static func write(
    to path: String, of folder: String, as name: String
  ) throws(BundleFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw BundleFailure(
        description: "cannot write \(name): \(SystemError.reason(errno))", isUsage: false)
    }
    // What cannot be written may show only now.
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    func put(_ bytes: [UInt8]) throws(BundleFailure) {
      let code = send(bytes, to: descriptor)
      guard code == 0 else {
        throw BundleFailure(
          description: "cannot write \(name): \(SystemError.reason(code))", isUsage: false)
      }
    }
    var index = ArchiveIndex()
    for file in ArchiveIndex.ordered(BundleContents(of: folder).files) {
      let bytes: [UInt8]
      do {
        bytes = try FileReading.bytes(ofFileAt: folder + "/" + file)
      } catch {
        throw BundleFailure(description: "cannot read \(file) again: \(error)", isUsage: false)
      }
      let entry: ArchiveIndex.Entry
      do {
        entry = try index.append(
          file, bytes: bytes.count, crc32: CRC32.checksum(of: bytes, in: bytes.indices))
      } catch {
        throw BundleFailure(
          description:
            "\(name) cannot hold the bundle, so nothing was built: \(error); build a folder instead",
          isUsage: true)
      }
      try put(entry.localHeader)
      try put(bytes)
    }
    try put(index.directory)
    isOpen = false
    guard close(descriptor) == 0 else {
      throw BundleFailure(
        description: "cannot write \(name): \(SystemError.reason(errno))", isUsage: false)
    }
  }

  /// Returns the error's code, or 0.
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
