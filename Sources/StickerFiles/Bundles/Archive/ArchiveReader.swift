package import Basics
internal import ImageContainers
internal import StickerManifest
internal import StickerPacks

/// Reads an archive that ``ArchiveWriter`` wrote. The files are read in place: nothing is unpacked, and
/// no name in the archive becomes a path.
package struct ArchiveReader: Sendable {
  private let path: FilePath
  private let entries: [FilePath: ArchiveIndex.Entry]
  /// The files' names, in the archive's order.
  package let names: [String]

  /// Whether a file starts like an archive or has its extension, so a damaged one is recognized.
  static func isArchive(_ path: FilePath) -> Bool {
    let signature = ArchiveIndex.signature
    return path.fileExtension == "zip"
      || (try? FileReading.head(ofFileAt: path, count: signature.count)) == signature
  }

  /// Whether the file at `path` is an archive of a bundle or a collection, of any version, without any
  /// file that its manifest does not list.
  package static func isBundle(at path: FilePath) -> Bool {
    guard let archive = try? ArchiveReader(at: path),
      let manifest = try? archive.bytes(of: Manifest.fileName, limit: Manifest.mostBytes),
      let listed = Manifest.listedFiles(manifest)
    else { return false }
    return Set(archive.names.map { FilePath($0) })
      .isSubset(of: listed.map { FilePath($0.file) } + [FilePath(Manifest.fileName)])
  }

  /// Reads the central directory, which must be the one that the writer would have written for these files. Offsets are
  /// computed for that, so no two files share bytes and nothing is hidden between them.
  package init(at path: FilePath) throws(BundleError) {
    do throws(FileError) {
      let archive = try ZipArchive(at: path)
      var index = ArchiveIndex()
      for (name, entry) in archive.entries.sorted(by: { ArchiveIndex.precedes($0.key, $1.key) }) {
        _ = try? index.append(name, bytes: entry.bytes, crc32: entry.crc32)
      }
      let size = try FileReading.size(ofFileAt: path)
      let directory = try FileReading.bytes(ofFileAt: path, in: archive.directoryOffset..<size)
      guard directory == index.directory else {
        throw .corrupt(
          "stickerpack did not write the archive, or it was changed: unpack it and name the folder")
      }
      self.path = path
      names = index.entries.map(\.name)
      entries = Dictionary(firstOf: index.entries.map { (FilePath($0.name), $0) })
    } catch .corrupt(let reason) {
      throw .invalidArchive(path: path.string, reason: reason)
    } catch {
      throw .unreadable(path: path.string, error)
    }
  }

  /// The bytes of a file, at most `limit`.
  func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    let entry = try entry(of: name)
    guard entry.bytes <= limit else { throw .tooLarge(size: entry.bytes, limit: limit) }
    var bytes: [UInt8] = []
    try read(entry) { bytes += $0 }
    return bytes
  }

  /// The size in bytes and the SHA-256 digest of a file, read in parts of 1 MiB.
  package func digest(of name: String) throws(FileError) -> (bytes: Int, sha256: String) {
    var digest = SHA256()
    let entry = try entry(of: name)
    try read(entry) { digest.update($0) }
    return (entry.bytes, digest.hexadecimal())
  }

  private func entry(of name: String) throws(FileError) -> ArchiveIndex.Entry {
    guard let entry = entries[FilePath(name)] else { throw .corrupt("not in the archive") }
    return entry
  }

  private func read(
    _ entry: ArchiveIndex.Entry, _ take: ([UInt8]) -> Void
  ) throws(FileError) {
    let header = try FileReading.bytes(
      ofFileAt: path, in: entry.offset..<entry.content.lowerBound)
    guard header == entry.localHeader else {
      throw .corrupt("its local header does not match the archive's central directory")
    }
    var checksum: UInt32 = 0
    try FileReading.parts(ofFileAt: path, in: entry.content) { part in
      checksum = CRC32.checksum(of: part, in: part.indices, after: checksum)
      take(part)
    }
    guard checksum == entry.crc32 else { throw .corrupt("its bytes do not match their CRC-32") }
  }
}
