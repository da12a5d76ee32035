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

  /// Appends the 4 bytes of each integer, the lowest first.
  package mutating func append(words: [UInt32]) {
    for word in words {
      unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe self += $0 }
    }
  }

  /// The integers whose 4 bytes each begin at an offset, the lowest first. All must exist.
  package func words(at offset: Int, count: Int) -> [UInt32] {
    precondition(offset >= 0 && count <= (self.count - offset) / 4, "words outside of the bytes")
    return unsafe withUnsafeBytes { bytes in
      (0..<count).map { index in
        UInt32(
          littleEndian: unsafe bytes.loadUnaligned(
            fromByteOffset: offset + index * 4, as: UInt32.self))
      }
    }
  }
}
