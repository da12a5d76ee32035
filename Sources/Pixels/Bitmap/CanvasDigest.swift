/// A digest of the size and visible pixels of a canvas. Fully transparent pixels are equal,
/// regardless of their color.
///
/// It detects duplicates; it is not cryptographic.
package struct CanvasDigest: Sendable, Hashable, Codable {
  // Each step depends on the previous one, so two independent chains run in parallel.
  private var first = Chain(state: 1)
  private var second = Chain(state: 2)

  /// Digests every pixel of a bitmap.
  package init(of bitmap: Bitmap) {
    first.combine(UInt64(bitmap.width))
    second.combine(UInt64(bitmap.height))
    let samples = bitmap.samples.span
    let quadrupled = samples.count & ~15
    var index = 0
    while index < quadrupled {
      first.combine(Self.visible(samples.pixelPair(at: index)))
      second.combine(Self.visible(samples.pixelPair(at: index + 8)))
      index += 16
    }
    while index < samples.count {
      let pixel = (0..<4).reduce(0) { $0 | UInt64(samples[index + $1]) << UInt64($1 * 8) }
      first.combine(Self.visible(pixel))
      index += 4
    }
  }

  /// Adds a number, such as a delay.
  package mutating func combine(_ value: Int) { first.combine(UInt64(bitPattern: Int64(value))) }

  /// Adds the digest of another canvas.
  package mutating func combine(_ other: CanvasDigest) {
    first.combine(other.first.state)
    second.combine(other.second.state)
  }

  private struct Chain: Hashable, Codable {
    var state: UInt64

    @inline(__always)
    mutating func combine(_ value: UInt64) {
      // Bijective in both operands. The rotation moves high bits to low ones.
      let mixed = state ^ value
      state = (mixed << 29 | mixed >> 35) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// Returns the pair with transparent pixels set to 0.
  @inline(__always)
  private static func visible(_ pair: UInt64) -> UInt64 {
    // Most pixels have the alpha of their neighbor.
    let alpha = pair & pairAlphaMask
    if alpha == pairAlphaMask { return pair }
    if alpha == 0 { return 0 }
    let low: UInt64 = alpha & 0xFFFF_FFFF == 0 ? 0 : 0xFFFF_FFFF
    let high: UInt64 = alpha >> 32 == 0 ? 0 : 0xFFFF_FFFF << 32
    return pair & (low | high)
  }
}
