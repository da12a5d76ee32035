internal import Basics
internal import StickerManifest

/// What a bundle's archive says about its files: a .zip in which each is stored as it is.
///
/// Of the same files there is one archive: no date, no owner and no extra field tells when or where it
/// was made.
///
/// Source: PKWARE, .ZIP File Format Specification 6.3.10, 4.3.7, 4.3.12, 4.3.16 and 4.4.
package struct ArchiveIndex: Sendable {
  /// A file of the archive.
  package struct Entry: Sendable {
    /// Its name, with `/` between its parts.
    package var name: String
    /// Its size in bytes.
    package var bytes: Int
    /// The CRC-32 of its bytes.
    package var crc32: UInt32
    /// Where its header begins, in bytes from the archive's start. Its bytes follow the header.
    package var offset: Int

    /// Where its bytes are.
    package var content: Range<Int> {
      let start = offset + localHeader.count
      return start..<start + bytes
    }
  }

  /// What a .zip without 64-bit fields has no room for.
  package enum Overflow: Error, CustomStringConvertible {
    /// More than ``mostEntries`` files.
    case entries
    /// More than ``mostBytes``.
    case bytes

    /// One sentence without a full stop.
    package var description: String {
      switch self {
      case .entries: "a .zip holds at most \(ArchiveIndex.mostEntries) files"
      case .bytes: "a .zip has at most \(ArchiveIndex.mostBytes) bytes"
      }
    }
  }

  /// The most files: one more would mean that the number stands in a 64-bit field.
  package static let mostEntries = 65_534
  /// The most bytes: one more would mean that an offset stands in a 64-bit field.
  package static let mostBytes = 4_294_967_294

  /// The files, in the archive's order.
  package private(set) var entries: [Entry] = []
  /// Where the next header or the directory begins, in bytes.
  package private(set) var end = 0
  private var directorySize = 22

  /// An archive of nothing.
  package init() {}

  /// Adds a file.
  @discardableResult
  package mutating func append(
    _ name: String, bytes: Int, crc32: UInt32
  ) throws(Overflow) -> Entry {
    guard entries.count < Self.mostEntries else { throw .entries }
    guard bytes <= Self.mostBytes else { throw .bytes }
    let entry = Entry(name: name, bytes: bytes, crc32: crc32, offset: end)
    let directorySize = directorySize + 46 + name.utf8.count
    guard entry.content.upperBound + directorySize <= Self.mostBytes else { throw .bytes }
    end = entry.content.upperBound
    self.directorySize = directorySize
    entries.append(entry)
    return entry
  }

  /// The files in the one order that an archive has them: the manifest, by which a reader of a stream
  /// knows what follows, and the rest by the bytes of their names.
  package static func ordered(_ names: [String]) -> [String] {
    let manifest = FilePath(Manifest.fileName)
    return names.map { (name: $0, path: FilePath($0)) }
      .sorted { first, second in
        let isManifest = (first.path == manifest, second.path == manifest)
        return isManifest.0 == isManifest.1 ? first.path < second.path : isManifest.0
      }
      .map(\.name)
  }

  /// The central directory and the record that ends the archive.
  package var directory: [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries { bytes += entry.centralHeader }
    let size = bytes.count
    bytes += Self.field(0x0605_4B50, 4) + Self.field(0, 4)
    bytes += Self.field(entries.count, 2) + Self.field(entries.count, 2)
    return bytes + Self.field(size, 4) + Self.field(end, 4) + Self.field(0, 2)
  }

  /// A number as `count` bytes, the lowest first.
  fileprivate static func field(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension ArchiveIndex.Entry {
  /// What stands before the file's bytes.
  package var localHeader: [UInt8] {
    ArchiveIndex.field(0x0403_4B50, 4) + description + Array(name.utf8)
  }

  fileprivate var centralHeader: [UInt8] {
    // Made on Unix by version 2.0; no comment; the first disk; a regular file with mode 644.
    ArchiveIndex.field(0x0201_4B50, 4) + ArchiveIndex.field(3 << 8 | 20, 2) + description
      + ArchiveIndex.field(0, 6) + ArchiveIndex.field(0o100644 << 16, 4)
      + ArchiveIndex.field(offset, 4) + Array(name.utf8)
  }

  /// What both headers say: version 2.0 reads it, the name is UTF-8, it is stored, 1 January 1980.
  private var description: [UInt8] {
    ArchiveIndex.field(20, 2) + ArchiveIndex.field(1 << 11, 2) + ArchiveIndex.field(0, 2)
      + ArchiveIndex.field(0, 2) + ArchiveIndex.field(1 << 5 | 1, 2)
      + ArchiveIndex.field(Int(crc32), 4) + ArchiveIndex.field(bytes, 4)
      + ArchiveIndex.field(bytes, 4) + ArchiveIndex.field(name.utf8.count, 2)
      + ArchiveIndex.field(0, 2)
  }
}
