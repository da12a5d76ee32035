/// A digest of the size and visible pixels of a canvas. Fully transparent pixels are equal,
/// regardless of their color.
///
/// It detects duplicates; it is not cryptographic.
package struct CanvasDigest: Sendable, Hashable {
  // Each step depends on the previous one, so two independent chains run in parallel.
  private var first: Chain
  private var second: Chain

  package init(of bitmap: Bitmap) { self = CanvasRows(of: bitmap).digest }

  /// Starts a digest with two numbers.
  init(_ first: Int, _ second: Int) {
    self.first = Chain(state: UInt64(first))
    self.second = Chain(state: UInt64(second))
  }

  /// Adds a number, such as a delay.
  package mutating func combine(_ value: Int64) { first.combine(UInt64(bitPattern: value)) }

  /// Adds the digest of another canvas, or of a row.
  package mutating func combine(_ other: CanvasDigest) {
    first.combine(other.first.state)
    second.combine(other.second.state)
  }

  /// Adds four pixels, red in the lowest byte of each; transparent ones must be 0.
  @inline(__always)
  mutating func combine(_ pixels: SIMD4<UInt32>) {
    // Unsafe: any bits are valid in both types.
    let pairs = unsafe unsafeBitCast(pixels, to: SIMD2<UInt64>.self)
    first.combine(pairs.x)
    second.combine(pairs.y)
  }

  private struct Chain: Hashable {
    var state: UInt64

    @inline(__always)
    mutating func combine(_ value: UInt64) {
      // Bijective in both operands. The rotation moves high bits to low ones.
      let mixed = state ^ value
      state = (mixed << 29 | mixed >> 35) &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
