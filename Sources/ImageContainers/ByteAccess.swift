extension [UInt8] {
  /// The big-endian 16-bit number at `offset`, or nil where the bytes end before it does.
  func bigEndian16(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    return Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  /// The big-endian 32-bit number at `offset`, or nil where the bytes end before it does.
  func bigEndian32(at offset: Int) -> Int? {
    guard let high = bigEndian16(at: offset), let low = bigEndian16(at: offset + 2) else {
      return nil
    }
    return high << 16 | low
  }

  /// The little-endian 16-bit number at `offset`, or nil where the bytes end before it does.
  func littleEndian16(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= count else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  /// The little-endian 32-bit number at `offset`, or nil where the bytes end before it does.
  func littleEndian32(at offset: Int) -> Int? {
    guard let low = littleEndian16(at: offset), let high = littleEndian16(at: offset + 2) else {
      return nil
    }
    return high << 16 | low
  }

  /// Whether the ASCII text stands at `offset`.
  func holds(_ text: String, at offset: Int) -> Bool {
    let length = text.utf8.count
    guard offset >= 0, offset + length <= count else { return false }
    return self[offset..<offset + length].elementsEqual(text.utf8)
  }

  /// The bytes of `range` as Latin-1 text, with what is not printable shown as `?`.
  func printableText(in range: Range<Int>) -> String {
    String(
      String.UnicodeScalarView(
        self[range.clamped(to: 0..<count)].map { byte in
          (0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : "?"
        }))
  }
}
