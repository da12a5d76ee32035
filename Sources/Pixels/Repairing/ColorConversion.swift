internal import Basics

extension Bitmap {
  /// Returns the bitmap in other colors, which are clipped to sRGB.
  ///
  /// - Parameter light: converts red, green and blue of 0 to 255 to linear light of sRGB, of 0 to 1.
  package func convertedToSRGB(_ light: (SIMD3<UInt8>) -> SIMD3<Double>) -> Bitmap {
    var result = self
    // Art has few colors, and neighbors have the same. A photo may have millions.
    let mostKnown = 1 << 16
    var known: [Pixel: Pixel] = [:]
    for y in 0..<height {
      for x in 0..<width {
        let pixel = self[x, y]
        let opaque = Pixel(red: pixel.red, green: pixel.green, blue: pixel.blue)
        var converted =
          known[opaque]
          ?? {
            let light = light(SIMD3(pixel.red, pixel.green, pixel.blue))
            // The values of a hostile profile may be infinite or not numbers.
            func code(_ value: Double) -> UInt8 {
              LinearLight.toCode[value > 0 ? Int(clamping: (min(value, 1) * 65535).rounded()) : 0]
            }
            let result = Pixel(red: code(light.x), green: code(light.y), blue: code(light.z))
            if known.count >= mostKnown { known.removeAll(keepingCapacity: true) }
            known[opaque] = result
            return result
          }()
        converted.alpha = pixel.alpha
        result[x, y] = converted
      }
    }
    return result
  }
}
