/// How much of an outline can be told from a background.
///
/// At each place of the outline the art is followed inward for a twentieth of the canvas's longer
/// side. The place is seen when one pixel on that way, composited over the background, has enough
/// contrast by WCAG's relative luminance, or clearly another colour. So a die-cut rim of the
/// background's colour hides nothing as long as there is art behind it.
public struct OutlineContrast: Sendable, Equatable, Codable {
  /// Places of the outline that were looked at.
  public var places = 0
  /// For each background, how many of the places have hardly any contrast with it.
  public var lostPlaces: [Int]
  /// For each background that most of the outline is lost on, the share of all visible pixels that
  /// are seen on it, 0 to 1; for the others 1.
  public var seenShares: [Double]

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
    seenShares = backgrounds.map { _ in 1 }
    let samples = bitmap.samples.span
    let depth = max(1, max(bitmap.width, bitmap.height) / 20)
    let luminances = backgrounds.map(LinearLight.luminance(of:))
    func isSeen(_ index: Int, on background: Int) -> Bool {
      let color = backgrounds[background]
      let luminance = luminances[background]
      let pixel = Pixel(
        red: samples[index], green: samples[index + 1], blue: samples[index + 2],
        alpha: samples[index + 3]
      ).composited(over: color)
      if pixel.largestDifference(from: color) > Self.leastColorDifference { return true }
      let own = LinearLight.luminance(of: pixel)
      return max(own, luminance) + 0.05 >= Self.leastContrast * (min(own, luminance) + 0.05)
    }
    for crossing in outline.crossings {
      let reach = min(depth, crossing.length)
      for background in backgrounds.indices {
        let isLost = !(0..<reach).contains {
          isSeen(crossing.index + $0 * crossing.step, on: background)
        }
        if isLost { lostPlaces[background] += 1 }
      }
    }
    places = outline.crossings.count
    // Only where the outline does not help is it asked what the rest shows.
    for background in backgrounds.indices where lostPlaces[background] * 2 > places {
      var (visible, seen) = (0, 0)
      let distance = max(1, max(bitmap.width, bitmap.height) / 64)
      for y in stride(from: 0, to: bitmap.height, by: distance) {
        for x in stride(from: 0, to: bitmap.width, by: distance) {
          let index = (y * bitmap.width + x) * 4
          guard samples[index + 3] > 0 else { continue }
          visible += 1
          if isSeen(index, on: background) { seen += 1 }
        }
      }
      seenShares[background] = Double(seen) / Double(max(1, visible))
    }
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
