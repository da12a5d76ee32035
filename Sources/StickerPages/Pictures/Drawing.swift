internal import Pixels
internal import SystemLibraries

/// A picture that is drawn with smooth edges, in points with the origin at the top left.
struct Drawing {
  /// The picture, which is opaque.
  private(set) var bitmap: Bitmap
  /// The number of pixels in a point.
  let scale: Double

  /// The width in points.
  var width: Double { Double(bitmap.width) / scale }
  /// The height in points.
  var height: Double { Double(bitmap.height) / scale }

  /// A rectangle in points.
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Returns the box with all edges moved out by a distance, in points.
    func grown(by distance: Double) -> Box {
      Box(
        x: x - distance, y: y - distance, width: width + 2 * distance,
        height: height + 2 * distance)
    }

    /// Returns the box moved down by a distance, in points.
    func lowered(by distance: Double) -> Box {
      Box(x: x, y: y + distance, width: width, height: height)
    }
  }

  /// Creates a picture that changes from one opaque color at its top to another one at its bottom.
  init(width: Int, height: Int, scale: Double, from top: Pixel, to bottom: Pixel) {
    bitmap = Bitmap(width: width, height: height)
    self.scale = scale
    for y in 0..<height {
      let color = top.mixed(with: bottom, share: Double(y) / Double(max(1, height - 1)))
      for x in 0..<width { bitmap[x, y] = color }
    }
  }

  /// Fills a rounded box.
  ///
  /// - Parameters:
  ///   - radius: the radius of the corners, in points.
  ///   - softness: the width of the edge over which the color fades out, in points; 0 for a sharp one.
  mutating func fill(
    _ box: Box, radius: Double, with color: Pixel, opacity: Double = 1, softness: Double = 0
  ) {
    let fade = max(1, softness * scale)
    let outer = box.grown(by: softness)
    func pixels(_ from: Double, _ length: Double, _ limit: Int) -> Range<Int> {
      let (start, end) = ((from * scale).rounded(.down), ((from + length) * scale).rounded(.up))
      return Int(max(0, start))..<max(Int(max(0, start)), min(limit, Int(end)))
    }
    let (centerX, centerY) = ((box.x + box.width / 2) * scale, (box.y + box.height / 2) * scale)
    let corner = radius * scale
    let (halfWidth, halfHeight) = (box.width / 2 * scale - corner, box.height / 2 * scale - corner)
    for y in pixels(outer.y, outer.height, bitmap.height) {
      let offsetY = max(0, abs(Double(y) + 0.5 - centerY) - halfHeight)
      for x in pixels(outer.x, outer.width, bitmap.width) {
        let offsetX = max(0, abs(Double(x) + 0.5 - centerX) - halfWidth)
        let distance = (offsetX * offsetX + offsetY * offsetY).squareRoot() - corner
        let cover = min(max(0.5 - distance / fade, 0), 1)
        guard cover > 0 else { continue }
        // The edge of a shadow has no visible begin and end.
        let share = softness > 0 ? cover * cover * (3 - 2 * cover) : cover
        bitmap[x, y] = bitmap[x, y].mixed(with: color, share: share * opacity)
      }
    }
  }

  /// Fills a rounded box with a shadow below it.
  mutating func raise(_ box: Box, radius: Double, with color: Pixel) {
    fill(
      box.lowered(by: 3), radius: radius, with: Pixel(red: 30, green: 40, blue: 80), opacity: 0.16,
      softness: 10)
    fill(box, radius: radius, with: color)
  }

  /// Shows art around a center, with a longer side in points.
  ///
  /// - Parameter angle: by which it is turned clockwise, in degrees.
  mutating func show(
    _ art: Bitmap, x: Double, y: Double, side: Double, angle: Double = 0
  ) {
    let longer = Double(max(art.width, art.height))
    let factor = side * scale / longer
    let (width, height) = (
      max(1, Int((Double(art.width) * factor).rounded())),
      max(1, Int((Double(art.height) * factor).rounded()))
    )
    let resampler = Resampler(
      fromWidth: art.width, fromHeight: art.height, toWidth: width, toHeight: height)
    let picture = resampler.resample(art).turned(by: angle * .pi / 180)
    bitmap.blend(
      picture, x: Int((x * scale).rounded()) - picture.width / 2,
      y: Int((y * scale).rounded()) - picture.height / 2)
  }
}

extension Pixel {
  /// Returns an opaque mixture of two opaque colors.
  ///
  /// - Parameter share: the part of the other color, 0 to 1.
  func mixed(with other: Pixel, share: Double) -> Pixel {
    func code(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(own) + (Double(other) - Double(own)) * share).rounded())
    }
    return Pixel(
      red: code(red, other.red), green: code(green, other.green), blue: code(blue, other.blue))
  }
}

extension Bitmap {
  /// Returns the bitmap turned clockwise around its center, with bilinear interpolation.
  fileprivate func turned(by angle: Double) -> Bitmap {
    guard angle != 0 else { return self }
    let (sine, cosine) = (sin(angle), cos(angle))
    let (own, other) = (Double(width), Double(height))
    var result = Bitmap(
      width: Int((own * abs(cosine) + other * abs(sine)).rounded(.up)),
      height: Int((own * abs(sine) + other * abs(cosine)).rounded(.up)))
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (right, down) = (
          Double(x) + 0.5 - Double(result.width) / 2, Double(y) + 0.5 - Double(result.height) / 2
        )
        result[x, y] = interpolated(
          x: right * cosine + down * sine + own / 2 - 0.5,
          y: down * cosine - right * sine + other / 2 - 0.5)
      }
    }
    return result
  }

  /// The color between four pixels. What is outside of the bitmap is transparent.
  private func interpolated(x: Double, y: Double) -> Pixel {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    var sum = SIMD4<Double>.zero
    for (column, row) in [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]
    where column >= 0 && row >= 0 && column < width && row < height {
      let weight = (1 - abs(x - Double(column))) * (1 - abs(y - Double(row)))
      let pixel = self[column, row]
      let color = SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), 255)
      sum += color * (weight * Double(pixel.alpha) / 255)
    }
    guard sum.w >= 0.5 else { return .clear }
    let color = sum * (255 / sum.w)
    return Pixel(
      red: UInt8(min(255, color.x.rounded())), green: UInt8(min(255, color.y.rounded())),
      blue: UInt8(min(255, color.z.rounded())), alpha: UInt8(min(255, sum.w.rounded())))
  }
}
