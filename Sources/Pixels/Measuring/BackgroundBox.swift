/// A plain opaque background around a picture that does not fill its canvas.
package struct BackgroundBox: Sendable, Equatable, Codable {
  /// The color along the edges of the canvas.
  package var color: Pixel
  /// The number of pixels of about that color that are connected to the edges.
  package var pixels: Int
  /// The bounds of all other pixels.
  package var picture: PixelRect
  /// The number of all other pixels.
  package var picturePixels: Int

  /// The maximum difference from the color in a channel, which allows for JPEG artifacts and
  /// dithering.
  static let tolerance = 10

  /// Finds the background of a canvas; nil if the edges are not opaque or not of one color, or if
  /// the whole canvas has that color.
  package init?(of bitmap: Bitmap) {
    guard bitmap.width > 2, bitmap.height > 2 else { return nil }
    let color = bitmap[0, 0]
    let samples = bitmap.samples.span
    let (width, height) = (bitmap.width, bitmap.height)
    func isBackground(_ place: Int) -> Bool {
      let index = place * 4
      return samples[index + 3] == 255
        && abs(Int(samples[index]) - Int(color.red)) <= Self.tolerance
        && abs(Int(samples[index + 1]) - Int(color.green)) <= Self.tolerance
        && abs(Int(samples[index + 2]) - Int(color.blue)) <= Self.tolerance
    }
    // Most canvases are rejected here, at their first pixel.
    for x in 0..<width where !isBackground(x) || !isBackground((height - 1) * width + x) {
      return nil
    }
    for y in 0..<height where !isBackground(y * width) || !isBackground((y + 1) * width - 1) {
      return nil
    }
    // Flood fill by runs instead of pixels keeps the stack small.
    var isReached = [Bool](repeating: false, count: width * height)
    var waiting = [0]
    var count = 0
    while let place = waiting.popLast() {
      guard !isReached[place] else { continue }
      let row = place / width * width
      var left = place
      while left > row, isBackground(left - 1) { left -= 1 }
      var right = place + 1
      while right < row + width, isBackground(right) { right += 1 }
      for reached in left..<right { isReached[reached] = true }
      count += right - left
      for offset in [-width, width] where (0..<width * height).contains(left + offset) {
        var wasOpen = false
        for next in left + offset..<right + offset {
          let isOpen = !isReached[next] && isBackground(next)
          if isOpen, !wasOpen { waiting.append(next) }
          wasOpen = isOpen
        }
      }
    }
    guard let picture = bitmap.smallestArea(where: { !isReached[$0 / 4] }) else { return nil }
    self.color = color
    self.pixels = count
    self.picture = picture
    picturePixels = width * height - count
  }
}
