#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Basics

/// The file of a cache: a table of records, then the bytes that they stand for.
///
/// | bytes | content |
/// | --- | --- |
/// | 8 | `magic` |
/// | 8 | the number of records |
/// | 32 | the SHA-256 of the table |
/// | 88 each | a record: its key (32), a SHA-256 (32), then the offset and the number of its bytes and when it was last used, in seconds since 1970 (8 each) |
///
/// Numbers are little-endian. A table that is damaged has no records.
final class FactIndex: Sendable {
  /// What a cache knows by a key.
  struct Record {
    /// The SHA-256 of the record's bytes; in a record without bytes, that of a file.
    var digest: [UInt8]
    /// Where the record's bytes are in the file; empty for none.
    var place: Range<Int>
    /// When it was last used, in seconds since 1970.
    var used: Int
    /// The size in the file, in bytes.
    var size: Int { place.count + FactIndex.recordSize }
  }

  private static let magic = Array("SPFACTS5".utf8)
  private static let headerSize = 48
  private static let recordSize = 88

  /// The records by key.
  let records: [[UInt8]: Record]
  /// The file that was opened; nil if there is none.
  let identity: FileIdentity?
  private let descriptor: Int32

  /// Opens a file. One that is missing, damaged or not an index has no records.
  init(at path: FilePath) {
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    identity = descriptor < 0 ? nil : FileStatus(ofDescriptor: descriptor)?.identity
    records = Self.records(from: descriptor) ?? [:]
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func records(from descriptor: Int32) -> [[UInt8]: Record]? {
    guard descriptor >= 0, let status = FileStatus(ofDescriptor: descriptor), status.kind == .file,
      let header = try? FileStream.bytes(from: descriptor, count: headerSize),
      header.count == headerSize, header.starts(with: magic)
    else { return nil }
    let count = Int(truncatingIfNeeded: header.word(at: 8))
    guard count >= 0, count <= (status.size - headerSize) / recordSize,
      let table = try? FileStream.bytes(from: descriptor, count: count * recordSize),
      table.count == count * recordSize, SHA256.bytes(table).elementsEqual(header[16...])
    else { return nil }
    var records: [[UInt8]: Record] = [:]
    records.reserveCapacity(count)
    for start in stride(from: 0, to: table.count, by: recordSize) {
      let offset = Int(truncatingIfNeeded: table.word(at: start + 64))
      let byteCount = Int(truncatingIfNeeded: table.word(at: start + 72))
      guard 0 <= offset, 0 <= byteCount, byteCount <= status.size, offset <= status.size - byteCount
      else { return nil }
      records[Array(table[start..<start + 32])] = Record(
        digest: Array(table[start + 32..<start + 64]), place: offset..<offset + byteCount,
        used: Int(truncatingIfNeeded: table.word(at: start + 80)))
    }
    return records
  }

  /// The bytes of a record; nil if they are damaged.
  func bytes(of record: Record) -> [UInt8]? {
    guard let bytes = try? FileStream.bytes(from: descriptor, in: record.place),
      SHA256.bytes(bytes) == record.digest
    else { return nil }
    return bytes
  }

  /// Writes an index to a new file. Returns whether that succeeded.
  ///
  /// - Parameters:
  ///   - records: the records with their keys; `place` is ignored.
  ///   - bytes: returns the bytes of a record by its index; nil for damaged ones, which stay so.
  static func write(
    _ records: [(key: [UInt8], record: Record)], to path: FilePath,
    bytes: (_ index: Int) -> [UInt8]?
  ) -> Bool {
    let descriptor = unsafe path.withCString {
      unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // The bytes first, because only then their places are known.
    var table: [UInt8] = []
    table.reserveCapacity(records.count * recordSize)
    var offset = headerSize + records.count * recordSize
    var part: [UInt8] = []
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return false }
    for (index, (key, record)) in records.enumerated() {
      let content = bytes(index) ?? []
      table += key + record.digest
      for value in [offset, content.count, record.used] { table.append(word: value) }
      offset += content.count
      part += content
      if part.count >= 1 << 20 || index == records.count - 1 {
        guard FileStream.write(part, to: descriptor) == 0 else { return false }
        part.removeAll(keepingCapacity: true)
      }
    }
    var header = magic
    header.append(word: records.count)
    header += SHA256.bytes(table)
    return lseek(descriptor, 0, SEEK_SET) == 0
      && FileStream.write(header + table, to: descriptor) == 0
  }
}
