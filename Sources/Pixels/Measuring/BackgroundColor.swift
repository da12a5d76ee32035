/// Opaque background colors, for telling pixels apart from them.
struct BackgroundColors {
  private let colors: [Pixel]
  private let luminances: [Float]
  /// For each code of red, then of green and of blue, the backgrounds that are not told apart by it.
  private var similar = [UInt8](repeating: 0, count: 3 * 256)

  /// The smallest visible contrast by WCAG's formula, from 1 to 21. An estimate: people who labeled
  /// 507 stickers called dark hair of up to 1.3:1 on a dark bubble lost, and bodies from 1.4:1 on
  /// visible.
  static let minimumContrast: Float = 1.4
  /// The smallest visible difference of a channel, in linear light from 0 to 1. Skin on light gray (0.3)
  /// is told apart by its color alone, navy on dark gray (0.17) is not.
  static let minimumDifference: Float = 0.2

  /// Creates at most 8 backgrounds.
  init(_ colors: [Pixel]) {
    self.colors = colors
    luminances = colors.map(LinearLight.luminance)
    for (index, color) in colors.enumerated() {
      for (channel, own) in [color.red, color.green, color.blue].enumerated() {
        for code in 0..<256 {
          let difference = abs(LinearLight.fromCode[code] - LinearLight.fromCode[Int(own)])
          if difference < Self.minimumDifference { similar[channel * 256 + code] |= 1 << index }
        }
      }
    }
  }

  /// Returns the backgrounds that a pixel over them cannot be told apart from, by lightness or by color:
  /// one bit each, the first in the lowest.
  func hiding(_ pixel: Pixel) -> UInt8 {
    if pixel.alpha == 255 { return hiding(pixel, 0xFF) }
    if pixel.alpha == 0 { return 0xFF }
    return colors.indices.reduce(0) {
      $0 | hiding(pixel.composited(over: colors[$1]), 1 << UInt8($1))
    }
  }

  private func hiding(_ seen: Pixel, _ candidates: UInt8) -> UInt8 {
    var hiding =
      candidates & similar[Int(seen.red)] & similar[256 + Int(seen.green)]
      & similar[512 + Int(seen.blue)]
    guard hiding != 0 else { return 0 }
    let luminance = LinearLight.luminance(of: seen)
    for index in luminances.indices
    where LinearLight.contrast(luminance, luminances[index]) >= Self.minimumContrast {
      hiding &= ~(1 << UInt8(index))
    }
    return hiding
  }
}

extension LinearLight {
  /// Returns the relative luminance as WCAG defines it, 0 to 1.
  fileprivate static func luminance(of pixel: Pixel) -> Float {
    0.2126 * fromCode[Int(pixel.red)] + 0.7152 * fromCode[Int(pixel.green)]
      + 0.0722 * fromCode[Int(pixel.blue)]
  }

  /// Returns the contrast of two luminances as WCAG defines it, 1 to 21.
  fileprivate static func contrast(_ first: Float, _ second: Float) -> Float {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}

extension Pixel {
  /// Returns the pixel composited over an opaque background.
  func composited(over background: Pixel) -> Pixel {
    func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
      let sum: Int = Int(own) * Int(alpha) + Int(other) * (255 - Int(alpha))
      return UInt8((sum + 127) / 255)
    }
    return Pixel(
      red: channel(red, background.red), green: channel(green, background.green),
      blue: channel(blue, background.blue))
  }

  /// Returns the largest difference in a color channel.
  func largestDifference(from other: Pixel) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}
