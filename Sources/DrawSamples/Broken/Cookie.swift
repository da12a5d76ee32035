import Pixels

/// The picture that the broken files show: a round biscuit with a bite taken out of it.
enum Cookie {
  private struct Disc {
    var x: Double
    var y: Double
    var radius: Double
    var color: Pixel
  }

  private static let rim = Pixel(red: 150, green: 92, blue: 48)
  private static let dough = Pixel(red: 232, green: 178, blue: 110)
  private static let chocolate = Pixel(red: 84, green: 50, blue: 36)

  private static let discs = [
    Disc(x: 0.5, y: 0.5, radius: 0.46, color: rim),
    Disc(x: 0.5, y: 0.5, radius: 0.42, color: dough),
    Disc(x: 0.36, y: 0.34, radius: 0.06, color: chocolate),
    Disc(x: 0.6, y: 0.58, radius: 0.07, color: chocolate),
    Disc(x: 0.33, y: 0.66, radius: 0.05, color: chocolate),
    Disc(x: 0.55, y: 0.24, radius: 0.04, color: chocolate),
  ]

  /// - Parameters:
  ///   - bite: how far the bite reaches in, as a share of the width.
  ///   - background: what lies behind the biscuit.
  static func drawing(
    width: Int = 408, height: Int = 408, bite: Double = 0.14, background: Pixel = .clear
  ) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    let side = Double(min(width, height))
    for y in 0..<height {
      for x in 0..<width {
        let place = (
          x: (Double(x) + 0.5 - Double(width - height) / 2 * (width > height ? 1 : 0)) / side,
          y: (Double(y) + 0.5) / side
        )
        bitmap[x, y] = pixel(at: place, edge: 1 / side, bite, background)
      }
    }
    return bitmap
  }

  private static func pixel(
    at place: (x: Double, y: Double), edge: Double, _ bite: Double, _ background: Pixel
  ) -> Pixel {
    func coverage(_ x: Double, _ y: Double, _ radius: Double) -> Double {
      let (dx, dy) = (place.x - x, place.y - y)
      return min(1, max(0, (radius - (dx * dx + dy * dy).squareRoot()) / edge + 0.5))
    }
    var color = discs[0].color
    for disc in discs.dropFirst() {
      color = mixed(color, disc.color, coverage(disc.x, disc.y, disc.radius))
    }
    let shape = coverage(0.5, 0.5, discs[0].radius) * (1 - coverage(0.92, 0.2, bite))
    if background.alpha == 255 { return mixed(background, color, shape) }
    guard shape > 0 else { return .clear }
    color.alpha = UInt8((shape * 255).rounded())
    return color.alpha == 0 ? .clear : color
  }

  private static func mixed(_ first: Pixel, _ second: Pixel, _ share: Double) -> Pixel {
    func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
    }
    return Pixel(
      red: channel(first.red, second.red), green: channel(first.green, second.green),
      blue: channel(first.blue, second.blue))
  }
}
