extension [UInt8] {
  /// Returns the big-endian 16-bit number at `offset`, or nil if it is out of bounds.
  package func bigEndian16(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    return Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  /// Returns the big-endian 32-bit number at `offset`, or nil if it is out of bounds.
  package func bigEndian32(at offset: Int) -> UInt32? {
    guard let high = bigEndian16(at: offset), let low = bigEndian16(at: offset + 2) else {
      return nil
    }
    return UInt32(high) << 16 | UInt32(low)
  }

  /// Returns the little-endian 16-bit number at `offset`, or nil if it is out of bounds.
  package func littleEndian16(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  /// Returns the little-endian 32-bit number at `offset`, or nil if it is out of bounds.
  package func littleEndian32(at offset: Int) -> UInt32? {
    guard let low = littleEndian16(at: offset), let high = littleEndian16(at: offset + 2) else {
      return nil
    }
    return UInt32(high) << 16 | UInt32(low)
  }

  /// Returns whether the bytes at `offset` are the ASCII text.
  package func matches(_ text: String, at offset: Int) -> Bool {
    let length = text.utf8.count
    guard offset >= 0, offset + length <= count else { return false }
    return self[offset..<offset + length].elementsEqual(text.utf8)
  }

  /// Returns the bytes of `range` as ASCII text, with `?` for those that are not printable.
  func printableText(in range: Range<Int>) -> String {
    String(
      String.UnicodeScalarView(
        self[range.clamped(to: 0..<count)].map { byte in
          (0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : "?"
        }))
  }
}

extension UInt32 {
  /// The number as a size, an offset or a count: at most a quarter of the largest integer, so a few can be added where
  /// it has 32 bits. No file in memory is larger there.
  package var bounded: Int { Int(Swift.min(Int64(self), Int64(Int.max / 4))) }
}
