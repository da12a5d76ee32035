internal import Basics

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

  /// Returns the difference up to which each pixel of a canvas may differ, in codes.
  private func differences(of canvas: Bitmap) -> [Float] {
    let byShare = (0...255).map { flat + (texture - flat) * Float($0) / 255 }
    var differences = canvas.texture.map { byShare[Int($0)] }
    WeakEdges(in: canvas, upTo: max(flat, texture)).limit(&differences, in: canvas)
    return differences
  }

  /// Returns the difference up to which each pixel of a canvas may differ, in whole codes.
  package func codes(of canvas: Bitmap) -> [UInt8] {
    differences(of: canvas).map { UInt8(clamping: $0) }
  }

  /// Returns the squared distance up to which each pixel of a canvas may differ.
  package func limits(of canvas: Bitmap) -> [Float] {
    guard self != .none else {
      return [Float](repeating: 0, count: canvas.width * canvas.height)
    }
    return differences(of: canvas).map(Self.limit)
  }
}

extension Bitmap {
  /// The share of a tolerance that each pixel bears, 0 to 255 for all of it: texture hides differences, flat areas and the
  /// surroundings of an edge do not.
  var texture: [UInt8] {
    var luma = [UInt8](repeating: 0, count: width * height)
    let source = samples.span
    var target = luma.mutableSpan
    for place in 0..<target.count {
      let word = source.pixelWord(at: place &* 4)
      let (red, green, blue) = (word & 255, word >> 8 & 255, word >> 16 & 255)
      let eighths = red * 2 + green * 5 + blue
      target[place] = UInt8(truncatingIfNeeded: eighths >> 3)
    }
    // The range of the luminance in the square of 3 x 3 px around each pixel.
    var range = alongColumns(alongRows(luma, max), max)
    let lowest = alongColumns(alongRows(luma, min), min)
    for place in range.indices { range[place] -= lowest[place] }
    // A square without texture in the neighborhood shows differences.
    var shares = alongColumns(alongRows(range, min), min)
    for place in shares.indices { shares[place] = UInt8(min(255, Int(shares[place]) * 8)) }
    return shares
  }

  /// Combines each value with its left and right neighbor.
  @inline(__always)
  private func alongRows(_ values: [UInt8], _ pick: (UInt8, UInt8) -> UInt8) -> [UInt8] {
    guard width > 1 else { return values }
    var result = combined(values, distance: 1, pick)
    for start in stride(from: 0, to: values.count, by: width) {
      let last = start + width - 1
      result[start] = pick(values[start], values[start + 1])
      result[last] = pick(values[last - 1], values[last])
    }
    return result
  }

  /// Combines each value with those above and below it.
  @inline(__always)
  private func alongColumns(_ values: [UInt8], _ pick: (UInt8, UInt8) -> UInt8) -> [UInt8] {
    combined(values, distance: width, pick)
  }

  /// Combines each value with those that are a distance before and after it.
  ///
  /// Unsafe: the compiler vectorizes loops without checks. `lower` and `higher` are read only where they are within the
  /// values, of which there are at least two distances.
  @inline(__always)
  private func combined(
    _ values: [UInt8], distance: Int, _ pick: (UInt8, UInt8) -> UInt8
  ) -> [UInt8] {
    guard distance > 0, values.count >= 2 * distance else { return values }
    return unsafe [UInt8](unsafeUninitializedCapacity: values.count) { result, count in
      count = values.count
      unsafe values.withUnsafeBufferPointer { values in
        guard let own = values.baseAddress, let target = result.baseAddress else { return }
        let (lower, higher) = unsafe (own - distance, own + distance)
        let end = values.count - distance
        for place in 0..<distance { unsafe target[place] = pick(own[place], higher[place]) }
        for place in distance..<end {
          unsafe target[place] = pick(pick(lower[place], own[place]), higher[place])
        }
        for place in end..<values.count { unsafe target[place] = pick(lower[place], own[place]) }
      }
    }
  }
}
