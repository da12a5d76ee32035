/// Detects the rest of a background of any color around art that was cut out by hand or by a magic
/// wand.
///
/// Such a rim is at most a few pixels wide. Its width varies or it has gaps, and its color occurs hardly
/// anywhere inside the art. A drawn outline has an even width or the color of other lines of the drawing.
package struct LeftoverRim: Sendable, Equatable {
  /// The most frequent color of the outline.
  package private(set) var color: Pixel
  /// The number of sampled points of the outline.
  package private(set) var places: Int
  /// The number of points with a rim of this color, up to 10 px wide, around other art.
  package private(set) var rimmed: Int
  /// The mean width of the rim at these points, in pixels.
  package private(set) var meanWidth: Double
  /// The standard deviation of the width as a fraction of its mean, from 0.
  package private(set) var unevenness: Double
  /// The fraction of all pixels of this color that are inside the art, at least 6 px from its outline, 0 to
  /// 1.
  package private(set) var insideShare: Double
  /// The tile with the most visible rim, of 8 × 8 tiles of the canvas.
  package private(set) var worstArea: PixelRect
  /// The bounds of the points with a rim.
  package private(set) var area: PixelRect

  /// The number of points with a rim as a fraction of `places`, 0 to 1.
  package var share: Double { Double(rimmed) / Double(places) }

  /// The minimum alpha of a rim and the maximum number of fainter pixels outside of it.
  private static let (minimumAlpha, maximumFaint) = (UInt8(128), 8)
  /// The maximum difference from the color in a channel, which allows for palettes and JPEG artifacts.
  private static let tolerance: UInt8 = 40
  /// The maximum width of a rim, and of what is followed to measure it, in pixels. Wider ones are art.
  private static let (maximumWidth, maximumRun) = (10.0, 16)
  /// The minimum mean difference of the art inside from the rim, in codes.
  private static let minimumDifference = 40
  /// The minimum number of points with a rim for each point at which art of its color begins. Black outlines
  /// whose color is also that of hair or clothes have up to 7.8.
  private static let minimumRatio = 8
  /// The distance of pixels inside the art from transparent ones.
  private static let insideDistance = 6

  /// Measures a canvas along its outline; nil if the most frequent color of the outline is that of the art
  /// inside. Calls `found` with the number of each pixel with a rim.
  package init?(of bitmap: Bitmap, along outline: Outline, found: (Int) -> Void = { _ in }) {
    guard let (color, edges) = Self.mostFrequentColor(of: bitmap, along: outline) else {
      return nil
    }
    self.color = Pixel(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))
    let canvas = RimCanvas(bitmap, color: self.color)
    var (rimmed, continued) = (0, 0)
    var (sum, squares) = (0.0, 0.0)
    var tiles = CanvasTiles()
    let samples = bitmap.samples.span
    for edge in edges where canvas.isRim(edge.index, samples) {
      guard let band = canvas.band(from: edge, of: color, samples) else {
        continued += 1
        continue
      }
      rimmed += 1
      sum += band.thickness
      squares += band.thickness * band.thickness
      tiles.add(band.difference, at: edge.index / 4, in: bitmap)
      found(edge.index / 4)
    }
    guard rimmed > 0, rimmed >= continued * Self.minimumRatio,
      let worst = tiles.worst(in: bitmap), let bounds = tiles.bounds
    else { return nil }
    self.rimmed = rimmed
    places = outline.crossings.count
    meanWidth = sum / Double(rimmed)
    unevenness =
      max(0, squares / Double(rimmed) - meanWidth * meanWidth).squareRoot() / meanWidth
    insideShare = canvas.insideShare(samples)
    worstArea = worst
    area = bounds
  }

  /// A pixel where the art begins, and the way inward in samples.
  private typealias Edge = (index: Int, step: Int)

  /// The mean of the most frequent color of the outline, and the places of the outline; nil without any.
  private static func mostFrequentColor(
    of bitmap: Bitmap, along outline: Outline
  ) -> (color: SIMD3<Int>, edges: [Edge])? {
    let samples = bitmap.samples.span
    var edges: [Edge] = []
    // Three bits of each channel.
    var counts = [Int](repeating: 0, count: 512)
    var sums = [SIMD3<Int>](repeating: .zero, count: 512)
    for crossing in outline.crossings {
      var index = crossing.index
      var reach = min(crossing.length, maximumFaint)
      while reach > 0, samples[index + 3] < minimumAlpha {
        index += crossing.step
        reach -= 1
      }
      guard reach > 0 else { continue }
      edges.append((index, crossing.step))
      let color = samples.color(at: index)
      let bucket = color.x / 32 * 64 + color.y / 32 * 8 + color.z / 32
      counts[bucket] += 1
      sums[bucket] &+= color
    }
    guard let mode = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[mode] > 0 else {
      return nil
    }
    return (sums[mode] / counts[mode], edges)
  }

  /// A canvas on which pixels of a color are rim. Its functions get the samples, which cannot be stored.
  private struct RimCanvas {
    let (width, height): (Int, Int)
    let rim: PixelRange

    init(_ bitmap: Bitmap, color: Pixel) {
      (width, height) = (bitmap.width, bitmap.height)
      rim = PixelRange(around: color, tolerance: tolerance, minimumAlpha: minimumAlpha)
    }

    @inline(__always)
    func isRim(_ index: Int, _ samples: Span<UInt8>) -> Bool {
      rim.contains(samples.pixelWord(at: index))
    }

    /// The number of pixels up to the edge of the canvas.
    func length(from index: Int, step: Int) -> Int {
      let (row, column) = (index / 4).quotientAndRemainder(dividingBy: width)
      return switch step {
      case 4: width - column
      case -4: column + 1
      case 0...: height - row
      default: row + 1
      }
    }

    /// The number of pixels of the rim in a direction.
    func run(from index: Int, step: Int, _ samples: Span<UInt8>) -> Int {
      let most = min(length(from: index, step: step), maximumRun)
      var count = 0
      while count < most, isRim(index + count * step, samples) { count += 1 }
      return count
    }

    /// The rim that begins at a place, and its difference from the art inside as the sum of the channels; nil if it is
    /// too wide or not followed by other art.
    func band(
      from edge: Edge, of color: SIMD3<Int>, _ samples: Span<UInt8>
    ) -> (thickness: Double, difference: Int)? {
      let across = run(from: edge.index, step: edge.step, samples)
      let side = abs(edge.step) == 4 ? width * 4 : 4
      let forward = run(from: edge.index, step: side, samples)
      let back = run(from: edge.index, step: -side, samples)
      let along = max(forward, back)
      // The width of a band, which a row crosses over a distance and a column over another.
      let thickness = Double(across * along) / Double(across * across + along * along).squareRoot()
      let (count, inward) =
        across <= along ? (across, edge.step) : (along, forward > back ? side : -side)
      // The next two pixels may be a mixture of both.
      let art = edge.index + (count + 2) * inward
      guard thickness <= maximumWidth, count + 2 < length(from: edge.index, step: inward),
        samples[art + 3] >= minimumAlpha
      else { return nil }
      let change = samples.color(at: art) &- color
      let difference = abs(change.x) + abs(change.y) + abs(change.z)
      return difference >= minimumDifference * 3 ? (thickness, difference) : nil
    }

    /// The fraction of the pixels of the rim's color that are inside the art, 0 to 1.
    func insideShare(_ samples: Span<UInt8>) -> Double {
      let distance = insideDistance
      var (all, inside) = (0, 0)
      let grid = max(1, max(width, height) / 128)
      for y in stride(from: 0, to: height, by: grid) {
        for x in stride(from: 0, to: width, by: grid)
        where isRim((y &* width &+ x) &* 4, samples) {
          all += 1
          guard x >= distance, y >= distance, x + distance < width, y + distance < height else {
            continue
          }
          let isInside = [-distance, distance, -distance * width, distance * width].allSatisfy {
            samples[(y * width + x + $0) * 4 + 3] >= minimumAlpha
          }
          if isInside { inside += 1 }
        }
      }
      return all == 0 ? 0 : Double(inside) / Double(all)
    }
  }
}
