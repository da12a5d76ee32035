/// A white outline with a thin gray edge, as die-cut stickers have: it separates art from dark and from
/// light backgrounds.
package struct DieCutOutline: Sendable {
  /// The width of the white part in pixels.
  package let whiteWidth: Double
  /// The width of the gray edge in pixels.
  package let edgeWidth: Double

  /// The width of all of it in whole pixels, which the canvas must leave free around the art.
  package var width: Int { Int((whiteWidth + edgeWidth + 0.5).rounded(.up)) }

  private static let white = SIMD4<Double>(255, 255, 255, 1)
  /// Contrasts at least 3:1 with white and with black (WCAG 2.2, 1.4.11).
  private static let gray = SIMD4<Double>(128, 128, 128, 1)
  /// The smallest alpha of art that gets an outline. Fainter pixels are shadows and glows.
  private static let minimumAlpha: UInt8 = 128

  /// Creates an outline with a gray edge of a third of its width.
  ///
  /// - Parameter whiteWidth: the width of the white part in pixels.
  package init(whiteWidth: Double) {
    self.whiteWidth = whiteWidth
    edgeWidth = whiteWidth / 3
  }

  /// Creates the outline for a canvas.
  ///
  /// - Parameter side: the longer side of the canvas, in pixels.
  package init(forSide side: Int) {
    // With the edge, 9 and 3 px of a small sticker, 12 and 4 px of a regular one.
    self.init(whiteWidth: Double(side) * 0.03)
  }

  /// Returns a canvas with an outline around and behind its art.
  package func drawn(around art: Bitmap) -> Bitmap {
    let distances = art.squaredDistances(fromAlpha: Self.minimumAlpha)
    var result = Bitmap(width: art.width, height: art.height)
    for y in 0..<art.height {
      for x in 0..<art.width {
        let distance = distances[y * art.width + x].squareRoot()
        func cover(_ reach: Double) -> Double { min(max(reach + 0.5 - distance, 0), 1) }
        let (inner, outer) = (cover(whiteWidth), cover(whiteWidth + edgeWidth))
        guard outer > 0 else { continue }
        let color = Self.white * inner + Self.gray * (1 - inner)
        result[x, y] = Pixel(
          red: UInt8(color.x.rounded()), green: UInt8(color.y.rounded()),
          blue: UInt8(color.z.rounded()), alpha: UInt8((outer * 255).rounded()))
      }
    }
    result.blend(art, x: 0, y: 0)
    return result
  }
}

extension Bitmap {
  /// The squared distance of each pixel from the nearest one with at least an alpha, in pixels; infinite
  /// without any.
  ///
  /// Source: Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012: the lower
  /// envelope of parabolas, along rows and then along columns.
  fileprivate func squaredDistances(fromAlpha minimum: UInt8) -> [Double] {
    var distances = (0..<width * height).map {
      samples[$0 * 4 + 3] >= minimum ? 0 : Double.infinity
    }
    for y in 0..<height {
      Self.transform(&distances, from: y * width, step: 1, count: width)
    }
    for x in 0..<width {
      Self.transform(&distances, from: x, step: width, count: height)
    }
    return distances
  }

  private static func transform(
    _ values: inout [Double], from start: Int, step: Int, count: Int
  ) {
    let line = (0..<count).map { values[start + $0 * step] }
    // The parabolas of the envelope, and where each begins.
    var centers: [Int] = []
    var starts: [Double] = []
    for center in 0..<count where line[center] < .infinity {
      var begin = -Double.infinity
      while let last = centers.last {
        let rise = line[center] + Double(center * center) - line[last] - Double(last * last)
        begin = rise / Double(2 * (center - last))
        guard begin <= starts[starts.count - 1] else { break }
        centers.removeLast()
        starts.removeLast()
        begin = -.infinity
      }
      centers.append(center)
      starts.append(begin)
    }
    guard !centers.isEmpty else { return }
    var current = 0
    for place in 0..<count {
      while current + 1 < centers.count, starts[current + 1] < Double(place) { current += 1 }
      let distance = Double(place - centers[current])
      values[start + place * step] = distance * distance + line[centers[current]]
    }
  }
}
