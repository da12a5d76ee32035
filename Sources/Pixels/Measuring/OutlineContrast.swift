#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How well an outline can be told from what may lie behind it.
///
/// At each place of the outline the art is followed inward for a twentieth of the canvas's longer
/// side. The place is seen when one pixel on that way, composited over the background, has enough
/// contrast by WCAG's relative luminance, or clearly another color. So a die-cut rim of the
/// background's color hides nothing as long as there is art behind it.
package struct OutlineContrast: Sendable, Equatable, Codable {
  /// What is seen over one background. For a background of several colors, each as likely as the
  /// others behind any place, every number is their mean.
  package struct Sight: Sendable, Equatable, Codable {
    /// The share of the outline that has hardly any contrast, 0 to 1.
    package var lostShare = 0.0
    /// How clear the outline is on average, 0 to 1. A place is clear in full at `fullContrast` or
    /// `fullColorDifference`, and in part by the logarithm of its contrast, or by its difference.
    package var clarity = 0.0
    /// Where most of the outline is lost, the share of all visible pixels that are seen, 0 to 1;
    /// otherwise 1.
    package var seenShare = 0.0
  }

  /// Places of the outline that were looked at.
  package private(set) var places = 0
  /// What is seen over each background.
  package private(set) var sights: [Sight]

  /// The least contrast that is seen, by WCAG's formula, from 1 to 21.
  package static let leastContrast: Float = 1.25
  /// The difference in a channel that makes another color of it, in codes.
  package static let leastColorDifference = 48
  /// The contrast that WCAG 2.2 asks of graphics (1.4.11).
  package static let fullContrast: Float = 3
  /// Three times what makes another color.
  package static let fullColorDifference = 144

  /// Looks at a canvas along its outline, over opaque backgrounds: each a list of colors, one for a
  /// plain background.
  package init(of bitmap: Bitmap, along outline: Outline, on backgrounds: [[Pixel]]) {
    sights = []
    places = outline.crossings.count
    let depth = max(1, max(bitmap.width, bitmap.height) / 20)
    let colors = backgrounds.map { $0.map(Backdrop.init) }
    var own = colors.map { $0.map { _ in Sight() } }
    var way = Way()
    for crossing in outline.crossings {
      way.follow(crossing, in: bitmap, for: depth)
      for background in colors.indices {
        for color in colors[background].indices {
          let difference = way.difference(from: colors[background][color])
          own[background][color].clarity += difference.clarity
          if !difference.isSeen { own[background][color].lostShare += 1 }
        }
      }
    }
    for background in colors.indices {
      var sum = Sight()
      for color in colors[background].indices {
        let lost = own[background][color].lostShare
        sum.lostShare += lost
        sum.clarity += own[background][color].clarity
        // Only where the outline does not help is it asked what the rest shows.
        sum.seenShare +=
          lost * 2 > Double(places) ? bitmap.seenShare(on: colors[background][color]) : 1
      }
      let count = Double(max(1, colors[background].count))
      let divisor = Double(max(1, places)) * count
      sights.append(
        Sight(
          lostShare: sum.lostShare / divisor, clarity: sum.clarity / divisor,
          seenShare: sum.seenShare / count))
    }
  }
}

/// A color behind the art.
private struct Backdrop {
  var color: Pixel
  var luminance: Float

  init(_ color: Pixel) {
    self.color = color
    luminance = LinearLight.luminance(of: color)
  }

  func difference(from pixel: Pixel) -> Difference {
    let seen = pixel.composited(over: color)
    return Difference(
      contrast: LinearLight.contrast(LinearLight.luminance(of: seen), luminance),
      color: seen.largestDifference(from: color))
  }
}

/// How far a pixel, or the best of several, is from what lies behind it.
private struct Difference {
  var contrast: Float = 1
  var color = 0

  var isSeen: Bool {
    contrast >= OutlineContrast.leastContrast || color > OutlineContrast.leastColorDifference
  }

  var isFull: Bool {
    contrast >= OutlineContrast.fullContrast || color >= OutlineContrast.fullColorDifference
  }

  var clarity: Double {
    guard !isFull else { return 1 }
    return max(
      Double(log(contrast) / log(OutlineContrast.fullContrast)),
      Double(color) / Double(OutlineContrast.fullColorDifference))
  }

  mutating func join(_ other: Difference) {
    contrast = max(contrast, other.contrast)
    color = max(color, other.color)
  }
}

/// The pixels on the way inward from a place of an outline. Of the opaque ones, whatever lies behind,
/// the extremes are furthest from it.
private struct Way {
  private var isOpaqueAnywhere = false
  private var darkest: Float = 1
  private var lightest: Float = 0
  private var least = Pixel.clear
  private var most = Pixel.clear
  private var translucent: [Pixel] = []

  mutating func follow(_ crossing: Outline.Crossing, in bitmap: Bitmap, for depth: Int) {
    let samples = bitmap.samples.span
    isOpaqueAnywhere = false
    (darkest, lightest) = (1, 0)
    (least, most) = (.init(red: 255, green: 255, blue: 255), .clear)
    translucent.removeAll(keepingCapacity: true)
    var index = crossing.index
    var last = Pixel.clear
    for _ in 0..<min(depth, crossing.length) {
      let pixel = Pixel(
        red: samples[index], green: samples[index + 1], blue: samples[index + 2],
        alpha: samples[index + 3])
      index += crossing.step
      // Most pixels lie beside one of their kind.
      guard pixel != last, pixel.alpha > 0 else { continue }
      last = pixel
      if pixel.alpha < 255 {
        translucent.append(pixel)
        continue
      }
      isOpaqueAnywhere = true
      let luminance = LinearLight.luminance(of: pixel)
      darkest = min(darkest, luminance)
      lightest = max(lightest, luminance)
      least.red = min(least.red, pixel.red)
      least.green = min(least.green, pixel.green)
      least.blue = min(least.blue, pixel.blue)
      most.red = max(most.red, pixel.red)
      most.green = max(most.green, pixel.green)
      most.blue = max(most.blue, pixel.blue)
    }
  }

  func difference(from backdrop: Backdrop) -> Difference {
    var best = Difference()
    if isOpaqueAnywhere {
      best.contrast = max(
        LinearLight.contrast(darkest, backdrop.luminance),
        LinearLight.contrast(lightest, backdrop.luminance))
      best.color = max(
        least.largestDifference(from: backdrop.color), most.largestDifference(from: backdrop.color))
    }
    for pixel in translucent {
      if best.isFull { break }
      best.join(backdrop.difference(from: pixel))
    }
    return best
  }
}

extension Bitmap {
  /// The share of evenly spaced visible pixels that are seen, 0 to 1.
  fileprivate func seenShare(on backdrop: Backdrop) -> Double {
    var (visible, seen) = (0, 0)
    let distance = max(1, max(width, height) / 64)
    for y in stride(from: 0, to: height, by: distance) {
      for x in stride(from: 0, to: width, by: distance) {
        let pixel = self[x, y]
        guard pixel.alpha > 0 else { continue }
        visible += 1
        if backdrop.difference(from: pixel).isSeen { seen += 1 }
      }
    }
    return Double(seen) / Double(max(1, visible))
  }
}

extension LinearLight {
  /// WCAG's relative luminance, 0 to 1.
  static func luminance(of pixel: Pixel) -> Float {
    0.2126 * fromCode[Int(pixel.red)] + 0.7152 * fromCode[Int(pixel.green)]
      + 0.0722 * fromCode[Int(pixel.blue)]
  }

  /// WCAG's contrast of two luminances, 1 to 21.
  static func contrast(_ first: Float, _ second: Float) -> Float {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
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

  /// The largest difference in a color channel.
  func largestDifference(from other: Pixel) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}
