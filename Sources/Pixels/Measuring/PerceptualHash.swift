/// A hash that is similar for images that look similar.
///
/// Each bit tells for two neighboring cells of a thumbnail whether the right one is lighter. The
/// luminance is the mean of that over white and over black.
package struct PerceptualHash: Sendable, Equatable, Codable {
  private var bits: SIMD4<UInt64> = .zero
  /// The mean linear red, green and blue of all cells over both backgrounds, 0 to 1.
  private var color: SIMD3<Float> = .zero

  /// The number of bits of a hash.
  package static let bitCount = Thumbnail.side * (Thumbnail.side - 1)

  /// Hashes a thumbnail.
  package init(of thumbnail: Thumbnail) {
    let cells = zip(thumbnail.overWhite, thumbnail.overBlack).map { ($0 + $1) / 2 }
    let luminances = cells.map { ($0 * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
    var bit = 0
    for row in 0..<Thumbnail.side {
      for column in 1..<Thumbnail.side {
        let cell = row * Thumbnail.side + column
        // Rounding makes the luminance of equal cells differ.
        if luminances[cell] - luminances[cell - 1] > 1 / 256 {
          bits[bit / 64] |= 1 << UInt64(bit % 64)
        }
        bit += 1
      }
    }
    color = cells.reduce(.zero, +) / Float(Thumbnail.cells)
  }

  /// Returns the number of bits that differ.
  package func distance(from other: PerceptualHash) -> Int {
    let changed = bits ^ other.bits
    return (0..<4).reduce(0) { $0 + changed[$1].nonzeroBitCount }
  }

  /// Returns the largest difference of the mean colors in any channel, in linear light, 0 to 1.
  package func colorDifference(from other: PerceptualHash) -> Float {
    let difference = color - other.color
    return max(abs(difference.x), abs(difference.y), abs(difference.z))
  }
}
