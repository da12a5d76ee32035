/// Detects the rest of a green, magenta or blue screen along the edge of art.
///
/// Such a rim is at most a few pixels wide, close to the pure color of the screen, and the art inside has hardly any
/// of that color. It is a mixture that varies, or it has gaps: a line of one color all around was drawn.
package struct KeyRim: Sendable, Equatable {
  /// The color of a screen.
  package enum Key: String, Sendable, CaseIterable {
    case green, magenta, blue

    /// The part of a pixel's color that is this one and not gray, up to 255.
    func amount(in color: SIMD3<Int>) -> Int {
      switch self {
      case .green: color.y - max(color.x, color.z)
      case .magenta: min(color.x, color.z) - color.y
      case .blue: color.z - max(color.x, color.y)
      }
    }
  }

  package let key: Key
  /// The number of sampled points of the outline.
  package let places: Int
  /// The number of points with a rim of this color.
  package let rimmed: Int
  /// The tile with the most visible rim, of 8 × 8 tiles of the canvas.
  package let worstArea: PixelRect
  /// The bounds of the points with a rim.
  package let area: PixelRect

  /// The number of points with a rim as a fraction of `places`, 0 to 1.
  package var share: Double { Double(rimmed) / Double(places) }

  /// The minimum alpha of a rim and the maximum number of fainter pixels outside of it.
  private static let (minimumAlpha, maximumFaint) = (UInt8(48), 3)
  /// The distance of the art inside from the rim, in pixels. A wider rim is an outline.
  private static let depth = 5
  /// The smallest amount of the color in a rim, and the smallest difference from the art inside.
  private static let (minimumAmount, minimumDifference) = (60, 45)
  /// The smallest mean amount in a rim. Drawn outlines of navy or green have up to 70.
  private static let minimumMean = 90
  /// The largest share of the pixels inside the art that have about as much of the color.
  private static let maximumInside = 0.05
  /// The distance of pixels inside the art from transparent ones.
  private static let insideDistance = 8
  /// The smallest number of points with a rim for each point at which art of its color begins.
  private static let minimumRatio = 4
  /// The largest difference from the mean amount in a line of one color, the smallest share of such points, and the
  /// smallest share of the outline with a line that was drawn.
  private static let (steady, steadyShare, drawnShare) = (16, 0.8, 0.6)

  /// Measures a canvas along its outline; nil if there is no such rim. Calls `found` with the number of each pixel with
  /// a rim.
  package init?(of bitmap: Bitmap, along outline: Outline, found: (Int) -> Void = { _ in }) {
    let samples = bitmap.samples.span
    var points = [[(place: Int, amount: Int)]](repeating: [], count: Key.allCases.count)
    var continued = [Int](repeating: 0, count: points.count)
    for crossing in outline.crossings {
      func index(_ distance: Int) -> Int { crossing.index + distance * crossing.step }
      guard
        let edge = (0...Self.maximumFaint).first(where: {
          $0 < crossing.length && samples[index($0) + 3] >= Self.minimumAlpha
        }), edge + Self.depth + 1 < crossing.length
      else { continue }
      let art = [edge + Self.depth, edge + Self.depth + 1].map(index)
      guard art.allSatisfy({ samples[$0 + 3] >= 200 }) else { continue }
      for (number, key) in Key.allCases.enumerated() {
        let amount = max(
          key.amount(in: samples.color(at: index(edge))),
          key.amount(in: samples.color(at: index(edge + 1))))
        guard amount >= Self.minimumAmount else { continue }
        let own = max(
          0,
          min(key.amount(in: samples.color(at: art[0])), key.amount(in: samples.color(at: art[1]))))
        if amount - own >= Self.minimumDifference {
          points[number].append((index(edge) / 4, amount))
        } else {
          continued[number] += 1
        }
      }
    }
    guard let most = points.indices.max(by: { points[$0].count < points[$1].count }),
      !points[most].isEmpty
    else { return nil }
    let key = Key.allCases[most]
    let sum = points[most].reduce(0) { $0 + $1.amount }
    let mean = sum / points[most].count
    let steady = points[most].count { abs($0.amount - mean) <= Self.steady }
    let isDrawn =
      Double(steady) >= Self.steadyShare * Double(points[most].count)
      && Double(points[most].count) >= Self.drawnShare * Double(outline.crossings.count)
    guard mean >= Self.minimumMean, !isDrawn,
      points[most].count >= continued[most] * Self.minimumRatio,
      Self.inside(bitmap, key) <= Self.maximumInside
    else { return nil }
    var tiles = CanvasTiles()
    for point in points[most] {
      tiles.add(point.amount, at: point.place, in: bitmap)
      found(point.place)
    }
    guard let worst = tiles.worst(in: bitmap), let bounds = tiles.bounds else { return nil }
    self.key = key
    places = outline.crossings.count
    rimmed = points[most].count
    worstArea = worst
    area = bounds
  }

  /// Returns the share of the pixels inside the art that have about as much of a color as a rim.
  private static func inside(_ bitmap: Bitmap, _ key: Key) -> Double {
    let samples = bitmap.samples.span
    let (width, height, distance) = (bitmap.width, bitmap.height, insideDistance)
    guard min(width, height) > 2 * distance else { return 0 }
    var (all, colored) = (0, 0)
    let grid = max(1, max(width, height) / 128)
    for y in stride(from: distance, to: height - distance, by: grid) {
      for x in stride(from: distance, to: width - distance, by: grid) {
        let place = y * width + x
        let isInside = [0, -distance, distance, -distance * width, distance * width].allSatisfy {
          samples[(place + $0) * 4 + 3] >= 200
        }
        guard isInside else { continue }
        all += 1
        let color = SIMD3(
          Int(samples[place * 4]), Int(samples[place * 4 + 1]), Int(samples[place * 4 + 2]))
        if key.amount(in: color) >= minimumDifference { colored += 1 }
      }
    }
    return all == 0 ? 0 : Double(colored) / Double(all)
  }
}
