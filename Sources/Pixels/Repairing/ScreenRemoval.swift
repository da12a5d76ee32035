internal import Basics

extension Bitmap {
  /// Returns the bitmap without the rest of a screen along the edge of its art.
  ///
  /// A pixel near the outside is taken for a mixture of the screen with the nearest art inside: it gets the color of the
  /// art, and its alpha falls by the share of the screen. Nil if the art near its edge has about that color, too, as
  /// pink ears have that of a magenta screen.
  package func withoutScreen(_ key: KeyRim.Key) -> Bitmap? {
    var removal = ScreenRemoval(of: key, from: self)
    removal.findBand()
    removal.findArt()
    return removal.result()
  }
}

/// The steps that remove the rest of a screen. A place is the index of a pixel.
private struct ScreenRemoval {
  /// The distance from the outside up to which a screen usually leaves its color, in pixels, and the largest one where
  /// its color fills corners.
  private static let (screenDepth, largestDepth) = (6, 24)
  /// The smallest amount of a screen's color that continues beyond the usual distance.
  private static let strongAmount = 60
  /// The largest amount of a screen's color, beyond that of the art inside, that is not its rest.
  private static let cleanAmount = 16
  /// The smallest amount that the color of a whole pixel of screen is taken to have. Where the rest is a mixture
  /// everywhere, more would be erased than was screen.
  private static let screenAmount = 140
  /// The largest share of the changed pixels that are further inside than a screen usually leaves its color. Uneven rims
  /// have up to 0.04, art of about the color 0.13.
  private static let maximumDeep = 0.08

  private let bitmap: Bitmap
  private let key: KeyRim.Key
  /// The visible pixels near the outside, from the outside inward.
  private var band: [Int] = []
  /// The distance of each pixel of the band from the outside, in pixels; 0 for others.
  private var depth: [Int]
  /// The color of the art that each pixel of the band covers.
  private var art: [SIMD3<Int>?]

  init(of key: KeyRim.Key, from bitmap: Bitmap) {
    (self.key, self.bitmap) = (key, bitmap)
    let count = bitmap.width * bitmap.height
    depth = [Int](repeating: 0, count: count)
    art = [SIMD3<Int>?](repeating: nil, count: count)
  }

  private func alpha(_ place: Int) -> UInt8 { bitmap.samples[place * 4 + 3] }

  private func color(_ place: Int) -> SIMD3<Int> {
    let samples = bitmap.samples
    return SIMD3(
      Int(samples[place * 4]), Int(samples[place * 4 + 1]), Int(samples[place * 4 + 2]))
  }

  private func neighbors(of place: Int) -> [Int] {
    let (y, x) = place.quotientAndRemainder(dividingBy: bitmap.width)
    return [
      x > 0 ? place - 1 : nil, x + 1 < bitmap.width ? place + 1 : nil,
      y > 0 ? place - bitmap.width : nil, y + 1 < bitmap.height ? place + bitmap.width : nil,
    ].compactMap { $0 }
  }

  mutating func findBand() {
    for place in depth.indices
    where alpha(place) > 0 && neighbors(of: place).contains(where: { alpha($0) == 0 }) {
      depth[place] = 1
      band.append(place)
    }
    var next = 0
    while next < band.count {
      let place = band[next]
      next += 1
      let isInside =
        depth[place] >= Self.screenDepth && key.amount(in: color(place)) < Self.strongAmount
      guard depth[place] < Self.largestDepth, !isInside else { continue }
      for other in neighbors(of: place) where depth[other] == 0 && alpha(other) > 0 {
        depth[other] = depth[place] + 1
        band.append(other)
      }
    }
  }

  /// Finds the art from the inside outward. Where the screen fills a corner, no art is further inside, but beside it.
  mutating func findArt() {
    var open: [Int] = []
    for place in band.reversed() where !settle(place, fromAllSides: false) { open.append(place) }
    while !open.isEmpty {
      var left: [Int] = []
      for place in open where !settle(place, fromAllSides: true) { left.append(place) }
      if left.count == open.count { break }
      open = left
    }
  }

  /// Finds the art of a pixel from its neighbors'. A pixel that has no more of the color is art itself.
  private mutating func settle(_ place: Int, fromAllSides: Bool) -> Bool {
    var (sum, found) = (SIMD3<Int>.zero, 0)
    for other in neighbors(of: place) where alpha(other) > 0 {
      guard fromAllSides || depth[other] == 0 || depth[other] > depth[place],
        let color = depth[other] == 0 ? color(other) : art[other]
      else { continue }
      sum &+= color
      found += 1
    }
    guard found > 0 else { return false }
    let inside = sum / found
    let isClean = key.amount(in: color(place)) - max(0, key.amount(in: inside)) <= Self.cleanAmount
    art[place] = isClean ? color(place) : inside
    return true
  }

  func result() -> Bitmap? {
    let amounts = band.map { key.amount(in: color($0)) }.sorted()
    let most = max(Self.screenAmount, amounts.isEmpty ? 0 : amounts[amounts.count * 19 / 20])
    var result = bitmap
    var (changed, deep) = (0, 0)
    for place in band {
      guard let inside = art[place], inside != color(place) else { continue }
      changed += 1
      if depth[place] > Self.screenDepth { deep += 1 }
      let own = max(0, key.amount(in: inside))
      let share =
        Double(key.amount(in: color(place)) - own) / Double(max(1, most - min(own, most - 1)))
      let alpha = Double(alpha(place)) * (1 - min(1, max(0, share)))
      let (y, x) = place.quotientAndRemainder(dividingBy: bitmap.width)
      result[x, y] =
        alpha < 1
        ? .clear
        : Pixel(
          red: UInt8(inside.x), green: UInt8(inside.y), blue: UInt8(inside.z),
          alpha: UInt8(clamping: alpha.rounded()))
    }
    return Double(deep) <= Self.maximumDeep * Double(changed) ? result : nil
  }
}
