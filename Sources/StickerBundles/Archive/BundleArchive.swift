internal import ImageContainers
internal import StickerManifest
package import Basics

/// An archive that this tool wrote. It is read where it lies: nothing is unpacked, and no name in it
/// becomes a path.
///
/// Every byte but those of the files is known beforehand, so that nothing can hide between them and
/// no two files can share bytes.
package struct BundleArchive: Sendable {
  private let path: FilePath
  private let entries: [FilePath: ArchiveIndex.Entry]
  /// The files' names, in the archive's order.
  let names: [String]

  /// Whether a file begins like an archive.
  static func begins(_ path: FilePath) -> Bool {
    let head = try? FileReading.head(ofFileAt: path, count: 4)
    return head == [0x50, 0x4B, 3, 4]
  }

  /// Whether the file at `path` is an archive of a bundle or a collection, of any version.
  package static func exists(at path: FilePath) -> Bool {
    guard let archive = try? BundleArchive(at: path) else { return false }
    let manifest = try? archive.bytes(of: Manifest.fileName, limit: Manifest.mostBytes)
    return manifest.map(Manifest.isOurs) ?? false
  }

  /// Reads an archive's directory.
  package init(at path: FilePath) throws(BundleFailure) {
    let index: ArchiveIndex?
    do {
      index = try Self.index(of: path)
    } catch {
      throw BundleFailure(description: "\(path) cannot be read: \(error)", isUsage: false)
    }
    guard let index else {
      throw BundleFailure(
        description: "\(path) was cut short or changed, or is no archive that stickerpack wrote;"
          + " unpack it and name the folder", isUsage: true)
    }
    self.path = path
    names = index.entries.map(\.name)
    entries = Dictionary(
      index.entries.map { (FilePath($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the archive at `path` holds; nil for one that is other than this tool writes it.
  private static func index(of path: FilePath) throws(FileError) -> ArchiveIndex? {
    let size = try FileReading.size(ofFileAt: path)
    guard (22...ArchiveIndex.mostBytes).contains(size) else { return nil }
    let tail = try FileReading.bytes(ofFileAt: path, in: size - 22..<size)
    guard tail.count == 22 else { return nil }
    let (count, start) = (number(tail, 10, 2), number(tail, 16, 4))
    // Names of the most bytes that a manifest may list would all fit.
    guard start <= size - 22, size - start <= Manifest.mostBytes else { return nil }
    let directory = try FileReading.bytes(ofFileAt: path, in: start..<size)
    var index = ArchiveIndex()
    var offset = 0
    for _ in 0..<count {
      guard offset + 46 <= directory.count else { return nil }
      let nameStart = offset + 46
      let nameEnd = nameStart + number(directory, offset + 28, 2)
      guard nameEnd <= directory.count else { return nil }
      guard let name = String(validating: directory[nameStart..<nameEnd], as: UTF8.self),
        (try? index.append(
          name, bytes: number(directory, offset + 24, 4),
          crc32: UInt32(number(directory, offset + 16, 4)))) != nil
      else { return nil }
      offset = nameEnd
    }
    let names = index.entries.map(\.name)
    let paths = names.map { FilePath($0) }
    let isOrdered = paths == ArchiveIndex.ordered(names).map { FilePath($0) }
    let isUnique = Set(paths).count == paths.count
    return isOrdered && isUnique && index.directory == directory ? index : nil
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// The bytes of a file, at most `limit`.
  func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    let entry = try entry(of: name)
    guard entry.bytes <= limit else { throw .tooLarge(size: entry.bytes, limit: limit) }
    var bytes: [UInt8] = []
    try read(entry) { bytes += $0 }
    return bytes
  }

  /// The size in bytes and the SHA-256 of a file: a mebibyte at a time is held.
  func digest(of name: String) throws(FileError) -> (bytes: Int, sha256: String) {
    var digest = SHA256()
    let entry = try entry(of: name)
    try read(entry) { digest.update($0) }
    return (entry.bytes, digest.hexadecimal())
  }

  private func entry(of name: String) throws(FileError) -> ArchiveIndex.Entry {
    guard let entry = entries[FilePath(name)] else { throw .corrupt("it is not in the archive") }
    return entry
  }

  private func read(
    _ entry: ArchiveIndex.Entry, _ take: ([UInt8]) -> Void
  ) throws(FileError) {
    let header = try FileReading.bytes(
      ofFileAt: path, in: entry.offset..<entry.content.lowerBound)
    guard header == entry.localHeader else {
      throw .corrupt("its header differs from its entry in the archive's directory")
    }
    var checksum: UInt32 = 0
    try FileReading.parts(ofFileAt: path, in: entry.content) { part in
      checksum = CRC32.checksum(of: part, in: part.indices, after: checksum)
      take(part)
    }
    guard checksum == entry.crc32 else {
      throw .corrupt("its bytes do not match the CRC-32 in the archive")
    }
  }
}
