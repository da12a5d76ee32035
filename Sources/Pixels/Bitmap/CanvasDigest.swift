/// A number that two canvases share when they have the same size and show the same pixels. Two
/// see-through pixels are the same, whatever color hides in them.
///
/// It tells copies from one another, hardly ever by mistake; it is no defence against forgery.
package struct CanvasDigest: Sendable, Hashable, Codable {
  // A step waits for the one before it, so two chains run side by side.
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

  /// Adds a number that belongs to what is compared, such as a delay.
  package mutating func combine(_ value: Int) { first.combine(UInt64(bitPattern: Int64(value))) }

  /// Adds another canvas.
  package mutating func combine(_ other: CanvasDigest) {
    first.combine(other.first.state)
    second.combine(other.second.state)
  }

  private struct Chain: Hashable, Codable {
    var state: UInt64

    @inline(__always)
    mutating func combine(_ value: UInt64) {
      // One to one in both operands, and the turn brings high bits down to low ones.
      let mixed = state ^ value
      state = (mixed << 29 | mixed >> 35) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// The pair with nothing under alpha 0.
  @inline(__always)
  private static func visible(_ pair: UInt64) -> UInt64 {
    // Most pixels lie beside one of their kind.
    let alpha = pair & pairAlphaMask
    if alpha == pairAlphaMask { return pair }
    if alpha == 0 { return 0 }
    let low: UInt64 = alpha & 0xFFFF_FFFF == 0 ? 0 : 0xFFFF_FFFF
    let high: UInt64 = alpha >> 32 == 0 ? 0 : 0xFFFF_FFFF << 32
    return pair & (low | high)
  }
}
