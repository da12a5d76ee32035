/// Detects a light rim around art that is darker inside: the rest of a light background that was cut
/// away with hard edges, as in a GIF, or that was erased unevenly.
///
/// A pixel of the rim is a mixture of white with the art a few pixels further inward. In clean art the
/// two have about the same color, and so do they in an outline of 4 px or more.
package struct LightRim: Sendable, Equatable {
  /// The number of sampled points of the outline.
  package private(set) var places = 0
  /// The number of points with a light rim.
  package private(set) var rimmed = 0
  /// The mean share of white in the rim, 0 to 1. About 1 is a drawn white outline.
  package private(set) var whiteness = 0.0
  /// The mean difference of the rim from the art inside, 0 to 255.
  package private(set) var meanDifference = 0.0
  /// The tile with the lightest rim, of 8 × 8 tiles of the canvas; nil without a rim.
  package private(set) var worstArea: PixelRect?
  /// The bounds of the points with a light rim; nil without any.
  package private(set) var area: PixelRect?

  /// The number of points with a light rim as a fraction of `places`, 0 to 1.
  package var share: Double { places == 0 ? 0 : Double(rimmed) / Double(places) }

  /// The minimum alpha of the rim, and the maximum number of fainter pixels outside of it.
  private static let (minimumAlpha, maximumFaint) = (UInt8(128), 3)
  /// The distance from the rim to the art inside, in pixels. A wider rim is an outline.
  private static let depth = 4
  /// The minimum mean difference of a rim from the art inside, in codes.
  private static let minimumDifference = 40
  /// The minimum difference from white of art on which a light rim can be seen, in any channel.
  private static let minimumDarkness = 60
  /// The maximum difference of the two pixels of the art inside; more is texture.
  private static let maximumTexture = 40
  /// The maximum deviation from a mixture with white, as a fraction of the difference.
  private static let tolerance = 0.35

  /// Measures a canvas along its outline. Calls `found` with the number of each pixel with a light rim.
  package init(of bitmap: Bitmap, along outline: Outline, found: (Int) -> Void = { _ in }) {
    let samples = bitmap.samples.span
    func color(_ index: Int) -> SIMD3<Int> {
      SIMD3(Int(samples[index]), Int(samples[index + 1]), Int(samples[index + 2]))
    }
    places = outline.crossings.count
    var (whitenesses, differences) = (0.0, 0)
    var tiles = CanvasTiles()
    for crossing in outline.crossings {
      func index(_ distance: Int) -> Int { crossing.index + distance * crossing.step }
      guard
        let edge = (0...Self.maximumFaint).first(where: {
          $0 + Self.depth + 1 < crossing.length && samples[index($0) + 3] >= Self.minimumAlpha
        }),
        samples[index(edge + Self.depth) + 3] == 255
      else { continue }
      let art = color(index(edge + Self.depth))
      let white = 255 &- art
      let texture = color(index(edge + Self.depth + 1)) &- art
      let change = color(index(edge)) &- art
      let difference = change.wrappedSum()
      guard white.max() >= Self.minimumDarkness, texture.largest <= Self.maximumTexture,
        difference >= Self.minimumDifference * 3
      else { continue }
      let mixed = Double((change &* white).wrappedSum()) / Double((white &* white).wrappedSum())
      let miss = SIMD3<Double>(change) - mixed * SIMD3<Double>(white)
      let deviation = abs(miss.x) + abs(miss.y) + abs(miss.z)
      guard deviation <= Self.tolerance * Double(difference) else { continue }
      rimmed += 1
      whitenesses += mixed
      differences += difference
      tiles.add(difference, at: index(edge) / 4, in: bitmap)
      found(index(edge) / 4)
    }
    guard rimmed > 0 else { return }
    whiteness = whitenesses / Double(rimmed)
    meanDifference = Double(differences) / Double(rimmed * 3)
    worstArea = tiles.worst(in: bitmap)
    area = tiles.bounds
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
    return PixelRect(x: worst % Self.side, y: worst / Self.side, width: 1, height: 1)
      .pixels(ofGrid: (Self.side, Self.side), onWidth: bitmap.width, height: bitmap.height)
  }
}

extension SIMD3<Int> {
  /// The largest absolute value.
  fileprivate var largest: Int { Swift.max(max(), -min()) }
}
