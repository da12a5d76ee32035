internal import Basics

/// Finds the nearest palette color of each pixel, by the distance of `ColorVector`.
package struct PaletteMatcher {
  package let palette: [Pixel]
  private let points: [SIMD4<Float>]
  /// The last pixel with each hash, and the index of its color.
  private var recent: [(pixel: Pixel, index: UInt16)?]

  private static let hashBits: UInt32 = 14

  /// Creates a matcher for 1 to 65,536 colors.
  package init(palette: [Pixel]) {
    precondition((1...65_536).contains(palette.count))
    self.palette = palette
    points = palette.map { ColorVector($0).point }
    recent = Array(repeating: nil, count: 1 << Self.hashBits)
  }

  /// Returns the index of the nearest color.
  package mutating func index(of pixel: Pixel) -> UInt16 {
    let place = pixel.packed.slot(bits: Self.hashBits)
    if let known = recent[place], known.pixel == pixel { return known.index }
    let index = UInt16(ColorVector.nearest(ColorVector(pixel).point, in: points.span))
    recent[place] = (pixel, index)
    return index
  }

  /// Returns the indices of the colors, at most 256, that look like each color, and their squared distances from it: at
  /// most eight, the nearest first, which is the color itself.
  package func similarColors(_ tolerance: Tolerance) -> [[(index: UInt8, cost: Float)]] {
    let limit = tolerance.limit
    return points.map { point in
      let distances = points.enumerated().map { index, other in
        let difference = other - point
        return (index: UInt8(index), cost: (difference * difference).sum())
      }
      let similar = distances.filter { $0.cost <= limit }.sorted { $0.cost < $1.cost }
      return Array(similar.prefix(8))
    }
  }

  /// Returns the bitmap with the nearest color of each pixel. Transparent pixels stay transparent,
  /// even without such a color.
  package mutating func reduced(_ bitmap: Bitmap) -> Bitmap {
    var result = Bitmap(width: bitmap.width, height: bitmap.height)
    let source = bitmap.samples.span
    var samples = result.samples.mutableSpan
    for index in stride(from: 0, to: source.count, by: 4) {
      let pixel = source.pixel(at: index)
      guard pixel.alpha > 0 else { continue }
      samples.store(palette[Int(self.index(of: pixel))], at: index)
    }
    return result
  }
}
