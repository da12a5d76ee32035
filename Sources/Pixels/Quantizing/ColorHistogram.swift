internal import Basics

/// Counts the visible colors of one or more bitmaps, and computes palettes for them.
///
/// A palette has all colors if they fit. Otherwise it is the result of median cut by variance, then
/// k-means, with distances as in `ColorVector`.
package struct ColorHistogram: Sendable {
  /// The pixels of similar colors.
  private struct Cell: Sendable {
    /// The upper bits of each channel.
    var key: UInt32
    /// The sum of the pixels' points.
    var sum: SIMD4<Float>
    var count: Float
  }

  private static let recentBits: UInt32 = 12
  // Enough to find clusters, and few enough for k-means to take a fraction of a second.
  private static let maximumCells = 1 << 13

  private var cells: [Cell] = []
  private var places: [UInt32: Int] = [:]
  /// For each hash, the last color and the place of its cell.
  private var recent = [(color: UInt32, place: Int)?](repeating: nil, count: 1 << recentBits)
  /// The number of bits of each channel that keys ignore; 0 while every cell is one color.
  private var ignoredBits: UInt32 = 0
  /// Whether all visible pixels are gray.
  private var isGray = true
  /// Whether any pixel was fully transparent. Such pixels are not counted.
  package private(set) var hasTransparency = false
  /// The number of pixels of each color in runs of equal pixels, of which flat areas consist.
  private var flat: [UInt32: Float] = [:]
  private var visible: Float = 0

  private static let shortestRun = 6
  private static let maximumFlatColors = 1 << 12
  /// The share of the visible pixels from which a flat color stays as it is.
  private static let flatShare: Float = 0.008
  /// The same for white and black.
  private static let extremeShare: Float = 0.0005

  package init() {}

  package mutating func add(_ bitmap: Bitmap) {
    let samples = bitmap.samples.span
    var index = 0
    while index < samples.count {
      let pixel = samples.pixel(at: index)
      // Most pixels equal their neighbor.
      let start = index
      repeat { index += 4 } while index < samples.count && samples.pixel(at: index) == pixel
      if pixel.alpha == 0 {
        hasTransparency = true
      } else {
        if pixel.red != pixel.green || pixel.green != pixel.blue { isGray = false }
        let count = Float((index - start) / 4)
        add(pixel, count: count)
        visible += count
        if index - start >= 4 * Self.shortestRun {
          flat[pixel.packed, default: 0] += count
          if flat.count > Self.maximumFlatColors {
            flat = Dictionary(uniqueKeysWithValues: flatColors.prefix(Self.maximumFlatColors / 4))
          }
        }
      }
    }
  }

  /// The colors of flat areas and their pixels, the most frequent first.
  private var flatColors: [(UInt32, Float)] {
    flat.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The flat colors that a palette has exactly, at most three quarters of it.
  private func fixedColors(ofAtMost maximumColors: Int) -> [Pixel] {
    flatColors.filter {
      let isExtreme = $0.0 == 0xFFFF_FFFF || $0.0 == 0xFF
      return $0.1 >= visible * (isExtreme ? Self.extremeShare : Self.flatShare)
    }.prefix(maximumColors * 3 / 4).map { Pixel(packed: $0.0) }
  }

  private mutating func add(_ pixel: Pixel, count: Float) {
    let packed = pixel.packed
    let sum = ColorVector(pixel).point * count
    let hash = packed.slot(bits: Self.recentBits)
    if let (color, place) = recent[hash], color == packed {
      cells[place].sum += sum
      cells[place].count += count
      return
    }
    let mask = 0x0101_0101 * (UInt32(0xFF) >> ignoredBits)
    recent[hash] = (packed, add(Cell(key: packed >> ignoredBits & mask, sum: sum, count: count)))
    while cells.count > Self.maximumCells { coarsen() }
  }

  /// Returns the place of the cell to which another one is added.
  @discardableResult
  private mutating func add(_ cell: Cell) -> Int {
    if let place = places[cell.key] {
      cells[place].sum += cell.sum
      cells[place].count += cell.count
      return place
    }
    places[cell.key] = cells.count
    cells.append(cell)
    return cells.count - 1
  }

  /// Merges cells that differ only in the lowest bit of each channel.
  private mutating func coarsen() {
    let fine = cells
    cells = []
    places = [:]
    for hash in recent.indices { recent[hash] = nil }
    ignoredBits += 1
    for var cell in fine {
      cell.key = cell.key >> 1 & 0x7F7F_7F7F
      add(cell)
    }
  }

  /// The visible colors in the order of their channels, if there are at most `maximum`; otherwise nil.
  package func colors(atMost maximum: Int) -> [Pixel]? {
    guard ignoredBits == 0, cells.count <= maximum else { return nil }
    return cells.map { $0.key }.sorted().map(Pixel.init(packed:))
  }

  /// Returns a palette of at most `maximumColors` colors, 1 to 65,536, in a deterministic order.
  ///
  /// - Parameter distinctBits: the number of upper bits of a channel in which two colors of the palette
  ///   differ, 1 to 8, if not all colors fit. With 8, a palette follows the noise of dithered art.
  package func palette(maximumColors: Int, distinctBits: UInt32 = 8) -> [Pixel] {
    precondition((1...65_536).contains(maximumColors) && (1...8).contains(distinctBits))
    if let colors = colors(atMost: maximumColors) { return colors }
    var coarse = self
    while coarse.ignoredBits < 8 - distinctBits { coarse.coarsen() }
    let samples = coarse.cells.map { WeightedPoint(point: $0.sum / $0.count, weight: $0.count) }
    let fixed = fixedColors(ofAtMost: maximumColors).map { ColorVector($0).point }
    var centers = fixed + Self.cut(samples, into: maximumColors - fixed.count)
    for _ in 0..<8 {
      guard Self.refine(&centers, samples, fixed: fixed.count) else { break }
    }
    let colors = centers.map { center in
      var pixel = ColorVector(point: center).pixel
      // Rounding must not tint gray art, whose file may have no colors.
      if isGray { (pixel.red, pixel.blue) = (pixel.green, pixel.green) }
      return pixel.packed
    }
    // Two centers may have the same nearest pixel.
    return Set(colors).sorted().map(Pixel.init(packed:))
  }

  /// Returns about how much the pixels differ from a palette of a number of colors, as the root of the mean square in codes
  /// of gray.
  package func error(ofColors count: Int) -> Float {
    var coarse = self
    while coarse.ignoredBits < 2 { coarse.coarsen() }
    let samples = coarse.cells.map { WeightedPoint(point: $0.sum / $0.count, weight: $0.count) }
    guard !samples.isEmpty else { return 0 }
    let centers = Self.cut(samples, into: count)
    var (sum, weight): (Float, Float) = (0, 0)
    for sample in samples {
      let difference =
        centers[ColorVector.nearest(sample.point, in: centers.span)] - sample.point
      sum += (difference * difference).sum() * sample.weight
      weight += sample.weight
    }
    return (sum / weight / ColorVector.squaredGrayStep).squareRoot()
  }

  private struct WeightedPoint {
    var point: SIMD4<Float>
    var weight: Float
  }

  /// Median cut: splits the box of the largest variance until there are `count` boxes.
  private static func cut(_ samples: [WeightedPoint], into count: Int) -> [SIMD4<Float>] {
    var boxes = [Box(samples)]
    while boxes.count < count {
      guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        boxes[widest].spread > 0
      else { break }
      let halves = boxes[widest].halved()
      boxes[widest] = halves.0
      boxes.append(halves.1)
    }
    return boxes.map { $0.mean }
  }

  /// One step of k-means. Returns whether any center moved.
  private static func refine(
    _ centers: inout [SIMD4<Float>], _ samples: [WeightedPoint], fixed: Int
  ) -> Bool {
    var sums = [SIMD4<Float>](repeating: .zero, count: centers.count)
    var weights = [Float](repeating: 0, count: centers.count)
    for sample in samples {
      let nearest = ColorVector.nearest(sample.point, in: centers.span)
      sums[nearest] += sample.point * sample.weight
      weights[nearest] += sample.weight
    }
    var hasMoved = false
    for index in centers.indices.dropFirst(fixed) where weights[index] > 0 {
      let moved = sums[index] / weights[index]
      if moved != centers[index] { hasMoved = true }
      centers[index] = moved
    }
    return hasMoved
  }

  private struct Box {
    var samples: [WeightedPoint]
    var mean: SIMD4<Float>
    var axis: Int
    /// The weighted sum of squared distances from the mean along the widest axis.
    var spread: Float

    init(_ samples: [WeightedPoint]) {
      self.samples = samples
      let weight = samples.reduce(0) { $0 + $1.weight }
      let center = samples.reduce(SIMD4<Float>.zero) { $0 + $1.point * $1.weight } / weight
      let squares = samples.reduce(SIMD4<Float>.zero) { sum, sample in
        let distance = sample.point - center
        return sum + distance * distance * sample.weight
      }
      mean = center
      axis = (0..<4).max { squares[$0] < squares[$1] } ?? 0
      spread = samples.count > 1 ? squares[axis] : 0
    }

    func halved() -> (Box, Box) {
      let sorted = samples.sorted { $0.point[axis] < $1.point[axis] }
      let split = sorted.firstIndex { $0.point[axis] > mean[axis] } ?? sorted.count / 2
      let middle = min(max(1, split), sorted.count - 1)
      return (Box(Array(sorted[..<middle])), Box(Array(sorted[middle...])))
    }
  }
}
