/// How much of an outline can be told from a background.
///
/// At each place of the outline the art is followed inward for a twentieth of the canvas's longer
/// side. The place is seen when one pixel on that way, composited over the background, has enough
/// contrast by WCAG's relative luminance, or clearly another colour. So a die-cut rim of the
/// background's colour hides nothing as long as there is art behind it.
public struct OutlineContrast: Sendable, Equatable {
  /// Places of the outline that were looked at.
  public var places = 0
  /// For each background, how many of the places have hardly any contrast with it.
  public var lostPlaces: [Int]

  /// The least contrast that is seen, by WCAG's formula, from 1 to 21.
  public static let leastContrast: Float = 1.25
  /// The difference in a channel that makes another colour of it, in codes.
  public static let leastColorDifference = 48

  /// The share of the outline that is lost on a background, 0 to 1.
  public func lostShare(on background: Int) -> Double {
    places == 0 ? 0 : Double(lostPlaces[background]) / Double(places)
  }

  /// Looks at a canvas along its outline, over opaque backgrounds.
  public init(of bitmap: Bitmap, along outline: Outline, on backgrounds: [Pixel]) {
    lostPlaces = backgrounds.map { _ in 0 }
    let samples = bitmap.samples.span
    let depth = max(1, max(bitmap.width, bitmap.height) / 20)
    let luminances = backgrounds.map(LinearLight.luminance(of:))
    for crossing in outline.crossings {
      let reach = min(depth, crossing.length)
      for background in backgrounds.indices {
        let color = backgrounds[background]
        let luminance = luminances[background]
        // The pixel where the last background was told apart is likely to do it again.
        let isSeen = (0..<reach).contains { position in
          let index = crossing.index + position * crossing.step
          let pixel = Pixel(
            red: samples[index], green: samples[index + 1], blue: samples[index + 2],
            alpha: samples[index + 3]
          ).composited(over: color)
          if pixel.largestDifference(from: color) > Self.leastColorDifference { return true }
          let own = LinearLight.luminance(of: pixel)
          return max(own, luminance) + 0.05 >= Self.leastContrast * (min(own, luminance) + 0.05)
        }
        if !isSeen { lostPlaces[background] += 1 }
      }
    }
    places = outline.crossings.count
  }
}

extension LinearLight {
  /// WCAG's relative luminance, 0 to 1.
  static func luminance(of pixel: Pixel) -> Float {
    0.2126 * fromCode[Int(pixel.red)] + 0.7152 * fromCode[Int(pixel.green)]
      + 0.0722 * fromCode[Int(pixel.blue)]
  }
}

extension Pixel {
  /// The opaque pixel that is seen over an opaque background.
  func composited(over background: Pixel) -> Pixel {
    func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
      let sum: Int = Int(own) * Int(alpha) + Int(other) * (255 - Int(alpha))
      return UInt8((sum + 127) / 255)
    }
    return Pixel(
      red: channel(red, background.red), green: channel(green, background.green),
      blue: channel(blue, background.blue))
  }

  /// The largest difference in a colour channel.
  func largestDifference(from other: Pixel) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}
