internal import Basics
internal import StickerManifest

/// The names, sizes, checksums and offsets of an archive's files.
///
/// An archive is a .zip of a bundle in which every file is stored uncompressed. It has no dates, owners
/// or extra fields, so the same files always produce the same archive.
///
/// Source: PKWARE, .ZIP File Format Specification 6.3.10, 4.3.7, 4.3.12, 4.3.16 and 4.4.
package struct ArchiveIndex: Sendable {
  package struct Entry: Sendable {
    /// The name, with `/` between its components.
    package var name: String
    /// The size in bytes.
    package var bytes: Int
    package var crc32: UInt32
    /// The offset of the local header in the archive, in bytes. The file's bytes follow the header.
    package var offset: Int

    /// The range of the file's bytes in the archive.
    package var content: Range<Int> {
      let start = offset + localHeader.count
      return start..<start + bytes
    }
  }

  /// A limit of .zip files without 64-bit fields.
  package enum Overflow: Error, Equatable, CustomStringConvertible {
    /// There are more than ``mostEntries`` files.
    case entries
    /// The archive is larger than ``mostBytes``.
    case bytes

    /// One sentence without a full stop.
    package var description: String {
      switch self {
      case .entries: "a .zip file has at most \(ArchiveIndex.mostEntries) files"
      case .bytes: "a .zip file has at most \(ArchiveIndex.mostBytes) bytes"
      }
    }
  }

  /// The maximum number of files: one more means that the number is in a 64-bit field.
  package static let mostEntries = 65_534
  /// The maximum size of an archive, in bytes: one more means that an offset is in a 64-bit field.
  package static let mostBytes = 4_294_967_294
  /// The first four bytes of an archive with at least one file.
  static let signature: [UInt8] = [0x50, 0x4B, 3, 4]
  fileprivate static let centralSignature = 0x0201_4B50
  private static let endSignature = 0x0605_4B50
  /// The size of an entry of the central directory, without the name, in bytes.
  private static let centralSize = 46

  /// The files, in the archive's order.
  package private(set) var entries: [Entry] = []
  /// The offset of the next local header or of the central directory, in bytes.
  package private(set) var end = 0
  /// The size of the central directory, and of the record at the end of the archive, in bytes.
  private var directorySize = 22

  package init() {}

  @discardableResult
  package mutating func append(
    _ name: String, bytes: Int, crc32: UInt32
  ) throws(Overflow) -> Entry {
    guard entries.count < Self.mostEntries else { throw .entries }
    guard bytes <= Self.mostBytes else { throw .bytes }
    let entry = Entry(name: name, bytes: bytes, crc32: crc32, offset: end)
    let directorySize = directorySize + Self.centralSize + name.utf8.count
    guard entry.content.upperBound + directorySize <= Self.mostBytes else { throw .bytes }
    end = entry.content.upperBound
    self.directorySize = directorySize
    entries.append(entry)
    return entry
  }

  /// Whether one file comes before another in an archive. The manifest is first, so a program
  /// that streams the archive knows what follows; the other files are sorted by path.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    let (first, second, manifest) = (FilePath(first), FilePath(second), FilePath(Manifest.fileName))
    if second == manifest { return false }
    return first == manifest || first < second
  }

  /// The bytes of the central directory and of the record at the end.
  package var directory: [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries { bytes += entry.centralHeader }
    let size = bytes.count
    bytes += Self.field(Self.endSignature, 4) + Self.field(0, 4)
    bytes += Self.field(entries.count, 2) + Self.field(entries.count, 2)
    return bytes + Self.field(size, 4) + Self.field(end, 4) + Self.field(0, 2)
  }

  /// A number as `size` bytes, least significant first.
  fileprivate static func field(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension ArchiveIndex.Entry {
  /// The header before the file's bytes.
  package var localHeader: [UInt8] {
    ArchiveIndex.signature + commonFields + Array(name.utf8)
  }

  fileprivate var centralHeader: [UInt8] {
    // Made on Unix by version 2.0; no comment; the first disk; a regular file with mode 644.
    ArchiveIndex.field(ArchiveIndex.centralSignature, 4) + ArchiveIndex.field(3 << 8 | 20, 2)
      + commonFields
      + ArchiveIndex.field(0, 6) + ArchiveIndex.field(0o100644 << 16, 4)
      + ArchiveIndex.field(offset, 4) + Array(name.utf8)
  }

  /// The fields of both headers: needs version 2.0, the name is UTF-8, stored, 1 January 1980.
  private var commonFields: [UInt8] {
    ArchiveIndex.field(20, 2) + ArchiveIndex.field(1 << 11, 2) + ArchiveIndex.field(0, 2)
      + ArchiveIndex.field(0, 2) + ArchiveIndex.field(1 << 5 | 1, 2)
      + ArchiveIndex.field(Int(crc32), 4) + ArchiveIndex.field(bytes, 4)
      + ArchiveIndex.field(bytes, 4) + ArchiveIndex.field(name.utf8.count, 2)
      + ArchiveIndex.field(0, 2)
  }
}
