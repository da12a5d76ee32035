import ImageContainers

/// A .zip of stored files, whose headers may contradict each other.
package struct ZipBytes {
  private var files: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - local: the name in the header before the content; nil for the same as in the central directory.
  ///   - extra: the size of the extra field that this header states. None is written.
  ///   - isWritten: whether the content follows the header.
  package mutating func add(
    _ name: [UInt8], local: [UInt8]? = nil, _ content: [UInt8], extra: Int = 0,
    isWritten: Bool = true
  ) {
    let (local, size) = (local ?? name, Self.number(content.count, 4))
    let checksum = CRC32.checksum(of: content, in: content.indices)
    // Version 2.0, no flags, stored, no time.
    let fields =
      [20, 0] + [UInt8](repeating: 0, count: 8) + Self.number(Int(checksum), 4) + size + size
    directory += Array("PK".utf8) + [1, 2, 20, 0] + fields + Self.number(name.count, 2)
    directory += [UInt8](repeating: 0, count: 12) + Self.number(files.count, 4) + name
    files += Array("PK".utf8) + [3, 4] + fields
    files += Self.number(local.count, 2) + Self.number(extra, 2) + local
    if isWritten { files += content }
    count += 1
  }

  package var bytes: [UInt8] {
    files + directory + Array("PK".utf8) + [5, 6, 0, 0, 0, 0] + Self.number(count, 2)
      + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(files.count, 4)
      + [0, 0]
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
