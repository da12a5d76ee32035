extension Span where Element == UInt8 {
  /// Two neighboring pixels of a bitmap's samples in one load, the left one in the low half.
  @inline(__always)
  func pixelPair(at index: Int) -> UInt64 {
    // The load checks its bounds; it is marked for types that not every pattern of bits is a value of.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

/// The alpha samples of a pair of pixels.
let pairAlphaMask: UInt64 = 0xFF00_0000_FF00_0000
