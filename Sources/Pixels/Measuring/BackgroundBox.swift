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

  /// The maximum difference from the color in a channel, which allows for JPEG artifacts, dithering
  /// and the noise of a scan, of a standard deviation of 8.
  static let tolerance = 20
  /// The smallest fraction of the edges in the color of the background. Art may touch them.
  static let minimumEdgeShare = 0.95

  /// Finds the background of a canvas; nil if the edges are not opaque or not of one color, or if
  /// the whole canvas has that color.
  package init?(of bitmap: Bitmap) {
    guard bitmap.width > 2, bitmap.height > 2 else { return nil }
    let samples = bitmap.samples.span
    let (width, height) = (bitmap.width, bitmap.height)
    var edges: [Int] = []
    for x in 0..<width { edges += [x, (height - 1) * width + x] }
    for y in 1..<height - 1 { edges += [y * width, (y + 1) * width - 1] }
    let mostEdges = Int(Double(edges.count) * Self.minimumEdgeShare)
    // Most canvases are rejected here.
    guard edges.count(where: { samples[$0 * 4 + 3] == 255 }) >= mostEdges else { return nil }
    func median(_ channel: Int) -> UInt8 {
      edges.map { samples[$0 * 4 + channel] }.sorted()[edges.count / 2]
    }
    let color = Pixel(red: median(0), green: median(1), blue: median(2))
    func isBackground(_ place: Int) -> Bool {
      let index = place * 4
      return samples[index + 3] == 255
        && abs(Int(samples[index]) - Int(color.red)) <= Self.tolerance
        && abs(Int(samples[index + 1]) - Int(color.green)) <= Self.tolerance
        && abs(Int(samples[index + 2]) - Int(color.blue)) <= Self.tolerance
    }
    var waiting = edges.filter(isBackground)
    guard waiting.count >= mostEdges else { return nil }
    // Flood fill by runs instead of pixels keeps the stack small.
    var isReached = [Bool](repeating: false, count: width * height)
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
