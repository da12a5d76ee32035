/// A sum of premultiplied pixels: red, green and blue of 0 to 255 × 255 per pixel, and alpha of 0 to 255. It
/// has room for 66,051 pixels.
struct PixelSum {
  /// Red, green, blue and alpha.
  private(set) var channels = SIMD4<UInt32>.zero

  /// Adds a pixel, red in the lowest byte.
  @inline(__always)
  mutating func add(_ pixel: UInt32) { channels &+= Self.premultiplied(pixel) }

  /// Adds a pixel, red in the lowest byte, with a weight.
  @inline(__always)
  mutating func add(_ pixel: UInt32, times weight: UInt32) {
    channels &+= Self.premultiplied(pixel) &* weight
  }

  @inline(__always)
  mutating func add(pair: UInt64) {
    add(UInt32(truncatingIfNeeded: pair))
    add(UInt32(truncatingIfNeeded: pair &>> 32))
  }

  /// Adds opaque pixels by the sums of their red, green, blue and alpha.
  @inline(__always)
  mutating func add(opaque sums: SIMD4<UInt32>) { channels &+= sums &* SIMD4(255, 255, 255, 1) }

  /// Adds opaque pixels by the sum of their lanes.
  @inline(__always)
  mutating func add(opaque sum: UInt64) {
    func lane(_ shift: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: sum &>> shift & 0xFFFF) }
    add(opaque: SIMD4(lane(0), lane(32), lane(16), lane(48)))
  }

  @inline(__always)
  mutating func multiply(by factor: UInt32) { channels &*= factor }

  @inline(__always)
  private static func premultiplied(_ pixel: UInt32) -> SIMD4<UInt32> {
    // Unsafe: any bits are valid in both types. Alpha is multiplied by 1.
    let factors = unsafe unsafeBitCast(
      (pixel & 0x00FF_FFFF | 0x0100_0000).littleEndian, to: SIMD4<UInt8>.self)
    // 16 bits have room for a product, and there is an instruction for them on every processor.
    let products =
      SIMD4<UInt16>(truncatingIfNeeded: factors) &* UInt16(truncatingIfNeeded: pixel &>> 24)
    return SIMD4<UInt32>(truncatingIfNeeded: products)
  }
}
