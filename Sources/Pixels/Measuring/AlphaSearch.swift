extension Span where Element == UInt8 {
  /// Returns the index of the first of neighboring pixels whose alpha has a bit of a mask; `end` without
  /// any.
  ///
  /// - Parameters:
  ///   - mask: the highest bits: alphas from the lowest of these on are found.
  ///   - start: the index of the first pixel's first sample.
  ///   - end: the index after the last pixel.
  @inline(__always)
  func firstPixel(alpha mask: UInt8, from start: Int, before end: Int) -> Int {
    var index = start
    let pair = Self.pairMask(mask)
    while index + 32 <= end, eightPixels(at: index).any & pair == 0 { index += 32 }
    while index < end, self[index + 3] & mask == 0 { index += 4 }
    return index
  }

  /// Returns the index after the last of neighboring pixels whose alpha has a bit of a mask; `start`
  /// without any.
  @inline(__always)
  func endOfPixels(alpha mask: UInt8, from start: Int, before end: Int) -> Int {
    var index = end
    let pair = Self.pairMask(mask)
    while index - 32 >= start, eightPixels(at: index - 32).any & pair == 0 { index -= 32 }
    while index > start, self[index - 1] & mask == 0 { index -= 4 }
    return index
  }

  /// Returns the index of the first of neighboring pixels whose alpha has no bit of a mask; `end` without
  /// any.
  @inline(__always)
  func firstPixel(withoutAlpha mask: UInt8, from start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      if index + 32 <= end, eightPixels(at: index).all & pairAlphaMask == pairAlphaMask {
        index += 32
      } else if self[index + 3] & mask != 0 {
        index += 4
      } else {
        break
      }
    }
    return index
  }

  /// Returns the bits that any, and those that all, of eight neighboring pixels have, in pairs as
  /// `pixelPair(at:)` returns them.
  @inline(__always)
  func eightPixels(at index: Int) -> (any: UInt64, all: UInt64) {
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    let pairs = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
    let any = pairs.lowHalf | pairs.highHalf
    let all = pairs.lowHalf & pairs.highHalf
    return ((any.x | any.y).littleEndian, (all.x & all.y).littleEndian)
  }

  @inline(__always)
  private static func pairMask(_ mask: UInt8) -> UInt64 { UInt64(mask) << 24 | UInt64(mask) << 56 }
}

extension Bitmap {
  /// Returns the bounds of the pixels of an area whose alpha has a bit of a mask; nil if there is none.
  func bounds(ofAlpha mask: UInt8, in area: PixelRect) -> PixelRect? {
    let samples = samples.span
    func row(_ y: Int) -> Range<Int> {
      let start = (y * width + area.x) * 4
      return start..<start + area.width * 4
    }
    func isEmpty(_ y: Int) -> Bool {
      let row = row(y)
      return samples.firstPixel(alpha: mask, from: row.lowerBound, before: row.upperBound)
        == row.upperBound
    }
    var (top, bottom) = (area.y, area.y + area.height)
    while top < bottom, isEmpty(top) { top += 1 }
    guard top < bottom else { return nil }
    while isEmpty(bottom - 1) { bottom -= 1 }
    // In samples from the first column of the area. Only what is outside of the bounds so far is searched.
    var (left, right) = (area.width * 4, 0)
    for y in top..<bottom {
      let start = row(y).lowerBound
      left = samples.firstPixel(alpha: mask, from: start, before: start + left) - start
      right =
        samples.endOfPixels(alpha: mask, from: start + right, before: row(y).upperBound) - start
    }
    return PixelRect(
      x: area.x + left / 4, y: top, width: (right - left) / 4, height: bottom - top)
  }
}
