package import Basics
internal import ImageContainers
internal import SystemLibraries

/// Writes a folder's files into an archive.
package enum ArchiveWriter {
  /// Writes the archive.
  ///
  /// - Parameters:
  ///   - path: the archive's path, where nothing may exist.
  ///   - folder: the folder.
  ///   - name: the archive's path in messages.
  package static func write(
    to path: FilePath, of folder: FilePath, as name: FilePath
  ) throws(BundleError) {
    let (descriptor, created) = path.create()
    func check(_ code: Int32) throws(BundleError) {
      guard code == 0 else {
        throw .unwritable(path: name.string, reason: SystemError.reason(code))
      }
    }
    try check(created)
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    var index = ArchiveIndex()
    for file in BundleContents(of: folder).files.sorted(by: ArchiveIndex.precedes) {
      let bytes: [UInt8]
      do {
        bytes = try FileReading.bytes(ofFileAt: folder.appending(file))
      } catch {
        throw .unreadable(path: file, error)
      }
      let entry: ArchiveIndex.Entry
      do {
        entry = try index.append(
          file, bytes: bytes.count, crc32: CRC32.checksum(of: bytes, in: bytes.indices))
      } catch {
        throw .archiveTooLarge(path: name.string, error)
      }
      try check(FileStream.write(entry.localHeader, to: descriptor))
      try check(FileStream.write(bytes, to: descriptor))
    }
    try check(FileStream.write(index.directory, to: descriptor))
    // Some file systems report a write error only when the file is closed.
    isOpen = false
    try check(close(descriptor) == 0 ? 0 : errno)
  }
}
