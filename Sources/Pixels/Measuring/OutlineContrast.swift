#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The contrast of an outline with backgrounds.
///
/// From each point of the outline, pixels are sampled inward over a twentieth of the canvas's
/// longer side. A point is visible if one of them, composited over the background, has enough
/// contrast by WCAG's relative luminance, or a clearly different color. So a die-cut border in the
/// color of the background does not matter if the art inside is visible.
package struct OutlineContrast: Sendable, Equatable, Codable {
  /// The visibility on one background. For a background of several colors, every value is the mean
  /// over the colors.
  package struct Visibility: Sendable, Equatable, Codable {
    /// The fraction of the outline that is not visible, 0 to 1.
    package var lowContrastFraction = 0.0
    /// The mean clarity of the points of the outline, 0 to 1: 1 from `fullContrast` or
    /// `fullColorDifference`; below, proportional to the logarithm of the contrast or to the
    /// difference.
    package var clarity = 0.0
    /// The fraction of all pixels that are visible, 0 to 1, if most of the outline is not;
    /// otherwise 1.
    package var visibleFraction = 0.0
  }

  /// The number of sampled points of the outline.
  package private(set) var places = 0
  /// The visibility on each background.
  package private(set) var visibilities: [Visibility]

  /// The minimum visible contrast by WCAG's formula, from 1 to 21.
  package static let minimumContrast: Float = 1.25
  /// The difference in a channel, in codes, above which a color is clearly different.
  package static let minimumColorDifference = 48
  /// The contrast that WCAG 2.2 requires of graphics (1.4.11).
  package static let fullContrast: Float = 3
  /// The difference in a channel, in codes, of full clarity: three times `minimumColorDifference`.
  package static let fullColorDifference = 144

  /// Measures a canvas along its outline.
  ///
  /// - Parameter backgrounds: the opaque colors of each background; one for a plain background.
  package init(of bitmap: Bitmap, along outline: Outline, on backgrounds: [[Pixel]]) {
    visibilities = []
    places = outline.crossings.count
    let depth = max(1, max(bitmap.width, bitmap.height) / 20)
    let colors = backgrounds.map { $0.map(BackgroundColor.init) }
    var own = colors.map { $0.map { _ in Visibility() } }
    var path = InwardPath()
    for crossing in outline.crossings {
      path.follow(crossing, in: bitmap, for: depth)
      for background in colors.indices {
        for color in colors[background].indices {
          let difference = path.difference(from: colors[background][color])
          own[background][color].clarity += difference.clarity
          if !difference.isVisible { own[background][color].lowContrastFraction += 1 }
        }
      }
    }
    for background in colors.indices {
      var sum = Visibility()
      for color in colors[background].indices {
        let lost = own[background][color].lowContrastFraction
        sum.lowContrastFraction += lost
        sum.clarity += own[background][color].clarity
        // The pixels inside matter only if the outline is not visible.
        sum.visibleFraction +=
          lost * 2 > Double(places) ? bitmap.visibleFraction(on: colors[background][color]) : 1
      }
      let count = Double(max(1, colors[background].count))
      let divisor = Double(max(1, places)) * count
      visibilities.append(
        Visibility(
          lowContrastFraction: sum.lowContrastFraction / divisor, clarity: sum.clarity / divisor,
          visibleFraction: sum.visibleFraction / count))
    }
  }
}

/// A background color and its luminance.
struct BackgroundColor {
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

/// The largest difference of one or more pixels from a background.
struct Difference {
  var contrast: Float = 1
  var color = 0

  var isVisible: Bool {
    contrast >= OutlineContrast.minimumContrast || color > OutlineContrast.minimumColorDifference
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

/// The pixels from a point of an outline inward. For the opaque ones, the extremes are enough: one
/// of them differs most from any background.
private struct InwardPath {
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
      // Most pixels equal their neighbor.
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

  func difference(from background: BackgroundColor) -> Difference {
    var best = Difference()
    if isOpaqueAnywhere {
      best.contrast = max(
        LinearLight.contrast(darkest, background.luminance),
        LinearLight.contrast(lightest, background.luminance))
      best.color = max(
        least.largestDifference(from: background.color),
        most.largestDifference(from: background.color))
    }
    for pixel in translucent {
      if best.isFull { break }
      best.join(background.difference(from: pixel))
    }
    return best
  }
}

extension Bitmap {
  /// Returns the fraction of evenly spaced pixels of the art that are visible on a background, 0 to
  /// 1.
  fileprivate func visibleFraction(on background: BackgroundColor) -> Double {
    var (visible, seen) = (0, 0)
    let distance = max(1, max(width, height) / 64)
    for y in stride(from: 0, to: height, by: distance) {
      for x in stride(from: 0, to: width, by: distance) {
        let pixel = self[x, y]
        guard pixel.alpha > 0 else { continue }
        visible += 1
        if background.difference(from: pixel).isVisible { seen += 1 }
      }
    }
    return Double(seen) / Double(max(1, visible))
  }
}

extension LinearLight {
  /// Returns the relative luminance as WCAG defines it, 0 to 1.
  static func luminance(of pixel: Pixel) -> Float {
    0.2126 * fromCode[Int(pixel.red)] + 0.7152 * fromCode[Int(pixel.green)]
      + 0.0722 * fromCode[Int(pixel.blue)]
  }

  /// Returns the contrast of two luminances as WCAG defines it, 1 to 21.
  static func contrast(_ first: Float, _ second: Float) -> Float {
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
