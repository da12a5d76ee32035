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
    let samples = bitmap.samples.span
    let (width, height) = (bitmap.width, bitmap.height)
    func sample(_ index: Int) -> SIMD3<Int> {
      SIMD3(Int(samples[index]), Int(samples[index + 1]), Int(samples[index + 2]))
    }
    // Three bits of each channel.
    func bucket(_ color: SIMD3<Int>) -> Int {
      color.x / 32 * 64 + color.y / 32 * 8 + color.z / 32
    }
    var edges: [(index: Int, step: Int)] = []
    var counts = [Int](repeating: 0, count: 512)
    var sums = [SIMD3<Int>](repeating: .zero, count: 512)
    for crossing in outline.crossings {
      var index = crossing.index
      var reach = min(crossing.length, Self.maximumFaint)
      while reach > 0, samples[index + 3] < Self.minimumAlpha {
        index += crossing.step
        reach -= 1
      }
      guard reach > 0 else { continue }
      edges.append((index, crossing.step))
      let color = sample(index)
      counts[bucket(color)] += 1
      sums[bucket(color)] &+= color
    }
    guard let mode = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[mode] > 0 else {
      return nil
    }
    let color = sums[mode] / counts[mode]

    self.color = Pixel(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))
    let rim = PixelRange(
      around: self.color, tolerance: Self.tolerance, minimumAlpha: Self.minimumAlpha)
    func isRim(_ index: Int) -> Bool { rim.contains(samples.pixelWord(at: index)) }
    // The number of pixels up to the edge of the canvas.
    func length(from index: Int, step: Int) -> Int {
      let (row, column) = (index / 4).quotientAndRemainder(dividingBy: width)
      return switch step {
      case 4: width - column
      case -4: column + 1
      case 0...: height - row
      default: row + 1
      }
    }
    func run(from index: Int, step: Int) -> Int {
      let most = min(length(from: index, step: step), Self.maximumRun)
      var count = 0
      while count < most, isRim(index + count * step) { count += 1 }
      return count
    }
    var (rimmed, continued) = (0, 0)
    var (sum, squares) = (0.0, 0.0)
    var tiles = CanvasTiles()
    for (index, step) in edges where isRim(index) {
      let across = run(from: index, step: step)
      let side = abs(step) == 4 ? width * 4 : 4
      let (forward, back) = (run(from: index, step: side), run(from: index, step: -side))
      let along = max(forward, back)
      // The width of a band, which a row crosses over a distance and a column over another.
      let thickness = Double(across * along) / Double(across * across + along * along).squareRoot()
      let (count, inward) =
        across <= along ? (across, step) : (along, forward > back ? side : -side)
      // The next two pixels may be a mixture of both.
      let art = index + (count + 2) * inward
      guard thickness <= Self.maximumWidth, count + 2 < length(from: index, step: inward),
        samples[art + 3] >= Self.minimumAlpha
      else {
        continued += 1
        continue
      }
      let change = sample(art) &- color
      let difference = abs(change.x) + abs(change.y) + abs(change.z)
      guard difference >= Self.minimumDifference * 3 else {
        continued += 1
        continue
      }
      rimmed += 1
      sum += thickness
      squares += thickness * thickness
      tiles.add(difference, at: index / 4, in: bitmap)
      found(index / 4)
    }
    guard rimmed > 0, rimmed >= continued * Self.minimumRatio,
      let worst = tiles.worst(in: bitmap), let bounds = tiles.bounds
    else { return nil }

    let distance = Self.insideDistance
    var (all, inside) = (0, 0)
    let grid = max(1, max(width, height) / 128)
    for y in stride(from: 0, to: height, by: grid) {
      for x in stride(from: 0, to: width, by: grid) where isRim((y &* width &+ x) &* 4) {
        all += 1
        guard x >= distance, y >= distance, x + distance < width, y + distance < height else {
          continue
        }
        let isInside = [-distance, distance, -distance * width, distance * width].allSatisfy {
          samples[(y * width + x + $0) * 4 + 3] >= Self.minimumAlpha
        }
        if isInside { inside += 1 }
      }
    }
    self.rimmed = rimmed
    places = outline.crossings.count
    meanWidth = sum / Double(rimmed)
    unevenness =
      max(0, squares / Double(rimmed) - meanWidth * meanWidth).squareRoot() / meanWidth
    insideShare = all == 0 ? 0 : Double(inside) / Double(all)
    worstArea = worst
    area = bounds
  }
}
