extension Pixel {
  /// The samples in one number whose order is that of red, green, blue and alpha.
  @inline(__always)
  package var packed: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  package init(packed: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 24), green: UInt8(truncatingIfNeeded: packed >> 16),
      blue: UInt8(truncatingIfNeeded: packed >> 8), alpha: UInt8(truncatingIfNeeded: packed))
  }
}

extension Span where Element == UInt8 {
  /// Returns the pixel whose first sample is at `index`.
  @inline(__always)
  package func pixel(at index: Int) -> Pixel {
    Pixel(red: self[index], green: self[index + 1], blue: self[index + 2], alpha: self[index + 3])
  }

  /// Returns red, green and blue of the pixel whose first sample is at `index`.
  @inline(__always)
  func color(at index: Int) -> SIMD3<Int> {
    SIMD3(Int(self[index]), Int(self[index + 1]), Int(self[index + 2]))
  }

  /// Loads a pixel, red in the lowest byte.
  @inlinable
  package func pixelWord(at index: Int) -> UInt32 {
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Loads two neighboring pixels, the left one in the low half.
  @inlinable
  package func pixelPair(at index: Int) -> UInt64 {
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

extension MutableSpan where Element == UInt8 {
  /// Stores a pixel, red from the lowest byte.
  @inlinable
  package mutating func storePixelWord(_ pixel: UInt32, at index: Int) {
    // Unsafe: only for types with invalid bit patterns. The store checks its bounds.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: pixel.littleEndian, toByteOffset: index, as: UInt32.self)
  }

  @inline(__always)
  mutating func store(_ pixel: Pixel, at index: Int) {
    storePixelWord(pixel.packed.byteSwapped, at: index)
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

/// Returns red, blue, green and alpha of a pixel in 16 bits each, red in the lowest byte.
@inline(__always)
func pixelLanes(_ pixel: UInt32) -> UInt64 {
  UInt64(pixel & 0x00FF_00FF) | UInt64(pixel &>> 8 & 0x00FF_00FF) &<< 32
}
