/// Counts how often colors change inside of art in steps, as in art that was drawn pixel by pixel, and how often
/// over a pixel of a color in between, as in art that was drawn with smooth lines.
package struct InnerSteps: Sendable, Equatable {
  /// The number of places where the colors of two neighbors differ.
  package private(set) var steps = 0
  /// The number of pixels between two different colors that are a mixture of both.
  package private(set) var mixtures = 0
  /// The number of places of both kinds that are not along the outline; 0 in what has too few steps for pixel art.
  package private(set) var inner = 0

  /// The largest side of a canvas whose single pixels are drawn and seen. From 210 px on, 20 of 22 pictures in steps are
  /// drawings that were made without soft edges.
  package static let largestSide = 160
  /// The smallest difference of two colors in a channel.
  private static let difference: Int32 = 64
  /// The largest difference in a channel of a mixture from the exact one.
  private static let tolerance: Int32 = 24
  /// The smallest alpha of a pixel inside of the art.
  private static let minimumAlpha: UInt32 = 128
  /// The smallest number of places of both kinds: art of one color has too few to judge.
  private static let minimumPlaces = 32
  /// The smallest number of places for each mixture in pixel art, whose shades are mixtures by chance. Measured on
  /// public packs: 8 or more in pixel art, 4 or less in other GIFs.
  private static let placesPerMixture = 8
  /// The largest number of pixels between the outline and inner places, along a row or column, and the side of a canvas
  /// for each of them. Art whose soft edge was stored in too few colors changes in steps there, and so do small canvases
  /// anywhere.
  private static let (maximumOutline, sidePerOutline) = (2, 64)
  /// The smallest share of inner places in pixel art. Measured on public packs: 0.58 or more in pixel art, 0.43 or
  /// less in eight of ten pictures whose soft edge became dots.
  private static let minimumInnerShare = 0.5

  /// Whether the art was drawn pixel by pixel, so steps along its outline belong to it.
  package var isPixelArt: Bool {
    hasSteps && Double(inner) >= Self.minimumInnerShare * Double(steps + mixtures)
  }

  private var hasSteps: Bool {
    let places = steps + mixtures
    return places >= Self.minimumPlaces && places >= mixtures * Self.placesPerMixture
  }

  /// The distance of measured rows and columns, each of which counts for those up to the next.
  private static let spacing = 2

  /// Measures every second row and column of a canvas whose visible pixels are all in an area. Inner places are counted
  /// only in what has the steps of pixel art, and nothing on a canvas that is too large for that.
  package init(of bitmap: Bitmap, in area: PixelRect) {
    guard max(bitmap.width, bitmap.height) <= Self.largestSide else { return }
    measure(bitmap, in: area) { _, _, _, _ in }
    if hasSteps {
      let outline = min(
        Self.maximumOutline, max(bitmap.width, bitmap.height) / Self.sidePerOutline)
      var found = InnerSteps()
      var inner = 0
      found.measure(bitmap, in: area) { position, start, step, count in
        let (before, after) = (position - 2 - outline, position - 1 + outline)
        if before >= 0, after < count,
          Self.isArt(bitmap.samples.span.pixelWord(at: start + before * step)),
          Self.isArt(bitmap.samples.span.pixelWord(at: start + after * step))
        {
          inner += 1
        }
      }
      self.inner = inner * Self.spacing
    }
  }

  private init() {}

  /// A call with each place in a line: the position after its two pixels, and the start, step and length of the line.
  private typealias Found = (_ position: Int, _ start: Int, _ step: Int, _ count: Int) -> Void

  @inline(__always)
  private mutating func measure(_ bitmap: Bitmap, in area: PixelRect, found: Found) {
    let (spacing, row) = (Self.spacing, bitmap.width * 4)
    let start = area.y * row + area.x * 4
    for y in stride(from: area.y % spacing, to: area.height, by: spacing) {
      measure(bitmap, from: start + y * row, step: 4, count: area.width, found: found)
    }
    for x in stride(from: area.x % spacing, to: area.width, by: spacing) {
      measure(bitmap, from: start + x * 4, step: row, count: area.height, found: found)
    }
    (steps, mixtures) = (steps * spacing, mixtures * spacing)
  }

  /// Measures `count` pixels in a line.
  @inline(__always)
  private mutating func measure(
    _ bitmap: Bitmap, from start: Int, step: Int, count: Int, found: Found
  ) {
    let samples = bitmap.samples.span
    // The last two pixels, and whether the first of them is a mixture.
    var (first, second): (UInt32, UInt32) = (0, 0)
    var isMixture = false
    var index = start
    for position in 0...count {
      let next = position < count ? samples.pixelWord(at: index) : 0
      index &+= step
      let places = steps &+ mixtures
      // Most pixels are like the one before them, and nothing changes there.
      isMixture =
        first != second && add(second, after: first, before: next, isAfterMixture: isMixture)
      if steps &+ mixtures != places { found(position, start, step, count) }
      (first, second) = (second, next)
    }
  }

  /// Counts a pixel between two others, red in the lowest byte, and returns whether it is a mixture of them.
  private mutating func add(
    _ pixel: UInt32, after first: UInt32, before next: UInt32, isAfterMixture: Bool
  ) -> Bool {
    guard Self.isArt(first), Self.isArt(pixel) else { return false }
    if Self.isArt(next), Self.differ(first, next), Self.isMixture(pixel, of: first, next) {
      mixtures += 1
      return true
    }
    if !isAfterMixture, Self.differ(first, pixel) { steps += 1 }
    return false
  }

  @inline(__always)
  private static func isArt(_ pixel: UInt32) -> Bool { pixel &>> 24 >= minimumAlpha }

  /// Whether red, green or blue differ by at least `difference`.
  @inline(__always)
  private static func differ(_ one: UInt32, _ other: UInt32) -> Bool {
    // Each channel has a lane of 16 bits, whose highest bit remains if the other one is not too large.
    let highest: UInt64 = 0x8000_8000_8000_8000
    let added = highest | 0x0001_0001_0001_0001 &* UInt64(difference - 1)
    let (one, other) = (pixelLanes(one & 0xFFFFFF), pixelLanes(other & 0xFFFFFF))
    return (one &+ added &- other) & (other &+ added &- one) & highest != highest
  }

  /// Whether a color is on the line between two different ones, near neither of them.
  private static func isMixture(_ pixel: UInt32, of first: UInt32, _ next: UInt32) -> Bool {
    let (color, one, other) = (channels(pixel), channels(first), channels(next))
    let (whole, part) = (other &- one, color &- one)
    let length = (whole &* whole).wrappedSum()
    let place = (part &* whole).wrappedSum()
    guard place * 20 >= length * 3, place * 20 <= length * 17 else { return false }
    let miss = part &* length &- whole &* place
    return max(miss.max(), -miss.min()) <= tolerance * length
  }

  /// The red, green and blue of a pixel, red in the lowest byte.
  private static func channels(_ pixel: UInt32) -> SIMD4<Int32> {
    SIMD4(Int32(pixel & 0xFF), Int32(pixel &>> 8 & 0xFF), Int32(pixel &>> 16 & 0xFF), 0)
  }
}
