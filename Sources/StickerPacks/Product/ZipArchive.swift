package import Basics
internal import ImageCodecs
internal import ImageContainers

/// A .zip, such as an .ipa, whose files are read in place: nothing is extracted, and no name becomes a path on disk.
///
/// Source: PKWARE, .ZIP File Format Specification 6.3.10, 4.3.7, 4.3.12, 4.3.16 and 4.4.
package struct ZipArchive: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    fileprivate let method: Int
    package let crc32: UInt32
    /// The size in bytes.
    package let bytes: Int
    /// The range of the stored bytes in the archive.
    fileprivate var stored: Range<Int>
  }

  /// The most bytes of the central directory, with the names of all files.
  private static let mostDirectoryBytes = 1 << 24
  private static let signature = 0x0403_4B50

  private let path: FilePath
  /// The files by name, without folders.
  package private(set) var entries: [String: Entry] = [:]
  /// The offset of the central directory in bytes.
  package let directoryOffset: Int
  /// The names of files that are not read: those that lead out of the archive, for example.
  package private(set) var invalidNames: [String] = []

  /// Reads the central directory, and the header before each file. Refuses an archive whose files share bytes,
  /// which is how a small one becomes endless, and one whose headers have other names than its directory.
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
    guard count < 0xFFFF, Self.word(tail, end + 16, 4) < .max else {
      throw .corrupt("a .zip archive of more than 4 GB or 65,534 files is not supported")
    }
    guard bytes <= Self.mostDirectoryBytes, start + bytes <= size - (tail.count - end) else {
      throw .corrupt("the central directory of the archive is missing or too large")
    }
    let directory = try FileReading.bytes(ofFileAt: path, in: start..<start + bytes)
    (self.path, directoryOffset) = (path, start)
    try read(directory, count: count)
    try locateFiles(before: start)
  }

  /// Reads the central directory. The entries are where their headers are, which are not read yet.
  private mutating func read(_ directory: [UInt8], count: Int) throws(FileError) {
    let number = { Self.number(directory, $0, $1) }
    var offset = 0
    for _ in 0..<count {
      let nameStart = offset + 46
      let nameEnd = nameStart + number(offset + 28, 2)
      guard number(offset, 4) == 0x0201_4B50, nameEnd <= directory.count else {
        throw .corrupt("the central directory of the archive is corrupt")
      }
      let isEncrypted = number(offset + 8, 2) & 1 == 1
      let header = number(offset + 42, 4)
      let entry = Entry(
        method: isEncrypted ? -1 : number(offset + 10, 2),
        crc32: Self.word(directory, offset + 16, 4),
        bytes: number(offset + 24, 4), stored: header..<header + number(offset + 20, 4))
      offset = nameEnd + number(offset + 30, 2) + number(offset + 32, 2)
      let bytes = directory[nameStart..<nameEnd]
      if bytes.last == UInt8(ascii: "/") { continue }
      guard let name = String(validating: bytes, as: UTF8.self), Self.isValid(name) else {
        invalidNames.append(String(decoding: bytes, as: UTF8.self))
        continue
      }
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw .corrupt("the archive has two files with the name \(name.quoted)")
      }
    }
  }

  private static let sharing = FileError.corrupt("two files of the archive share bytes")

  private static func isValid(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { String($0).isEntryName && !$0.contains("\\") }
  }

  /// Finds the bytes of each file, which follow its name and extra field.
  ///
  /// - Parameter end: the offset of the central directory.
  private mutating func locateFiles(before end: Int) throws(FileError) {
    var last = 0
    let sorted = entries.sorted { $0.value.stored.lowerBound < $1.value.stored.lowerBound }
    // Before any name is compared: of two files with one header, only one can have its name.
    for (file, next) in zip(sorted, sorted.dropFirst()) {
      guard file.value.stored.lowerBound < next.value.stored.lowerBound else { throw Self.sharing }
    }
    for (name, entry) in sorted {
      let offset = entry.stored.lowerBound
      guard offset >= last else { throw Self.sharing }
      let nameStart = offset + 30
      let nameEnd = nameStart + name.utf8.count
      let header = try FileReading.bytes(ofFileAt: path, in: offset..<nameEnd)
      guard Self.number(header, 0, 4) == Self.signature,
        Self.number(header, 26, 2) == name.utf8.count, header.dropFirst(30).elementsEqual(name.utf8)
      else { throw .corrupt("the archive has another name for \(name.quoted) in its local header") }
      let start = nameEnd + Self.number(header, 28, 2)
      last = start + entry.stored.count
      entries[name]?.stored = start..<last
    }
    guard last <= end else { throw .corrupt("a file of the archive reaches past its end") }
  }

  /// The bytes of a file, at most `limit`.
  package func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let entry = entries[name] else { throw .corrupt("not in the archive") }
    guard entry.bytes <= limit else { throw .tooLarge(size: entry.bytes, limit: limit) }
    // Deflate adds 5 bytes to each block of 65,535 that it cannot compress.
    guard entry.stored.count <= entry.bytes + entry.bytes / 64 + 64 else {
      throw .corrupt("its size does not match its compressed bytes")
    }
    let stored = try FileReading.bytes(ofFileAt: path, in: entry.stored)
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

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    word(bytes, offset, size).bounded
  }

  /// A number, least significant byte first; 0 beyond the end.
  private static func word(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt32 {
    guard offset >= 0, offset <= bytes.count - size else { return 0 }
    return (0..<size).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }
}

/// A file in a .zip.
package struct ArchivedFile: Sendable, Equatable {
  let archive: ZipArchive
  let name: String

  func bytes(limit: Int) throws(FileError) -> [UInt8] { try archive.bytes(of: name, limit: limit) }
}
