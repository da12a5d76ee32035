internal import Basics

/// The share of each pixel at a new edge that is art.
struct Matte {
  /// The width of an antialiased edge, even in scaled art, in pixels.
  private static let edgeWidth: Float = 3.5
  /// The depth to which a sharp corner between two parts of the art reaches inside, in pixels.
  private static let cornerDepth: Float = 12
  /// The smallest difference of the art on both sides of such a corner from the pixels in it, in codes.
  private static let cornerContrast = 60
  /// The distance from a pixel at which the color of the art is taken, in pixels.
  private static let reach = 2
  /// The distance of a pixel from one further inside and not along the edge, in pixels.
  private static let inward: Float = 0.75
  /// The difference of two pixels that is noise, in codes.
  private static let noise = 12
  /// The largest number of pixels in the color of the background that are not a body, beside and including one.
  private static let mostLeft = 2

  private let removed: PixelSet
  private let differences: [Int]
  private let depths: [Float]
  /// The largest difference on the way from the background to each pixel, on the way where it is smallest; `Int.max` for
  /// pixels that are not at the edge.
  private var barriers: [Int]

  /// - Parameters:
  ///   - differences: of each pixel from the background.
  ///   - tolerance: the largest difference of a pixel in the color of the background.
  init(_ removed: PixelSet, _ differences: [Int], tolerance: Int) {
    (self.removed, self.differences) = (removed, differences)
    depths = removed.distances
    barriers = []
    // Not the property: Embedded Swift copies self, and with it the property, for each call of a method with a closure.
    var barriers = [Int](repeating: .max, count: depths.count)
    // The places that were reached, by what was crossed.
    var waiting = [[Int]](repeating: [], count: 256)
    for place in depths.indices where removed.isMember[place] {
      barriers[place] = 0
      waiting[0].append(place)
    }
    for level in waiting.indices {
      // Embedded Swift copies a list that is in another one with each element that is taken from it.
      var places = waiting[level]
      waiting[level] = []
      while let place = places.popLast() {
        forEachPixel(within: 1, of: place) { other in
          guard barriers[other] == .max, isEdge(other, tolerance) else { return }
          let barrier = max(level, differences[other])
          barriers[other] = barrier
          if barrier == level {
            places.append(other)
          } else {
            waiting[barrier].append(other)
          }
        }
      }
    }
    self.barriers = barriers
  }

  private func forEachPixel(within distance: Int, of place: Int, _ body: (Int) -> Void) {
    let (row, column) = place.quotientAndRemainder(dividingBy: removed.width)
    for y in max(0, row - distance)...min(removed.height - 1, row + distance) {
      for x in max(0, column - distance)...min(removed.width - 1, column + distance) {
        body(y * removed.width + x)
      }
    }
  }

  /// Whether a pixel may be a mixture with the background: near it, or in a sharp corner.
  private func isEdge(_ place: Int, _ tolerance: Int) -> Bool {
    let own = differences[place]
    if own <= tolerance {
      // Behind a line of single pixels, a body touches the background at their corners.
      var left = 0
      forEachPixel(within: 1, of: place) {
        if differences[$0] <= tolerance, !removed.isMember[$0] { left += 1 }
      }
      if left > Self.mostLeft { return false }
    }
    if depths[place] <= Self.edgeWidth { return true }
    guard depths[place] <= Self.cornerDepth else { return false }
    let (row, column) = place.quotientAndRemainder(dividingBy: removed.width)
    func isDarker(_ x: Int, _ y: Int) -> Bool {
      (1...Self.reach).contains { distance in
        let (x, y) = (column + x * distance, row + y * distance)
        return 0..<removed.width ~= x && 0..<removed.height ~= y
          && differences[y * removed.width + x] >= own + Self.cornerContrast
      }
    }
    return [(1, 0), (0, 1), (1, 1), (1, -1)].contains { isDarker($0, $1) && isDarker(-$0, -$1) }
  }

  /// Returns art with soft edges.
  func applied(to art: Bitmap, _ background: Pixel) -> Bitmap {
    var result = art
    let samples = art.samples.span
    for place in barriers.indices where barriers[place] != .max {
      let (y, x) = place.quotientAndRemainder(dividingBy: art.width)
      let pixel = samples.pixel(at: place * 4)
      result[x, y] =
        removed.isMember[place]
        ? .clear
        : colors(beside: place, samples).lazy.compactMap {
          pixel.unmixed(from: background, toward: $0)
        }.first ?? pixel
    }
    return result
  }

  /// The colors of the art beside a pixel of its edge, the ones that differ most from the background first. None if the
  /// pixel is that art itself, or behind it, as the white of a face behind a line.
  private func colors(beside place: Int, _ samples: Span<UInt8>) -> [Pixel] {
    let (own, depth) = (differences[place], depths[place])
    guard barriers[place] <= own + Self.noise else { return [] }
    let color = samples.pixel(at: place * 4)
    var area: Pixel?
    forEachPixel(within: 1, of: place) {
      guard depths[$0] >= depth + Self.inward else { return }
      let other = samples.pixel(at: $0 * 4)
      if other.largestDifference(from: color) <= Self.noise { area = other }
    }
    // A color that goes on inside is that of an area, and not a mixture with what is beside it.
    if let area { return [area] }
    var inside: [Int] = []
    forEachPixel(within: Self.reach, of: place) {
      if depths[$0] >= depth, differences[$0] > own { inside.append($0) }
    }
    inside.sort { differences[$0] > differences[$1] }
    return inside.map { samples.pixel(at: $0 * 4) }
  }
}

extension Pixel {
  /// The smallest distance of two colors of which a mixture can be told, in codes.
  private static let minimumContrast = 24.0
  /// The largest distance of a mixture from the line between its two colors, in codes.
  private static let maximumDeviation = 32.0
  /// The alpha from which a pixel counts as opaque: noise of the art looks like a mixture, too.
  private static let opaque = 0.97

  /// Returns the translucent pixel that gives this one on a background, if this one is a mixture of the
  /// background and a color; otherwise returns nil.
  fileprivate func unmixed(from background: Pixel, toward inside: Pixel) -> Pixel? {
    func vector(_ pixel: Pixel) -> SIMD3<Double> {
      SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
    }
    guard alpha == 255 else { return nil }
    let (own, from) = (vector(self) - vector(background), vector(inside) - vector(background))
    let contrast = (from * from).sum()
    guard contrast >= Self.minimumContrast * Self.minimumContrast else { return nil }
    let share = (own * from).sum() / contrast
    let deviation = own - from * share
    guard (deviation * deviation).sum() <= Self.maximumDeviation * Self.maximumDeviation else {
      return nil
    }
    // The alpha is rounded first, so the color fits what is stored.
    let alpha = (min(max(share, 0), 1) * 255).rounded()
    guard alpha > 0 else { return .clear }
    guard alpha < Self.opaque * 255 else { return self }
    let color = vector(background) + own * (255 / alpha)
    func code(_ value: Double) -> UInt8 { UInt8(clamping: min(max(value.rounded(), 0), 255)) }
    return Pixel(
      red: code(color.x), green: code(color.y), blue: code(color.z), alpha: UInt8(clamping: alpha))
  }
}
