enum StraightAlpha {
  /// Fully transparent pixels become zeros, which compress best and leave no hidden color.
  static func pixels(_ layer: [SIMD4<Float>]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: layer.count * 4)
    for (index, pixel) in layer.enumerated() {
      let alpha = UInt8((min(pixel.w, 1) * 255).rounded())
      guard alpha > 0 else { continue }
      let straight = (pixel / pixel.w * 255).rounded(.toNearestOrAwayFromZero)
      bytes[index * 4] = UInt8(min(straight.x, 255))
      bytes[index * 4 + 1] = UInt8(min(straight.y, 255))
      bytes[index * 4 + 2] = UInt8(min(straight.z, 255))
      bytes[index * 4 + 3] = alpha
    }
    return bytes
  }
}
