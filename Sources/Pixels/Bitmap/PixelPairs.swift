extension Span where Element == UInt8 {
  /// Loads a pixel, red in the lowest byte.
  @inline(__always)
  package func pixelWord(at index: Int) -> UInt32 {
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Loads two neighboring pixels, the left one in the low half.
  @inline(__always)
  package func pixelPair(at index: Int) -> UInt64 {
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

extension MutableSpan where Element == UInt8 {
  /// Stores a pixel, red from the lowest byte.
  @inline(__always)
  package mutating func storePixelWord(_ pixel: UInt32, at index: Int) {
    // Unsafe: only for types with invalid bit patterns. The store checks its bounds.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: pixel.littleEndian, toByteOffset: index, as: UInt32.self)
  }

  /// Stores two neighboring pixels, the left one from the low half.
  @inline(__always)
  mutating func storePixelPair(_ pair: UInt64, at index: Int) {
    // Unsafe: only for types with invalid bit patterns. The store checks its bounds.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: pair.littleEndian, toByteOffset: index, as: UInt64.self)
  }
}

/// The alpha samples of a pair of pixels.
let pairAlphaMask: UInt64 = 0xFF00_0000_FF00_0000
