/// Finds few colors that stand for many: one palette for all frames of a GIF.
///
/// Median cut by variance over a histogram, then k-means until it settles. Alpha is not quantized:
/// a GIF pixel is seen or not, so only visible pixels count.
package struct Quantizer {
  /// A color of the histogram: the mean of the pixels in one cell, and how many they are.
  private struct Sample {
    var color: SIMD4<Float>
    var weight: Float
  }

  // Five bits a channel find the clusters; the cell keeps its pixels' exact mean.
  private static let cells = 1 << 15
  private var sums = [SIMD4<Float>](repeating: .zero, count: cells)
  private var exact: Set<Pixel> = []
  private let mostColors: Int

  /// Prepares a palette of at most `mostColors`, 1 to 256.
  package init(mostColors: Int) {
    precondition((1...256).contains(mostColors))
    self.mostColors = mostColors
  }

  private static func cell(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
  }

  /// Counts the opaque pixels of a bitmap.
  package mutating func add(_ bitmap: Bitmap) {
    let samples = bitmap.samples.span
    for index in stride(from: 0, to: samples.count, by: 4) where samples[index + 3] == 255 {
      let (red, green, blue) = (samples[index], samples[index + 1], samples[index + 2])
      sums[Self.cell(red, green, blue)] += SIMD4(Float(red), Float(green), Float(blue), 1)
      if exact.count <= mostColors { exact.insert(Pixel(red: red, green: green, blue: blue)) }
    }
  }

  /// The palette, in a fixed order. Colors that all fit are kept exactly.
  package func palette() -> [Pixel] {
    guard exact.count > mostColors else {
      return exact.sorted { ($0.red, $0.green, $0.blue) < ($1.red, $1.green, $1.blue) }
    }
    let samples = sums.filter { $0.w > 0 }.map { Sample(color: $0 / $0.w, weight: $0.w) }
    var centers = cut(samples)
    for _ in 0..<8 {
      let settled = refine(&centers, samples)
      if settled { break }
    }
    return centers.map { center in
      let code = (center + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
      return Pixel(red: UInt8(code.x), green: UInt8(code.y), blue: UInt8(code.z))
    }
  }

  private func cut(_ samples: [Sample]) -> [SIMD4<Float>] {
    var boxes = [Box(samples)]
    while boxes.count < mostColors {
      guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        boxes[widest].spread > 0
      else { break }
      let halves = boxes[widest].halved()
      boxes[widest] = halves.0
      boxes.append(halves.1)
    }
    return boxes.map(\.mean)
  }

  private func refine(_ centers: inout [SIMD4<Float>], _ samples: [Sample]) -> Bool {
    var sums = [SIMD4<Float>](repeating: .zero, count: centers.count)
    for sample in samples {
      let nearest = PaletteMatcher.nearest(sample.color, in: centers)
      var weighted = sample.color * sample.weight
      weighted.w = sample.weight
      sums[nearest] += weighted
    }
    var settled = true
    for index in centers.indices where sums[index].w > 0 {
      var moved = sums[index] / sums[index].w
      moved.w = 1
      if moved != centers[index] { settled = false }
      centers[index] = moved
    }
    return settled
  }

  private struct Box {
    var samples: [Sample]
    var mean: SIMD4<Float>
    var axis: Int
    /// The weighted sum of squared distances from the mean along the widest axis.
    var spread: Float

    init(_ samples: [Sample]) {
      self.samples = samples
      let weight = samples.reduce(0) { $0 + $1.weight }
      let center = samples.reduce(SIMD4<Float>.zero) { $0 + $1.color * $1.weight } / weight
      let squares = samples.reduce(SIMD4<Float>.zero) { sum, sample in
        let distance = sample.color - center
        return sum + distance * distance * sample.weight
      }
      mean = center
      axis = (0..<3).max { squares[$0] < squares[$1] } ?? 0
      spread = samples.count > 1 ? squares[axis] : 0
    }

    func halved() -> (Box, Box) {
      let sorted = samples.sorted { $0.color[axis] < $1.color[axis] }
      let split = sorted.firstIndex { $0.color[axis] > mean[axis] } ?? sorted.count / 2
      let middle = min(max(1, split), sorted.count - 1)
      return (Box(Array(sorted[..<middle])), Box(Array(sorted[middle...])))
    }
  }
}

/// Finds the nearest palette color of each pixel, and remembers what it found.
package struct PaletteMatcher {
  private let colors: [SIMD4<Float>]
  private var known: [Int32: UInt8] = [:]

  /// Prepares to match against 1 to 256 colors.
  package init(palette: [Pixel]) {
    precondition((1...256).contains(palette.count))
    colors = palette.map { SIMD4(Float($0.red), Float($0.green), Float($0.blue), 1) }
  }

  /// The index of the nearest color; alpha is ignored.
  package mutating func index(of pixel: Pixel) -> UInt8 {
    let key = Int32(pixel.red) << 16 | Int32(pixel.green) << 8 | Int32(pixel.blue)
    if let index = known[key] { return index }
    let color = SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), 1)
    let index = UInt8(Self.nearest(color, in: colors))
    known[key] = index
    return index
  }

  // The eye weighs green over red over blue; these are the usual round weights for it.
  private static let eye = SIMD4<Float>(2, 4, 1, 0)

  static func nearest(_ color: SIMD4<Float>, in colors: [SIMD4<Float>]) -> Int {
    var best = 0
    var least = Float.infinity
    for index in colors.indices {
      let difference = colors[index] - color
      let distance = (difference * difference * eye).sum()
      if distance < least {
        least = distance
        best = index
      }
    }
    return best
  }
}
