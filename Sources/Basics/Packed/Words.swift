extension [UInt8] {
  /// Appends the 8 bytes of an integer, the lowest first.
  package mutating func append(word: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: UInt64(truncatingIfNeeded: word).littleEndian) {
      unsafe self += $0
    }
  }

  /// The integer whose 8 bytes begin at an offset, the lowest first. All 8 must exist.
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8, "a word outside of the bytes")
    return unsafe withUnsafeBytes {
      UInt64(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}
