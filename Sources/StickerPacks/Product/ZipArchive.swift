package import Basics
internal import ImageCodecs
internal import ImageContainers

/// A .zip that another program wrote, such as an .ipa, whose files are read in place: nothing is extracted, and
/// no name becomes a path on disk.
///
/// Source: PKWARE, .ZIP File Format Specification 6.3.10, 4.3.7, 4.3.12, 4.3.16 and 4.4.
package final class ZipArchive: Sendable {
  package struct Entry: Sendable, Equatable {
    fileprivate let method: Int
    fileprivate let crc32: UInt32
    fileprivate let storedBytes: Int
    /// The size in bytes.
    package let bytes: Int
    fileprivate let offset: Int
  }

  /// The most bytes of the central directory, with the names of all files.
  private static let mostDirectoryBytes = 1 << 24
  private static let signature = 0x0403_4B50

  private let path: FilePath
  private let directoryOffset: Int
  /// The files by name, without folders.
  package let entries: [String: Entry]

  /// Reads the central directory. Refuses an archive whose files share bytes, which is how a small one
  /// becomes endless, and names that lead out of it.
  package init(at path: FilePath) throws(FileError) {
    let size = try FileReading.size(ofFileAt: path)
    let tail = try FileReading.bytes(ofFileAt: path, in: max(0, size - 65_557)..<size)
    guard
      let end = (0...max(0, tail.count - 22)).reversed().first(where: {
        Self.number(tail, $0, 4) == 0x0605_4B50
          && Self.number(tail, $0 + 20, 2) == tail.count - $0 - 22
      })
    else { throw .corrupt("the file is not a .zip archive, or is truncated") }
    let (count, bytes) = (Self.number(tail, end + 10, 2), Self.number(tail, end + 12, 4))
    let start = Self.number(tail, end + 16, 4)
    guard count < 0xFFFF, start < 0xFFFF_FFFF else {
      throw .corrupt("a .zip archive of more than 4 GB or 65,534 files is not supported")
    }
    guard bytes <= Self.mostDirectoryBytes, start + bytes <= size - (tail.count - end) else {
      throw .corrupt("the central directory of the archive is missing or too large")
    }
    let directory = try FileReading.bytes(ofFileAt: path, in: start..<start + bytes)
    entries = try Self.entries(of: directory, count: count, end: start)
    (self.path, directoryOffset) = (path, start)
  }

  private static func entries(
    of directory: [UInt8], count: Int, end: Int
  ) throws(FileError) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    var offset = 0
    for _ in 0..<count {
      let nameStart = offset + 46
      let nameEnd = nameStart + number(directory, offset + 28, 2)
      guard number(directory, offset, 4) == 0x0201_4B50, nameEnd <= directory.count else {
        throw .corrupt("the central directory of the archive is corrupt")
      }
      guard let name = String(validating: directory[nameStart..<nameEnd], as: UTF8.self) else {
        throw .corrupt("the archive has a file whose name is not UTF-8")
      }
      let flags = number(directory, offset + 8, 2)
      let entry = Entry(
        method: flags & 1 == 0 ? number(directory, offset + 10, 2) : -1,
        crc32: UInt32(number(directory, offset + 16, 4)),
        storedBytes: number(directory, offset + 20, 4), bytes: number(directory, offset + 24, 4),
        offset: number(directory, offset + 42, 4))
      offset = nameEnd + number(directory, offset + 30, 2) + number(directory, offset + 32, 2)
      let parts = (name.hasSuffix("/") ? String(name.dropLast()) : name)
        .split(separator: "/", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ String($0).isEntryName && !$0.contains("\\") }) else {
        throw .corrupt("the archive has a file with the invalid name \(name.quoted)")
      }
      if name.hasSuffix("/") { continue }
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw .corrupt("the archive has two files with the name \(name.quoted)")
      }
    }
    var last = 0
    for entry in entries.values.sorted(by: { $0.offset < $1.offset }) {
      guard entry.offset >= last else { throw .corrupt("two files of the archive share bytes") }
      last = entry.offset + 30 + entry.storedBytes
    }
    guard last <= end else { throw .corrupt("a file of the archive reaches past its end") }
    return entries
  }

  /// The bytes of a file, at most `limit`.
  package func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let entry = entries[name] else { throw .corrupt("not in the archive") }
    guard entry.bytes <= limit else { throw .tooLarge(size: entry.bytes, limit: limit) }
    let header = try FileReading.bytes(ofFileAt: path, in: entry.offset..<entry.offset + 30)
    let start =
      entry.offset + 30 + Self.number(header, 26, 2) + Self.number(header, 28, 2)
    guard Self.number(header, 0, 4) == Self.signature, start + entry.storedBytes <= directoryOffset,
      // Deflate adds 5 bytes to each block of 65,535 that it cannot compress.
      entry.storedBytes <= entry.bytes + entry.bytes / 64 + 64
    else { throw .corrupt("its local header is corrupt") }
    let stored = try FileReading.bytes(ofFileAt: path, in: start..<start + entry.storedBytes)
    let bytes: [UInt8]?
    switch entry.method {
    case 0: bytes = stored
    case 8: bytes = entry.bytes == 0 ? [] : Deflate.inflated(stored, size: entry.bytes)
    default: throw .corrupt("it is encrypted or compressed by an unsupported method")
    }
    guard let bytes, bytes.count == entry.bytes,
      CRC32.checksum(of: bytes, in: bytes.indices) == entry.crc32
    else { throw .corrupt("its bytes do not match their CRC-32") }
    return bytes
  }

  /// A number, least significant byte first; 0 beyond the end.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset <= bytes.count - size else { return 0 }
    return (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}

/// A file in a .zip.
package struct ArchivedFile: Sendable, Equatable {
  let archive: ZipArchive
  let name: String

  package static func == (one: ArchivedFile, other: ArchivedFile) -> Bool {
    one.archive === other.archive && one.name == other.name
  }

  func bytes(limit: Int) throws(FileError) -> [UInt8] { try archive.bytes(of: name, limit: limit) }
}
