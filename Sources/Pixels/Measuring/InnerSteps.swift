/// Counts how often colors change inside of art in steps, as in art that was drawn pixel by pixel, and how often
/// over a pixel of a color in between, as in art that was drawn with smooth lines.
package struct InnerSteps: Sendable, Equatable {
  /// The number of places where the colors of two neighbors differ.
  package private(set) var steps = 0
  /// The number of pixels between two different colors that are a mixture of both.
  package private(set) var mixtures = 0

  /// The smallest difference of two colors in a channel.
  private static let difference = 64
  /// The largest difference in a channel of a mixture from the exact one.
  private static let tolerance = 24
  /// The smallest alpha of a pixel inside of the art.
  private static let minimumAlpha: UInt8 = 128
  /// The smallest number of places of both kinds: art of one color has too few to judge.
  private static let minimumPlaces = 32
  /// The smallest number of places for each mixture in pixel art, whose shades are mixtures by chance. Measured on
  /// public packs: 8 or more in pixel art, 4 or less in other GIFs.
  private static let placesPerMixture = 8

  /// Whether the art was drawn pixel by pixel, so steps along its outline belong to it.
  package var isPixelArt: Bool {
    let places = steps + mixtures
    return places >= Self.minimumPlaces && places >= mixtures * Self.placesPerMixture
  }

  /// The distance of measured rows and columns, each of which counts for those up to the next.
  private static let spacing = 2

  /// Measures every second row and column of a canvas.
  package init(of bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    for y in stride(from: 0, to: height, by: Self.spacing) {
      measure(bitmap, from: y * width * 4, step: 4, count: width)
    }
    for x in stride(from: 0, to: width, by: Self.spacing) {
      measure(bitmap, from: x * 4, step: width * 4, count: height)
    }
    (steps, mixtures) = (steps * Self.spacing, mixtures * Self.spacing)
  }

  /// Measures `count` pixels in a line.
  private mutating func measure(_ bitmap: Bitmap, from start: Int, step: Int, count: Int) {
    let samples = bitmap.samples.span
    // The last two pixels as stored, their colors, if they are visible, and whether the first of them is a mixture.
    var (firstWord, secondWord): (UInt32, UInt32) = (0, 0)
    var (first, second): (SIMD3<Int>?, SIMD3<Int>?)
    var isMixture = false
    for position in 0...count {
      let index = start + position * step
      let word = position < count ? samples.pixelWord(at: index) : 0
      // Most pixels are like both before them, and nothing changes between these.
      if word == secondWord, word == firstWord {
        isMixture = false
        continue
      }
      var next: SIMD3<Int>?
      if position < count, samples[index + 3] >= Self.minimumAlpha {
        next = SIMD3(Int(samples[index]), Int(samples[index + 1]), Int(samples[index + 2]))
      }
      var isNextMixture = false
      if let first, let second {
        if let next { isNextMixture = Self.isMixture(second, of: first, next) }
        if isNextMixture {
          mixtures += 1
        } else if !isMixture, Self.differ(first, second) {
          steps += 1
        }
      }
      (firstWord, secondWord) = (secondWord, word)
      (first, second, isMixture) = (second, next, isNextMixture)
    }
  }

  private static func differ(_ one: SIMD3<Int>, _ other: SIMD3<Int>) -> Bool {
    let change = one &- other
    return max(change.max(), -change.min()) >= difference
  }

  /// Whether a color is on the line between two different ones, near neither of them.
  private static func isMixture(
    _ color: SIMD3<Int>, of one: SIMD3<Int>, _ other: SIMD3<Int>
  ) -> Bool {
    guard differ(one, other) else { return false }
    let (whole, part) = (other &- one, color &- one)
    let length = (whole &* whole).wrappedSum()
    let place = (part &* whole).wrappedSum()
    guard place * 20 >= length * 3, place * 20 <= length * 17 else { return false }
    let miss = part &* length &- whole &* place
    return max(miss.max(), -miss.min()) <= tolerance * length
  }
}
