/// Detects the rest of a black background around light art that was cut out with hard edges, as in a GIF.
///
/// A pixel at the edge was a mixture of the art and black, by as much of it as the art covers, and those that the art covers
/// by half became opaque. So such a rim is one pixel wide, most of it has at least about half of the light of the art, and it has
/// gaps where the art covers whole pixels. A drawn line is darker or has no gaps, and what is left of a thin gray one, as around
/// die-cut paper, has one color. Where fainter pixels became opaque, too, the rim has hardly any gaps, and any share of black.
package struct DarkRim: Sendable, Equatable {
  /// The number of sampled points of the outline.
  package private(set) var places: Int
  /// The number of points with a darker pixel around art of one color.
  package private(set) var rimmed: Int
  /// The tile with the most visible rim, of 8 × 8 tiles of the canvas.
  package private(set) var worstArea: PixelRect
  /// The bounds of the points with a rim.
  package private(set) var area: PixelRect

  /// The number of points with a rim as a fraction of `places`, 0 to 1.
  package var share: Double { Double(rimmed) / Double(places) }

  /// The number of pixels of the art behind the rim that must have about one color, and their largest difference from the
  /// first in a channel.
  private static let (depth, maximumTexture) = (4, 20)
  /// The smallest largest channel of art on which a dark rim is seen.
  private static let minimumLight = 100
  /// The smallest mean difference of a rim from the art, in codes, and the largest deviation from a mixture with black, as a
  /// fraction of the difference.
  private static let (minimumDifference, tolerance) = (24, 0.25)
  /// The smallest share of art in a rim: half of it, less the error of a palette.
  private static let minimumArt = 0.4
  /// The largest share of the points that are darker, because some programs keep fainter pixels, and, of the points with art
  /// of one color, of those with a rim.
  private static let (maximumDarker, maximumRimmed) = (0.4, 0.7)
  /// The smallest number of points of a rim of all shares of black, and the largest share of them that are about equally
  /// dark, as in a drawn line.
  private static let (minimumPoints, maximumEven) = (16, 0.5)
  /// The largest share of the points with art of one color at which such a rim has gaps. Drawn lines have 0.95 and more.
  private static let maximumFaded = 0.93
  /// The smallest share of a rim without gaps that is darker, and its smallest share of the outline.
  private static let (minimumDarker, minimumShare) = (0.2, 0.2)
  /// The smallest number of sides that show at least a number of points, and the smallest share of a rim on each. Shading
  /// is on one or two sides.
  private static let (sides, pointsOfSide, minimumOfSide) = (3, 3, 0.35)
  /// The largest share of the points that are about equally dark: within a tenth of the light of the art. Rims have up to
  /// 0.57, thin gray lines 0.76 and more.
  private static let (maximumSteady, tenth) = (2.0 / 3, 0.1)

  /// Measures a canvas along its outline; nil if there is no such rim. Calls `found` with the number of each pixel with a
  /// rim.
  package init?(of bitmap: Bitmap, along outline: Outline, found: (Int) -> Void = { _ in }) {
    let samples = bitmap.samples.span
    var darker = 0
    var points: [(place: Int, difference: Int)] = []
    var shares: [Double] = []
    // The counts of the left, right, upper and lower edges.
    var (tellingOfSides, rimmedOfSides) = ([0, 0, 0, 0], [0, 0, 0, 0])
    for crossing in outline.crossings
    where crossing.length > Self.depth && samples[crossing.index + 3] == 255 {
      let own = samples.color(at: crossing.index + crossing.step)
      guard own.max() >= Self.minimumLight else { continue }
      let isPlain = (1...Self.depth).allSatisfy { distance in
        let index = crossing.index + distance * crossing.step
        let change = samples.color(at: index) &- own
        return samples[index + 3] == 255
          && max(change.max(), -change.min()) <= Self.maximumTexture
      }
      guard isPlain else { continue }
      let side = (abs(crossing.step) == 4 ? 0 : 2) + (crossing.step < 0 ? 1 : 0)
      tellingOfSides[side] += 1
      let rim = samples.color(at: crossing.index)
      let difference = (own &- rim).wrappedSum()
      guard difference >= Self.minimumDifference * 3 else { continue }
      let share = Double((rim &* own).wrappedSum()) / Double((own &* own).wrappedSum())
      let miss = SIMD3<Double>(rim) - share * SIMD3<Double>(own)
      let deviation = abs(miss.x) + abs(miss.y) + abs(miss.z)
      guard deviation <= Self.tolerance * Double(difference) else { continue }
      if share < Self.minimumArt { darker += 1 }
      rimmedOfSides[side] += 1
      points.append((crossing.index / 4, difference))
      shares.append(share)
    }
    let (count, telling) = (Double(points.count), tellingOfSides.reduce(0, +))
    let steady = Double(Self.mostEqual(shares))
    let isDotted =
      Double(darker) <= count * Self.maximumDarker
      && count <= Double(telling) * Self.maximumRimmed && steady <= count * Self.maximumSteady
    let shown = (0..<4).filter { tellingOfSides[$0] >= Self.pointsOfSide }
    let isAllAround =
      shown.count >= Self.sides
      && shown.allSatisfy {
        Double(rimmedOfSides[$0]) >= Double(tellingOfSides[$0]) * Self.minimumOfSide
      }
    let isFaded =
      isAllAround && points.count >= Self.minimumPoints
      && steady <= count * Self.maximumEven
      && (count <= Double(telling) * Self.maximumFaded
        || count >= Double(outline.crossings.count) * Self.minimumShare
          && Double(darker) >= count * Self.minimumDarker)
    guard isDotted || isFaded else { return nil }
    var tiles = CanvasTiles()
    for point in points {
      tiles.add(point.difference, at: point.place, in: bitmap)
      found(point.place)
    }
    guard let worst = tiles.worst(in: bitmap), let bounds = tiles.bounds else { return nil }
    places = outline.crossings.count
    rimmed = points.count
    worstArea = worst
    area = bounds
  }

  /// Returns how many shares are within a tenth of each other.
  private static func mostEqual(_ shares: [Double]) -> Int {
    let sorted = shares.sorted()
    var (most, first) = (0, 0)
    for (index, share) in sorted.enumerated() {
      while share - sorted[first] > tenth { first += 1 }
      most = max(most, index - first + 1)
    }
    return most
  }
}
