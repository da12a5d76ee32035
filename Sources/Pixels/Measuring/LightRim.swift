/// Detects a light rim around art that is darker inside: the rest of a light background that was cut
/// away with hard edges, as in a GIF, or that was erased unevenly.
///
/// A pixel of the rim is a mixture of white with the art a few pixels further inward, or with the darkest pixel
/// of a thin line. In clean art the two have about the same color, and so do they in an outline of 4 px or more.
/// In a thin drawn outline, all outer pixels have the color of the pen; those of a background become
/// lighter as their alpha falls.
package struct LightRim: Sendable, Equatable {
  /// The number of sampled points of the outline.
  package private(set) var places = 0
  /// The number of points with a light rim around an area of one color.
  package private(set) var rimmed = 0
  /// The number of other points, with a light rim around a dark line; 0 where there are few, as in textures.
  package private(set) var lined = 0
  /// The mean share of white in the rim, 0 to 1. About 1 is a drawn white outline, unless it has gaps.
  package private(set) var whiteness = 0.0
  /// The share of the points with a light rim that are single dots or ends of dashes, 0 to 1.
  package private(set) var dottedShare = 0.0
  /// The mean difference of the rim from the art inside, 0 to 255.
  package private(set) var meanDifference = 0.0
  /// The number of faint pixels outside of the rim, and of its own pixels where there are none.
  package private(set) var faintPixels = 0
  /// The lightness that most of these have, 0 to 255, and their share, 0 to 1.
  package private(set) var steadyLightness = 0
  package private(set) var steadyShare = 0.0
  /// The share of the points with a soft edge where the outermost pixel of the rim is pale, 0 to 1; 0 where less than
  /// half of the outline is soft.
  package private(set) var paleShare = 0.0
  /// The tile with the lightest rim, of 8 × 8 tiles of the canvas; nil without a rim.
  package var worstArea: PixelRect?
  /// The bounds of the points with a light rim; nil without any.
  package var area: PixelRect?

  /// The number of points with a light rim as a fraction of `places`, 0 to 1.
  package var share: Double { places == 0 ? 0 : Double(rimmed + lined) / Double(places) }

  /// The minimum alpha of the rim, and the maximum number of fainter pixels outside of it.
  private static let (minimumAlpha, maximumFaint) = (UInt8(128), 3)
  /// The smallest channel of a pale pixel.
  private static let minimumPale = 200
  /// The distance from the rim to the art inside, in pixels. A wider rim is an outline.
  private static let depth = 4
  /// The minimum mean difference of a rim from the art inside, in codes.
  private static let minimumDifference = 40
  /// The minimum difference from white of art on which a light rim can be seen, in any channel.
  private static let minimumDarkness = 60
  /// The maximum difference of the two pixels of the art inside; more is texture.
  private static let maximumTexture = 40
  /// The largest channel of the darkest pixel of a line. Lighter ones are texture.
  private static let maximumLine = 96
  /// The smallest share of the outline with a rim around lines. Engravings and photos have up to 0.3, a fringe around
  /// a line drawing 0.5 and more.
  private static let minimumLined = 0.4
  /// The maximum deviation from a mixture with white, as a fraction of the difference.
  private static let tolerance = 0.35
  /// The alpha of the outer pixels: faint ones, because more opaque ones are mixed with the art inside, or opaque
  /// ones at a hard edge.
  private static func outerAlpha(_ edge: Int) -> ClosedRange<UInt8> {
    edge == 0 ? 255...255 : 16...112
  }
  /// The minimum alpha of a neighbor that continues a line: the edge of a drawn one is faint.
  private static let minimumNeighbor = UInt8(16)
  /// The largest difference of faint pixels in the color of one pen, in codes.
  private static let pen = 16

  /// Measures a canvas along its outline. Calls `found` with the number of each pixel with a light rim.
  package init(of bitmap: Bitmap, along outline: Outline, found: (Int) -> Void = { _ in }) {
    let samples = bitmap.samples.span
    places = outline.crossings.count
    var points: [Point] = []
    var lightness = [Int](repeating: 0, count: 256)
    var (softPoints, palePoints) = (0, 0)
    for crossing in outline.crossings {
      func index(_ distance: Int) -> Int { crossing.index + distance * crossing.step }
      guard
        let edge = (0...Self.maximumFaint).first(where: {
          $0 + 1 < crossing.length && samples[index($0) + 3] >= Self.minimumAlpha
        })
      else { continue }
      if edge > 0 {
        softPoints += 1
        if samples.color(at: index(edge)).min() >= Self.minimumPale { palePoints += 1 }
      }
      guard let point = Point(behind: edge, of: crossing, samples) else { continue }
      points.append(point)
      // A hard edge has no faint pixels.
      for distance in 0..<max(edge, 1)
      where Self.outerAlpha(edge).contains(samples[index(distance) + 3]) {
        lightness[samples.color(at: index(distance)).wrappedSum() / 3] += 1
      }
    }
    lined = points.count { $0.isLine }
    rimmed = points.count - lined
    if Double(lined) < Double(places) * Self.minimumLined {
      lined = 0
      points.removeAll { $0.isLine }
    }
    guard !points.isEmpty else { return }
    if softPoints * 2 > places { paleShare = Double(palePoints) / Double(softPoints) }
    dottedShare =
      Double(points.count { Self.isDot($0.place, of: bitmap) }) / Double(points.count)
    var tiles = CanvasTiles()
    for point in points {
      whiteness += point.white / Double(points.count)
      meanDifference += Double(point.difference) / Double(points.count * 3)
      tiles.add(point.difference, at: point.place, in: bitmap)
      found(point.place)
    }
    worstArea = tiles.worst(in: bitmap)
    area = tiles.bounds

    faintPixels = lightness.reduce(0, +)
    guard faintPixels > 0 else { return }
    var most = 0
    for darkest in 0..<lightness.count - Self.pen {
      let steady = lightness[darkest...darkest + Self.pen].reduce(0, +)
      if steady > most { (most, steadyLightness) = (steady, darkest + Self.pen / 2) }
    }
    steadyShare = Double(most) / Double(faintPixels)
  }

  /// A place of the outline with a light rim.
  private struct Point {
    /// The number of the pixel.
    let place: Int
    /// The share of white in it, 0 to 1.
    let white: Double
    /// Its difference from the art inside, as the sum of the channels.
    let difference: Int
    /// Whether the art inside is a dark line.
    let isLine: Bool

    /// - Parameter edge: the number of faint pixels outside of the rim.
    @inline(__always)
    init?(behind edge: Int, of crossing: Outline.Crossing, _ samples: Span<UInt8>) {
      func index(_ distance: Int) -> Int { crossing.index + distance * crossing.step }
      let rim = samples.color(at: index(edge))
      guard rim.wrappedSum() >= minimumDifference * 3 else { return nil }

      var mixture: (white: Double, difference: Int)?
      if edge + depth + 1 < crossing.length, samples[index(edge + depth) + 3] == 255 {
        let art = samples.color(at: index(edge + depth))
        let texture = samples.color(at: index(edge + depth + 1)) &- art
        if (255 &- art).max() >= minimumDarkness, texture.largest <= maximumTexture {
          mixture = LightRim.mixture(rim, with: art)
        }
      }
      isLine = mixture == nil
      if isLine {
        var darkest = rim
        for distance in edge + 1..<min(edge + depth + 1, crossing.length) {
          guard samples[index(distance) + 3] == 255 else { break }
          let next = samples.color(at: index(distance))
          if next.wrappedSum() < darkest.wrappedSum() { darkest = next }
        }
        guard darkest.max() <= maximumLine else { return nil }
        mixture = LightRim.mixture(rim, with: darkest)
      }
      guard let mixture else { return nil }
      place = index(edge) / 4
      (white, difference) = mixture
    }
  }

  /// Whether a pixel of a rim has fewer than two neighbors of about its lightness, as it would have in a line.
  private static func isDot(_ place: Int, of bitmap: Bitmap) -> Bool {
    let samples = bitmap.samples.span
    func lightness(_ place: Int) -> Int {
      let index = place * 4
      guard samples[index + 3] >= minimumNeighbor else { return 0 }
      return samples.color(at: index).wrappedSum()
    }
    let (y, x) = place.quotientAndRemainder(dividingBy: bitmap.width)
    let least = lightness(place) - minimumDifference * 3
    var neighbors = -1
    for row in max(0, y - 1)...min(bitmap.height - 1, y + 1) {
      for column in max(0, x - 1)...min(bitmap.width - 1, x + 1)
      where lightness(row * bitmap.width + column) >= least {
        neighbors += 1
      }
    }
    return neighbors < 2
  }

  /// Returns the share of white in a rim, and its difference from art, as the sum of the channels; nil if it is not a
  /// visible mixture of both.
  private static func mixture(
    _ rim: SIMD3<Int>, with art: SIMD3<Int>
  ) -> (white: Double, difference: Int)? {
    let (white, change) = (255 &- art, rim &- art)
    let difference = change.wrappedSum()
    guard difference >= minimumDifference * 3 else { return nil }
    let mixed = Double((change &* white).wrappedSum()) / Double((white &* white).wrappedSum())
    let miss = SIMD3<Double>(change) - mixed * SIMD3<Double>(white)
    let deviation = abs(miss.x) + abs(miss.y) + abs(miss.z)
    return deviation <= tolerance * Double(difference) ? (mixed, difference) : nil
  }
}

/// Sums over 8 × 8 tiles of a canvas, and the bounds of what was added.
struct CanvasTiles {
  private static let side = 8
  private var sums = [Int](repeating: 0, count: side * side)
  /// The bounds of all pixels that were added; nil without any.
  private(set) var bounds: PixelRect?

  /// Adds to the tile of the pixel with a number, row by row.
  mutating func add(_ value: Int, at place: Int, in bitmap: Bitmap) {
    let (y, x) = place.quotientAndRemainder(dividingBy: bitmap.width)
    sums[y * Self.side / bitmap.height * Self.side + x * Self.side / bitmap.width] += value
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    bounds = bounds?.union(pixel) ?? pixel
  }

  /// The bounds of the tile with the largest sum; nil if all are 0.
  func worst(in bitmap: Bitmap) -> PixelRect? {
    guard let worst = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[worst] > 0 else {
      return nil
    }
    let (left, right) = Self.edges(of: worst % Self.side, bitmap.width)
    let (top, bottom) = Self.edges(of: worst / Self.side, bitmap.height)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The first pixels of a tile and of the next one, by the division with which pixels are added. A tile of a small canvas
  /// can have none.
  private static func edges(of tile: Int, _ length: Int) -> (Int, Int) {
    ((tile * length + side - 1) / side, ((tile + 1) * length + side - 1) / side)
  }
}

extension SIMD3<Int> {
  /// The largest absolute value.
  fileprivate var largest: Int { Swift.max(max(), -min()) }
}
