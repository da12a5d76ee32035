/// Computes one palette for all frames of a GIF.
///
/// Uses median cut by variance on a histogram, then k-means. Alpha is not quantized: a GIF pixel is
/// opaque or transparent, so only opaque pixels are counted.
package struct Quantizer {
  /// A color of the histogram: the mean of the pixels in one cell, and their number.
  private struct Sample {
    var color: SIMD4<Float>
    var weight: Float
  }

  // Five bits per channel are enough to find clusters, as each cell stores the exact mean.
  private static let cells = 1 << 15
  private var sums = [SIMD4<Float>](repeating: .zero, count: cells)
  private var exact: Set<Pixel> = []
  private let maximumColors: Int

  /// Creates a quantizer to at most `maximumColors` colors, 1 to 256.
  package init(maximumColors: Int) {
    precondition((1...256).contains(maximumColors))
    self.maximumColors = maximumColors
  }

  private static func cell(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
  }

  /// Adds the opaque pixels of a bitmap.
  package mutating func add(_ bitmap: Bitmap) {
    let samples = bitmap.samples.span
    for index in stride(from: 0, to: samples.count, by: 4) where samples[index + 3] == 255 {
      let (red, green, blue) = (samples[index], samples[index + 1], samples[index + 2])
      sums[Self.cell(red, green, blue)] += SIMD4(Float(red), Float(green), Float(blue), 1)
      if exact.count <= maximumColors { exact.insert(Pixel(red: red, green: green, blue: blue)) }
    }
  }

  /// Returns the palette, in a deterministic order. If all colors fit, they are exact.
  package func palette() -> [Pixel] {
    guard exact.count > maximumColors else {
      return exact.sorted { ($0.red, $0.green, $0.blue) < ($1.red, $1.green, $1.blue) }
    }
    let samples = sums.filter { $0.w > 0 }.map { Sample(color: $0 / $0.w, weight: $0.w) }
    var centers = cut(samples)
    for _ in 0..<8 {
      let converged = refine(&centers, samples)
      if converged { break }
    }
    return centers.map { center in
      let code = (center + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
      return Pixel(red: UInt8(code.x), green: UInt8(code.y), blue: UInt8(code.z))
    }
  }

  private func cut(_ samples: [Sample]) -> [SIMD4<Float>] {
    var boxes = [Box(samples)]
    while boxes.count < maximumColors {
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
    var converged = true
    for index in centers.indices where sums[index].w > 0 {
      var moved = sums[index] / sums[index].w
      moved.w = 1
      if moved != centers[index] { converged = false }
      centers[index] = moved
    }
    return converged
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

/// Finds the nearest palette color of each pixel, and caches it.
package struct PaletteMatcher {
  private let colors: [SIMD4<Float>]
  private var cache: [Int32: UInt8] = [:]

  /// Creates a matcher for 1 to 256 colors.
  package init(palette: [Pixel]) {
    precondition((1...256).contains(palette.count))
    colors = palette.map { SIMD4(Float($0.red), Float($0.green), Float($0.blue), 1) }
  }

  /// Returns the index of the nearest color, ignoring alpha.
  package mutating func index(of pixel: Pixel) -> UInt8 {
    let key = Int32(pixel.red) << 16 | Int32(pixel.green) << 8 | Int32(pixel.blue)
    if let index = cache[key] { return index }
    let color = SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), 1)
    let index = UInt8(Self.nearest(color, in: colors))
    cache[key] = index
    return index
  }

  // The eye is most sensitive to green and least to blue. These weights are a common approximation.
  private static let channelWeights = SIMD4<Float>(2, 4, 1, 0)

  static func nearest(_ color: SIMD4<Float>, in colors: [SIMD4<Float>]) -> Int {
    var best = 0
    var least = Float.infinity
    for index in colors.indices {
      let difference = colors[index] - color
      let distance = (difference * difference * channelWeights).sum()
      if distance < least {
        least = distance
        best = index
      }
    }
    return best
  }
}
