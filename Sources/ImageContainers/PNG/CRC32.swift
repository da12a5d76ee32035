/// Computes the checksum of PNG chunks and zip entries.
///
/// Polynomial 0xEDB88320, reflected, initial and final complement: PNG Third Edition, annex D.
package enum CRC32 {
  // Eight tables process eight bytes per step. With one, checksums would dominate parsing.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
      tables[index] = value
    }
    for index in 256..<tables.count {
      let previous = tables[index - 256]
      tables[index] = tables[Int(previous & 0xFF)] ^ previous >> 8
    }
    return tables
  }()

  /// Returns the checksum of the bytes in `range`, which must be within `bytes`.
  ///
  /// - Parameter previous: the checksum of the preceding bytes.
  package static func checksum(
    of bytes: [UInt8], in range: Range<Int>, after previous: UInt32 = 0
  ) -> UInt32 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    let bytes = bytes.span
    let table = Self.tables
    let tables = table.span
    var value = ~previous
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      let low =
        value
        ^ (UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8
          | UInt32(bytes[offset + 2]) << 16 | UInt32(bytes[offset + 3]) << 24)
      var next = tables[7 * 256 + Int(low & 0xFF)]
      next ^= tables[6 * 256 + Int(low >> 8 & 0xFF)]
      next ^= tables[5 * 256 + Int(low >> 16 & 0xFF)]
      next ^= tables[4 * 256 + Int(low >> 24)]
      next ^= tables[3 * 256 + Int(bytes[offset + 4])]
      next ^= tables[2 * 256 + Int(bytes[offset + 5])]
      next ^= tables[256 + Int(bytes[offset + 6])]
      value = next ^ tables[Int(bytes[offset + 7])]
      offset += 8
    }
    while offset < range.upperBound {
      value = tables[Int((value ^ UInt32(bytes[offset])) & 0xFF)] ^ value >> 8
      offset += 1
    }
    return ~value
  }
}
