internal import Basics

extension Bitmap {
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

  /// Returns the bitmap without the rest of a screen along the edge of its art.
  ///
  /// A pixel near the outside is taken for a mixture of the screen with the nearest art inside: it gets the color of the
  /// art, and its alpha falls by the share of the screen. Nil if the art near its edge has about that color, too, as
  /// pink ears have that of a magenta screen.
  package func withoutScreen(_ key: KeyRim.Key) -> Bitmap? {
    let count = width * height
    func color(_ place: Int) -> SIMD3<Int> {
      SIMD3(Int(samples[place * 4]), Int(samples[place * 4 + 1]), Int(samples[place * 4 + 2]))
    }
    func forEachNeighbor(of place: Int, _ body: (Int) -> Void) {
      let (y, x) = place.quotientAndRemainder(dividingBy: width)
      if x > 0 { body(place - 1) }
      if x + 1 < width { body(place + 1) }
      if y > 0 { body(place - width) }
      if y + 1 < height { body(place + width) }
    }
    // The visible pixels near the outside, from the outside inward.
    var depth = [Int](repeating: 0, count: count)
    var band: [Int] = []
    for place in 0..<count where samples[place * 4 + 3] > 0 {
      var isEdge = false
      forEachNeighbor(of: place) { isEdge = isEdge || samples[$0 * 4 + 3] == 0 }
      if isEdge {
        depth[place] = 1
        band.append(place)
      }
    }
    var next = 0
    while next < band.count {
      let place = band[next]
      next += 1
      let isInside =
        depth[place] >= Self.screenDepth && key.amount(in: color(place)) < Self.strongAmount
      guard depth[place] < Self.largestDepth, !isInside else { continue }
      forEachNeighbor(of: place) {
        guard depth[$0] == 0, samples[$0 * 4 + 3] > 0 else { return }
        depth[$0] = depth[place] + 1
        band.append($0)
      }
    }
    // The art that each of them covers, from the inside outward. A pixel that has no more of the color is art itself.
    var art = [SIMD3<Int>?](repeating: nil, count: count)
    func settle(_ place: Int, fromAllSides: Bool) -> Bool {
      var (sum, found) = (SIMD3<Int>.zero, 0)
      forEachNeighbor(of: place) {
        guard samples[$0 * 4 + 3] > 0, fromAllSides || depth[$0] == 0 || depth[$0] > depth[place],
          let other = depth[$0] == 0 ? color($0) : art[$0]
        else { return }
        sum &+= other
        found += 1
      }
      guard found > 0 else { return false }
      let inside = sum / found
      let isClean =
        key.amount(in: color(place)) - max(0, key.amount(in: inside)) <= Self.cleanAmount
      art[place] = isClean ? color(place) : inside
      return true
    }
    // Where the screen fills a corner, no art is further inside, but beside it.
    var open = band.reversed().filter { !settle($0, fromAllSides: false) }
    while !open.isEmpty {
      let left = open.filter { !settle($0, fromAllSides: true) }
      if left.count == open.count { break }
      open = left
    }
    let amounts = band.map { key.amount(in: color($0)) }.sorted()
    let most = max(Self.screenAmount, amounts.isEmpty ? 0 : amounts[amounts.count * 19 / 20])
    var result = self
    var (changed, deep) = (0, 0)
    for place in band {
      guard let inside = art[place], inside != color(place) else { continue }
      changed += 1
      if depth[place] > Self.screenDepth { deep += 1 }
      let own = max(0, key.amount(in: inside))
      let share =
        Double(key.amount(in: color(place)) - own) / Double(max(1, most - min(own, most - 1)))
      let alpha = Double(samples[place * 4 + 3]) * (1 - min(1, max(0, share)))
      let (y, x) = place.quotientAndRemainder(dividingBy: width)
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
