internal import Basics

/// A plain background around a picture, opaque or translucent: a rectangle that fills the canvas or a part
/// of it.
package struct BackgroundBox: Sendable, Equatable {
  /// The color along the edges of the rectangle, with its alpha.
  package var color: Pixel
  /// The number of pixels of about that color that are connected to the edges.
  package var pixels: Int
  /// The bounds of all other pixels of the rectangle.
  package var picture: PixelRect
  /// The number of all other pixels of the rectangle.
  package var picturePixels: Int

  /// The maximum difference from the color in a channel, which allows for JPEG artifacts, dithering
  /// and the noise of a scan, of a standard deviation of 8.
  private static let tolerance: UInt8 = 20
  /// The maximum difference of edges that are noisy, with a standard deviation of up to 24. More is texture.
  private static let noise: UInt8 = 60
  /// The smallest fraction of the edges in the color of the background. Art may touch them.
  private static let minimumEdgeShare = 0.95
  /// The minimum alpha of a background. A person sees a tint of 20% on a bubble.
  private static let minimumAlpha = UInt8(32)

  /// Finds the background of a canvas with visible pixels in `area`; nil if the edges of this rectangle do
  /// not have one color, or if all of it has that color.
  package init?(of canvas: Bitmap, in area: PixelRect) {
    guard let (box, color, filled) = Self.background(of: canvas, in: area),
      let picture = PixelRect(
        inWidth: box.width, height: box.height, where: { !filled.isMember[$0] })
    else { return nil }
    self.color = color
    pixels = filled.count
    self.picture = PixelRect(
      x: picture.x + box.x, y: picture.y + box.y, width: picture.width, height: picture.height)
    picturePixels = box.width * box.height - pixels
  }

  /// Finds the pixels of the background, by their numbers.
  static func find(in canvas: Bitmap, found: (Int) -> Void) {
    guard let area = canvas.visibleArea,
      let (box, _, filled) = background(of: canvas, in: area)
    else { return }
    for place in filled.isMember.indices where filled.isMember[place] {
      let (y, x) = place.quotientAndRemainder(dividingBy: box.width)
      found((y + box.y) * canvas.width + x + box.x)
    }
  }

  /// Returns a rectangle, the color of its edges, and the pixels in it of about that color that are connected to
  /// the edges.
  private static func background(
    of canvas: Bitmap, in area: PixelRect
  ) -> (box: PixelRect, color: Pixel, filled: PixelSet)? {
    // The edges of a rectangle inside the canvas may be antialiased.
    let (left, top) = (area.x == 0 ? 0 : area.x + 1, area.y == 0 ? 0 : area.y + 1)
    let (right, bottom) = (area.x + area.width, area.y + area.height)
    let box = PixelRect(
      x: left, y: top, width: right - (right == canvas.width ? 0 : 1) - left,
      height: bottom - (bottom == canvas.height ? 0 : 1) - top)
    guard box.width > 2, box.height > 2 else { return nil }
    let samples = canvas.samples.span
    let edges = box.edges(inWidth: canvas.width)
    let mostEdges = Int(clamping: Double(edges.count) * minimumEdgeShare)
    // Most canvases are rejected here.
    guard edges.count(where: { samples[$0 * 4 + 3] >= minimumAlpha }) >= mostEdges else {
      return nil
    }
    func median(_ channel: Int) -> UInt8 {
      var counts = [Int](repeating: 0, count: 256)
      for place in edges { counts[Int(samples[place * 4 + channel])] += 1 }
      var (code, left) = (0, edges.count / 2)
      while left >= counts[code] {
        left -= counts[code]
        code += 1
      }
      return UInt8(code)
    }
    let color = Pixel(red: median(0), green: median(1), blue: median(2), alpha: median(3))
    func differ(by tolerance: UInt8, _ pixel: (Int) -> UInt32) -> Bool {
      let similar = PixelRange(around: color, tolerance: tolerance)
      // Photos are rejected before most of their edges are compared.
      var left = edges.count - mostEdges
      for place in edges where !similar.contains(pixel(place)) {
        left -= 1
        if left < 0 { return true }
      }
      return false
    }
    var inside = canvas.cropped(to: box)
    if differ(by: tolerance, { samples.pixelWord(at: $0 * 4) }) {
      // The edges of photos differ even where noise is smoothed, and smoothing all pixels takes long.
      guard !differ(by: noise, { samples.pixelWord(at: $0 * 4) }),
        !differ(by: tolerance, { canvas.mean(around: $0, in: box).packed.byteSwapped })
      else { return nil }
      inside = canvas.smoothed(in: box)
    }
    let similar = PixelRange(around: color, tolerance: tolerance)
    let colors = inside.samples.span
    let open = PixelSet(of: inside) { similar.contains(colors.pixelWord(at: $0 * 4)) }
    return (box, color, open.connected(to: open.ring))
  }
}

extension Bitmap {
  /// Returns the mean of 5 × 5 px around a pixel, as far as they are in an area. It is a fifth as noisy.
  fileprivate func mean(around place: Int, in area: PixelRect) -> Pixel {
    let samples = samples.span
    let (row, column) = place.quotientAndRemainder(dividingBy: width)
    let rows = max(area.y, row - 2)..<min(area.y + area.height, row + 3)
    let columns = max(area.x, column - 2)..<min(area.x + area.width, column + 3)
    var sum = SIMD4<Int32>.zero
    for y in rows {
      for index in stride(
        from: (y * width + columns.lowerBound) * 4, to: (y * width + columns.upperBound) * 4, by: 4)
      {
        sum &+= SIMD4(
          Int32(samples[index]), Int32(samples[index + 1]), Int32(samples[index + 2]),
          Int32(samples[index + 3]))
      }
    }
    let mean = sum / Int32(rows.count * columns.count)
    return Pixel(
      red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z), alpha: UInt8(mean.w))
  }

  /// Returns an area with the mean around each pixel.
  fileprivate func smoothed(in area: PixelRect) -> Bitmap {
    var result = Bitmap(width: area.width, height: area.height)
    for y in 0..<area.height {
      for x in 0..<area.width {
        result[x, y] = mean(around: (y + area.y) * width + x + area.x, in: area)
      }
    }
    return result
  }
}
