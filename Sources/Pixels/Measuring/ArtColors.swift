/// The colors of a canvas's visible pixels, for comparing the art with any background.
package struct ArtColors: Sendable, Equatable, Codable {
  private struct Share: Equatable, Codable {
    var color: Pixel
    /// The fraction of the visible pixels, 0 to 1.
    var share: Double
  }

  private let shares: [Share]

  /// Counts evenly spaced visible pixels of a canvas, about 128 per row and column.
  package init(of bitmap: Bitmap) {
    var counts: [UInt32: Int] = [:]
    let distance = max(1, max(bitmap.width, bitmap.height) / 128)
    for y in stride(from: 0, to: bitmap.height, by: distance) {
      for x in stride(from: 0, to: bitmap.width, by: distance) {
        let pixel = bitmap[x, y]
        guard pixel.alpha > 0 else { continue }
        // Steps of 8 codes are precise enough for `BackgroundColor`.
        counts[pixel.packed & 0xF8F8_F8F8 | 0x0404_0404, default: 0] += 1
      }
    }
    let visible = Double(max(1, counts.values.reduce(0, +)))
    shares = counts.sorted { $0.key < $1.key }.map {
      Share(color: Pixel(packed: $0.key), share: Double($0.value) / visible)
    }
  }

  /// Returns the fraction of the visible pixels that can be told apart from an opaque background, 0
  /// to 1, as `BackgroundColor` defines it.
  package func visibleShare(on background: Pixel) -> Double {
    let background = BackgroundColor(background)
    return shares.reduce(0) {
      background.shows($1.color) ? $0 + $1.share : $0
    }
  }
}
