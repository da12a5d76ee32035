/// The differences up to which a pixel may get another color if that makes a file smaller, in codes of gray.
///
/// Texture hides differences that are seen in flat areas and beside edges.
package struct Tolerance: Sendable, Equatable {
  /// For pixels with a flat area around them.
  package var flat: Float
  /// For pixels in texture.
  package var texture: Float

  package static let none = Tolerance(flat: 0, texture: 0)

  package init(flat: Float, texture: Float) { (self.flat, self.texture) = (flat, texture) }

  /// Returns the squared distance of a difference, as those of `ColorVector`.
  static func limit(_ codes: Float) -> Float {
    // Slightly more, so rounding does not exclude differences of exactly the tolerance.
    codes * codes * ColorVector.squaredGrayStep * 1.001
  }

  /// The largest squared distance of any pixel.
  var limit: Float { Self.limit(max(flat, texture)) }

  /// Returns the difference up to which each pixel of a canvas may differ, in whole codes.
  package func codes(of canvas: Bitmap) -> [UInt8] {
    canvas.texture.map { UInt8(min(255, flat + (texture - flat) * Float($0) / 255)) }
  }

  /// Returns the squared distance up to which each pixel of a canvas may differ.
  package func limits(of canvas: Bitmap) -> [Float] {
    guard flat != texture else {
      return [Float](repeating: Self.limit(flat), count: canvas.width * canvas.height)
    }
    let limits = (0...255).map { Self.limit(flat + (texture - flat) * Float($0) / 255) }
    return canvas.texture.map { limits[Int($0)] }
  }
}

extension Bitmap {
  /// The share of a tolerance that each pixel bears, 0 to 255 for all of it: texture hides differences, flat areas and
  /// the surroundings of an edge do not.
  var texture: [UInt8] {
    // The luminance range of each square of 3 x 3 px.
    let source = samples.span
    var luma = [UInt8](repeating: 0, count: width * height)
    for place in luma.indices {
      let pixel = source.pixel(at: place * 4)
      luma[place] = UInt8((Int(pixel.red) * 2 + Int(pixel.green) * 5 + Int(pixel.blue)) >> 3)
    }
    func extreme(_ values: [UInt8], _ pick: (UInt8, UInt8) -> UInt8) -> [UInt8] {
      var rows = values
      for y in 0..<height {
        let start = y * width
        for x in 0..<width {
          var value = values[start + x]
          if x > 0 { value = pick(value, values[start + x - 1]) }
          if x + 1 < width { value = pick(value, values[start + x + 1]) }
          rows[start + x] = value
        }
      }
      var result = rows
      for y in 0..<height {
        for x in 0..<width {
          let place = y * width + x
          var value = rows[place]
          if y > 0 { value = pick(value, rows[place - width]) }
          if y + 1 < height { value = pick(value, rows[place + width]) }
          result[place] = value
        }
      }
      return result
    }
    let range = zip(extreme(luma, max), extreme(luma, min)).map { $0 - $1 }
    // A square without texture in the neighborhood shows differences.
    return extreme(range, min).map { UInt8(min(255, Int($0) * 8)) }
  }
}
