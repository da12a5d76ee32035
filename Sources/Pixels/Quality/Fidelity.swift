internal import SystemLibraries

extension Bitmap {
  /// Returns the peak signal-to-noise ratio to an original of the same size, in decibels: the smaller of
  /// those over white and over black. Only pixels that are visible in one of the two count. Infinite
  /// if these are equal.
  package func fidelity(to original: Bitmap) -> Double {
    precondition(width == original.width && height == original.height, "the sizes differ")
    let mine = samples.span
    let theirs = original.samples.span
    var overBlack = 0.0
    var overWhite = 0.0
    var visible = 0
    for index in stride(from: 0, to: mine.count, by: 4) {
      let words = (mine.pixelWord(at: index), theirs.pixelWord(at: index))
      guard (words.0 | words.1) >> 24 > 0 else { continue }
      visible += 1
      if words.0 == words.1 { continue }
      let (own, other) = (mine.pixel(at: index), theirs.pixel(at: index))
      let difference = own.premultiplied - other.premultiplied
      let alpha = Float(own.alpha) - Float(other.alpha)
      overBlack += Double((difference * difference).sum())
      overWhite += Double(((difference - alpha) * (difference - alpha)).sum())
    }
    let worst = max(overBlack, overWhite)
    guard worst > 0 else { return .infinity }
    return 10 * log10(255 * 255 * 3 * Double(visible) / worst)
  }
}

extension Pixel {
  /// Red, green and blue over black, 0 to 255.
  fileprivate var premultiplied: SIMD3<Float> {
    SIMD3(Float(red), Float(green), Float(blue)) * (Float(alpha) / 255)
  }
}
