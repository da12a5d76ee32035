internal import ImageContainers
package import Basics

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
  ///   - path: the archive, which must not exist.
  ///   - folder: the folder whose files are archived.
  ///   - name: the archive as messages show it.
  package static func write(
    to path: FilePath, of folder: FilePath, as name: String
  ) throws(BundleFailure) {
    let descriptor = unsafe path.withCString { path in
      unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    func check(_ code: Int32) throws(BundleFailure) {
      guard code == 0 else {
        throw BundleFailure(
          description: "cannot write \(name): \(SystemError.reason(code))", isUsage: false)
      }
    }
    try check(descriptor < 0 ? errno : 0)
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    var index = ArchiveIndex()
    for file in ArchiveIndex.ordered(BundleContents(of: folder).files) {
      let bytes: [UInt8]
      do {
        bytes = try FileReading.bytes(ofFileAt: folder.appending(file))
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
            "\(name) cannot hold the bundle, so nothing was built: \(error); build without --archive",
          isUsage: true)
      }
      try check(FileStream.write(entry.localHeader, to: descriptor))
      try check(FileStream.write(bytes, to: descriptor))
    }
    try check(FileStream.write(index.directory, to: descriptor))
    // A full disk may be reported only when the file is closed.
    isOpen = false
    try check(close(descriptor) == 0 ? 0 : errno)
  }
}
