/// A color as a point whose squared distance from another one is their squared difference over white
/// plus that over black, with weighted channels.
///
/// For a channel of premultiplied value p and alpha a, the differences are dp over black and dp - da
/// over white. dp² + (dp - da)² = 2(dp - da/2)² + da²/2, which is a sum of squares.
struct ColorVector: Sendable {
  // The eye is most sensitive to green and least to blue. These weights are a common approximation.
  private static let weights = SIMD3<Float>(2, 4, 1)
  private static let scale = (weights * 2).squareRoot()
  private static let alphaScale = (weights.sum() / 2).squareRoot()
  // An opaque pixel is never as near to a translucent color as to an opaque one of about its color.
  private static let opaqueStep: Float = 64

  /// The squared distance of two opaque grays that differ by one code.
  static let squaredGrayStep = (scale * scale).sum()

  var point: SIMD4<Float>

  init(_ pixel: Pixel) {
    let alpha = Float(pixel.alpha)
    let color = SIMD3(Float(pixel.red), Float(pixel.green), Float(pixel.blue)) * (alpha / 255)
    let own = (color - alpha / 2) * Self.scale
    point = SIMD4(own, alpha * Self.alphaScale + (pixel.alpha == 255 ? Self.opaqueStep : 0))
  }

  init(point: SIMD4<Float>) { self.point = point }

  /// The nearest pixel.
  var pixel: Pixel {
    let alpha = min(255, (point.w / Self.alphaScale).rounded())
    guard alpha >= 1 else { return .clear }
    let color = SIMD3(point.x, point.y, point.z) / Self.scale + alpha / 2
    let code = (color * (255 / alpha)).rounded(.toNearestOrEven)
      .clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
    return Pixel(
      red: UInt8(code.x), green: UInt8(code.y), blue: UInt8(code.z), alpha: UInt8(alpha))
  }

  /// Returns the index of the nearest of at least one point.
  @inline(__always)
  static func nearest(_ point: SIMD4<Float>, in points: Span<SIMD4<Float>>) -> Int {
    var best = 0
    var least = Float.infinity
    for index in 0..<points.count {
      let difference = points[index] - point
      let squares = difference * difference
      let distance = squares.x + squares.y + (squares.z + squares.w)
      if distance < least {
        least = distance
        best = index
      }
    }
    return best
  }
}
