/// The color that fully transparent pixels store.
package struct HiddenColor: Sendable, Equatable {
  /// The number of sampled pixels.
  package var sampled = 0
  /// The number of fully transparent pixels that are not black.
  package var pixels = 0
  /// The number of them whose color differs from the pixel to the left, so they take up bytes.
  package var changes = 0
  /// The number of them next to a visible pixel.
  package var borders = 0
  /// The number of those whose color differs clearly from that pixel. Programs that repeat the colors
  /// of an edge under transparent pixels leave no difference.
  package var breaks = 0
  /// The bounds of the sampled pixels with hidden color; nil without any.
  package private(set) var area: PixelRect?

  /// Whether the hidden color is a picture, such as an erased background: it does not continue the
  /// visible art, and most pixels differ from their neighbor, while copies of an edge form streaks.
  package var isPicture: Bool { breaks * 2 >= borders && changes * 3 >= pixels * 2 }

  /// The minimum difference of a channel that is a break, in codes.
  static let minimumBreak = 48

  /// Samples every fourth row of a canvas.
  package init(of bitmap: Bitmap) {
    let samples = bitmap.samples.span
    for y in stride(from: 0, to: bitmap.height, by: 4) {
      var last: UInt64 = 0
      let start = y * bitmap.width * 4
      let end = start + bitmap.width * 4
      var index = start
      // The samples of the row from the first pixel with hidden color to the last.
      var (first, beyond) = (end, start)
      sampled += bitmap.width
      while index + 8 <= end {
        if index + 32 <= end, last >> 24 != 0 || last == 0 {
          let eight = samples.eightPixels(at: index)
          if eight.any == 0 || eight.all & pairAlphaMask == pairAlphaMask {
            last = eight.all >> 32
            index += 32
            continue
          }
        }
        let pair = samples.pixelPair(at: index)
        index += 8
        // Both pixels are transparent black, or both are opaque.
        if pair == 0 || pair & pairAlphaMask == pairAlphaMask, last >> 24 != 0 || last == 0 {
          last = pair >> 32
          continue
        }
        if note(pair & 0xFFFF_FFFF, &last) { (first, beyond) = (min(first, index - 8), index - 4) }
        if note(pair >> 32, &last) { (first, beyond) = (min(first, index - 4), index) }
      }
      if index < end,
        note((0..<4).reduce(0) { $0 | UInt64(samples[index + $1]) << UInt64($1 * 8) }, &last)
      {
        (first, beyond) = (min(first, index), end)
      }
      guard first < beyond else { continue }
      let row = PixelRect(
        x: (first - start) / 4, y: y, width: (beyond - first) / 4, height: 1)
      area = area?.union(row) ?? row
    }
  }

  /// Counts a pixel, and returns whether it has hidden color.
  @inline(__always)
  private mutating func note(_ pixel: UInt64, _ last: inout UInt64) -> Bool {
    let isHidden = Self.isHidden(pixel)
    if isHidden {
      pixels += 1
      if pixel != last { changes += 1 }
    }
    // One of the two is visible, and the other one stores hidden color.
    if pixel != 0, last != 0, (pixel >> 24 == 0) != (last >> 24 == 0) {
      borders += 1
      if Self.color(pixel).largestDifference(from: Self.color(last)) >= Self.minimumBreak {
        breaks += 1
      }
    }
    last = pixel
    return isHidden
  }

  /// Whether a pixel, red in the lowest byte, is fully transparent and not black.
  @inline(__always)
  private static func isHidden(_ pixel: UInt64) -> Bool { pixel >> 24 == 0 && pixel != 0 }

  /// Finds all pixels of a canvas with hidden color, by their numbers.
  static func find(in bitmap: Bitmap, found: (Int) -> Void) {
    let samples = bitmap.samples.span
    for place in 0..<bitmap.width * bitmap.height
    where isHidden(UInt64(samples.pixelWord(at: place * 4))) {
      found(place)
    }
  }

  private static func color(_ pixel: UInt64) -> Pixel {
    Pixel(packed: UInt32(truncatingIfNeeded: pixel).byteSwapped)
  }
}

extension Bitmap {
  /// Sets all fully transparent pixels to transparent black.
  package mutating func clearHiddenColor() {
    // A bitmap without hidden color keeps sharing its memory with its copies.
    guard hasHiddenColor else { return }
    var samples = samples.mutableSpan
    for index in stride(from: 0, to: samples.count, by: 4) where samples[index + 3] == 0 {
      for channel in 0..<3 { samples[index + channel] = 0 }
    }
  }

  /// Whether a fully transparent pixel stores a color.
  package var hasHiddenColor: Bool {
    let samples = samples.span
    for index in stride(from: 0, to: samples.count, by: 4) where samples[index + 3] == 0 {
      if samples.pixel(at: index) != .clear { return true }
    }
    return false
  }
}
