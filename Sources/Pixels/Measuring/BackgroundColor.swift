internal import Basics

/// An opaque background color, for telling pixels apart from it.
struct BackgroundColor {
  private let color: Pixel
  let luminance: Float
  /// The colors that differ by less than `minimumDifference` in each channel.
  private let similar: PixelRange
  /// The same without the channel blue, which adds least to what the eye sees.
  private let similarButBlue: PixelRange
  /// The relative luminances below and above which any opaque color is clearly visible.
  private let visibleLuminances: (below: Float, above: Float)
  /// Whether the color has a hue of its own, as blue and green bubbles do.
  private let hasHue: Bool
  /// The smallest visible difference toward red, of red minus green.
  private let minimumRedness: Int

  /// The smallest visible contrast by WCAG's formula, from 1 to 21. An estimate: reviewers of
  /// 507 stickers called dark hair of up to 1.3:1 on a dark bubble lost, and bodies from 1.4:1 on
  /// visible.
  static let minimumContrast: Float = 1.4
  /// The smallest visible difference of a channel, in linear light from 0 to 1. Skin on light gray (0.3)
  /// is told apart by its color alone, navy on dark gray (0.17) is not.
  static let minimumDifference: Float = 0.2
  /// The smallest visible difference of hue: of red minus green, in steps of an 8-bit sample. An estimate:
  /// at the same lightness, indigo on blue (122) is told apart, navy (61) and dark green (42) on dark gray are not. Blue
  /// alone adds little.
  static let minimumHueDifference = 64
  /// The share of a gray background's code that is a visible difference toward red, where it is smaller: brown icing on
  /// dark gray (40) is told apart, brown hair (30) is not, nor is a red guitar that was mixed with 80% of the gray (35).
  private static let minimumRednessShare = 0.82
  /// The largest difference of a channel from a darker shade, in codes.
  private static let shadeTolerance: Int32 = 16

  init(_ color: Pixel) {
    self.color = color
    luminance = LinearLight.luminance(of: color)
    // A little more contrast than needed, because of rounding.
    let contrast = Visibility.faintContrast * 1.01
    visibleLuminances = ((luminance + 0.05) / contrast - 0.05, (luminance + 0.05) * contrast - 0.05)
    hasHue = abs(color.redMinusGreen) >= Self.minimumHueDifference
    minimumRedness =
      hasHue
      ? Self.minimumHueDifference
      : min(
        Self.minimumHueDifference, Int(clamping: Double(color.green) * Self.minimumRednessShare))
    func similar(to code: UInt8) -> ClosedRange<UInt8> {
      // The light of a code grows with it.
      func isSimilar(_ other: UInt8) -> Bool {
        abs(LinearLight.fromCode[Int(other)] - LinearLight.fromCode[Int(code)])
          < Self.minimumDifference
      }
      return
        ((0...code).first(where: isSimilar) ?? code)...((code...255).last(where: isSimilar) ?? code)
    }
    let (red, green, blue) = (
      similar(to: color.red), similar(to: color.green), similar(to: color.blue)
    )
    self.similar = PixelRange(
      from: Pixel(red: red.lowerBound, green: green.lowerBound, blue: blue.lowerBound, alpha: 0),
      to: Pixel(red: red.upperBound, green: green.upperBound, blue: blue.upperBound))
    similarButBlue = PixelRange(
      from: Pixel(red: red.lowerBound, green: green.lowerBound, blue: 0, alpha: 0),
      to: Pixel(red: red.upperBound, green: green.upperBound, blue: 255))
  }

  /// Whether a pixel over this background can be told apart from it, by lightness or by color.
  func shows(_ pixel: Pixel) -> Bool {
    let seen = pixel.composited(over: color)
    return isDifferent(seen) || contrast(with: seen) >= Self.minimumContrast
  }

  /// Returns how well a pixel over this background can be told apart from it.
  ///
  /// Inlined, because it is called for each pixel on each background.
  ///
  /// - Parameter ownLuminance: the relative luminance of the pixel's color.
  @inline(__always) func visibility(of pixel: Pixel, _ ownLuminance: Float) -> Visibility {
    // Most pixels are opaque, and much lighter or darker than most backgrounds.
    if pixel.alpha == 255,
      ownLuminance > visibleLuminances.above || ownLuminance < visibleLuminances.below
    {
      return .visible
    }
    let seen = pixel.alpha == 255 ? pixel : pixel.composited(over: color)
    let isDifferent = isDifferent(seen)
    // Most backgrounds are gray, and most pixels differ from them.
    if isDifferent, !hasHue { return .visible }
    let seenLuminance = pixel.alpha == 255 ? ownLuminance : LinearLight.luminance(of: seen)
    let contrast = LinearLight.contrast(seenLuminance, luminance)
    if isDifferent, seenLuminance > luminance || !isShade(seen) {
      return contrast < Visibility.hueContrast ? visibilityOfHue(seen, contrast) : .visible
    }
    guard contrast < Visibility.faintContrast else { return .visible }
    guard contrast < Self.minimumContrast else { return .faint }
    return contrast < Visibility.invisibleContrast
      && difference(from: seen) < Visibility.invisibleDifference
      ? .invisible : .lost
  }

  /// Whether any channel differs by at least `minimumDifference`, or the hue by `minimumHueDifference` or
  /// `minimumRedness`. No other color is as dark as black, so on black only the difference in lightness counts.
  @inline(__always) private func isDifferent(_ seen: Pixel) -> Bool {
    guard similar.contains(seen.packed.byteSwapped) else { return true }
    let redness = seen.redMinusGreen - color.redMinusGreen
    return luminance > 0 && (redness >= minimumRedness || redness <= -Self.minimumHueDifference)
  }

  /// Returns how well a color can be told apart that differs from this one, which has a hue, and has a contrast below
  /// `Visibility.hueContrast`. It is hard to see if it is as red and as green, and about as blue, as teal letters are
  /// on a blue bubble. On gray, any hue is seen.
  private func visibilityOfHue(_ seen: Pixel, _ contrast: Float) -> Visibility {
    guard similarButBlue.contains(seen.packed.byteSwapped),
      abs(Int(seen.blue) - Int(color.blue)) <= Visibility.hueDifference
    else { return .visible }
    return contrast < Visibility.hueLostContrast
      && seen.largestDifference(from: color) <= Visibility.hueLostDifference ? .lost : .faint
  }

  /// Whether a darker color is this one, which has a hue, mixed with black. Its lightness alone tells it apart: a darker
  /// blue on a blue bubble differs by much in the channel blue, and is seen as little.
  private func isShade(_ seen: Pixel) -> Bool {
    let own = SIMD4(Int32(color.red), Int32(color.green), Int32(color.blue), 0)
    let other = SIMD4(Int32(seen.red), Int32(seen.green), Int32(seen.blue), 0)
    let length = (own &* own).wrappedSum()
    let miss = other &* length &- own &* (own &* other).wrappedSum()
    return max(miss.max(), -miss.min()) <= Self.shadeTolerance * length
  }

  private func contrast(with seen: Pixel) -> Float {
    LinearLight.contrast(LinearLight.luminance(of: seen), luminance)
  }

  private func difference(from seen: Pixel) -> Float {
    LinearLight.largestDifference(seen, color)
  }
}

/// The visibility of a pixel on a background, the least first.
package enum Visibility: UInt8, Sendable, Comparable {
  /// About the color of the background.
  case invisible
  /// Below the smallest visible contrast.
  case lost
  /// Just above it, or of another hue that is as light: lettering and whole bodies are hard to see.
  case faint
  /// Clearly visible.
  case visible

  // Estimates, chosen on the art and the defects of Tests/Measurements/RuleQuality.md.
  fileprivate static let invisibleContrast: Float = 1.1
  fileprivate static let invisibleDifference: Float = 0.05
  fileprivate static let faintContrast: Float = 1.6
  /// The contrast and the difference of blue, in codes, up to which another hue is hard to see. A reviewer called letters
  /// of 0081B1 and 477F9B almost lost on blue. A distance in Oklab tells the same colors apart with more work.
  fileprivate static let hueContrast: Float = 1.25
  fileprivate static let hueDifference = 100
  /// The contrast and the difference of each channel, in codes, up to which it is lost: a reviewer called the letters of five
  /// drawings in 3A88BD nearly lost on blue, while sharks in 548D9E and folders in 7383BF are seen.
  fileprivate static let hueLostContrast: Float = 1.12
  fileprivate static let hueLostDifference = 80

  package static func < (one: Visibility, other: Visibility) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension LinearLight {
  /// Returns the relative luminance as WCAG defines it, 0 to 1.
  static func luminance(of pixel: Pixel) -> Float {
    0.2126 * fromCode[Int(pixel.red)] + 0.7152 * fromCode[Int(pixel.green)]
      + 0.0722 * fromCode[Int(pixel.blue)]
  }

  /// Returns the contrast of two luminances as WCAG defines it, 1 to 21.
  fileprivate static func contrast(_ first: Float, _ second: Float) -> Float {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Returns the largest difference in a color channel, 0 to 1.
  fileprivate static func largestDifference(_ first: Pixel, _ second: Pixel) -> Float {
    max(
      abs(fromCode[Int(first.red)] - fromCode[Int(second.red)]),
      abs(fromCode[Int(first.green)] - fromCode[Int(second.green)]),
      abs(fromCode[Int(first.blue)] - fromCode[Int(second.blue)]))
  }
}

extension Pixel {
  fileprivate var redMinusGreen: Int { Int(red) - Int(green) }

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
