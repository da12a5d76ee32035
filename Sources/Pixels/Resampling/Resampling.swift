internal import Basics
internal import SystemLibraries

/// Scales images without the artifacts that are visible on die-cut art.
///
/// Uses Lanczos3 in linear light with premultiplied alpha. To prevent ringing, each result is
/// clamped to the range of the source samples in the kernel's main lobe: otherwise the dark side of
/// a white outline turns black, and opaque art becomes slightly translucent.
///
/// Left and right of the visible pixels of a row, everything is transparent and nothing is computed: a
/// third of the canvas of a typical sticker.
package struct Resampler: Sendable {
  /// The source samples that contribute to one result along one axis.
  private struct Tap {
    var samples: Range<Int>
    /// The index of the first sample's weight. The sum of all weights is 1.
    var weights: Int
    /// The samples at most one result pixel away from the center.
    var lobe: Range<Int>
  }

  private struct Axis {
    var taps: [Tap] = []
    var weights: [Float] = []
    /// The results to which each source sample contributes.
    var results: [Range<Int>] = []

    /// The results to which the source samples of a range contribute. The range is not empty.
    func results(of samples: Range<Int>) -> Range<Int> {
      results[samples.lowerBound].lowerBound..<results[samples.upperBound - 1].upperBound
    }

    /// The source samples that contribute to a range of results. The range is not empty.
    func samples(of results: Range<Int>) -> Range<Int> {
      taps[results.lowerBound].samples.lowerBound..<taps[results.upperBound - 1].samples.upperBound
    }
  }

  private let sourceSize: (width: Int, height: Int)
  /// The size of the results.
  package let targetSize: (width: Int, height: Int)
  private let columns: Axis
  private let rows: Axis
  /// The blocks of pixel art and their new side; nil for other art.
  private let blocks: (old: PixelBlocks, side: Int)?

  /// Creates a resampler from one size to another. All sides are at least 1.
  ///
  /// - Parameter blocks: those of pixel art, which get a whole number of pixels each. The art is then at
  ///   most as large as asked for, and the rest of the canvas is transparent.
  package init(
    fromWidth: Int, fromHeight: Int, toWidth: Int, toHeight: Int, blocks: PixelBlocks? = nil
  ) {
    precondition(fromWidth >= 1 && fromHeight >= 1 && toWidth >= 1 && toHeight >= 1)
    let scale = Double(max(toWidth, toHeight)) / Double(max(fromWidth, fromHeight))
    self.blocks = blocks.flatMap { old in old.side(scaledBy: scale).map { (old, $0) } }
    sourceSize = (fromWidth, fromHeight)
    targetSize = (toWidth, toHeight)
    columns = Self.axis(from: fromWidth, to: toWidth)
    rows = Self.axis(from: fromHeight, to: toHeight)
  }

  /// Creates a resampler from the size of a canvas to the one with a longer side of `side` px, at least 1.
  package init(from canvas: Bitmap, toSide side: Int, blocks: PixelBlocks? = nil) {
    let longer = max(canvas.width, canvas.height)
    func scaled(_ length: Int) -> Int { max(1, (length * side * 2 + longer) / (longer * 2)) }
    self.init(
      fromWidth: canvas.width, fromHeight: canvas.height, toWidth: scaled(canvas.width),
      toHeight: scaled(canvas.height), blocks: blocks)
  }

  private static func lanczos3(_ x: Double) -> Double {
    if x == 0 { return 1 }
    guard abs(x) < 3 else { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  private static func axis(from: Int, to: Int) -> Axis {
    let scale = Double(from) / Double(to)
    // When enlarging, the kernel still spans whole source pixels.
    let reach = max(1, scale)
    var axis = Axis()
    for index in 0..<to {
      let center = (Double(index) + 0.5) * scale
      let start = max(0, Int(clamping: (center - 3 * reach).rounded(.down)))
      let end = min(from, Int(clamping: (center + 3 * reach).rounded(.up)))
      let raw = (start..<end).map { lanczos3((Double($0) + 0.5 - center) / reach) }
      let sum = raw.reduce(0, +)
      let lobe = (start..<end).filter { abs((Double($0) + 0.5 - center) / reach) < 1 }
      let first = axis.weights.count
      axis.weights.append(contentsOf: raw.map { Float($0 / sum) })
      let lobeStart = lobe.first ?? min(from - 1, Int(clamping: center))
      axis.taps.append(
        Tap(
          samples: start..<end, weights: first,
          lobe: lobeStart..<(lobe.last ?? lobeStart) + 1))
    }
    var (start, end) = (0, 0)
    for sample in 0..<from {
      while axis.taps[start].samples.upperBound <= sample { start += 1 }
      while end < to, axis.taps[end].samples.lowerBound <= sample { end += 1 }
      axis.results.append(start..<end)
    }
    return axis
  }

  /// Returns the bitmap, which must have the source size, in the target size.
  package func resample(_ bitmap: Bitmap) -> Bitmap {
    var result = Bitmap(width: targetSize.width, height: targetSize.height)
    update(&result, to: bitmap, changed: bitmap.bounds)
    return result
  }

  /// Turns the result of another bitmap into that of `bitmap`, which has the source size and differs
  /// from the other only in an area.
  package func update(_ result: inout Bitmap, to bitmap: Bitmap, changed area: PixelRect) {
    precondition((bitmap.width, bitmap.height) == sourceSize)
    precondition((result.width, result.height) == targetSize)
    guard area.width > 0, area.height > 0 else { return }
    if let (old, side) = blocks {
      result = old.drawn(bitmap, inWidth: result.width, height: result.height, side: side)
      return
    }
    let columnResults = columns.results(of: area.x..<area.x + area.width)
    let rowResults = rows.results(of: area.y..<area.y + area.height)
    var window = Window(of: columns.samples(of: columnResults), columnResults, of: rows)
    for y in rowResults {
      let tap = rows.taps[y]
      window.load(tap.samples, of: bitmap, columns)
      window.store(tap, rows.weights, y, of: &result)
    }
  }

  /// Rows of the source in linear light with premultiplied alpha, resampled along the columns. Keeps
  /// only the rows that contribute to the current row of the result.
  private struct Window {
    /// The source samples of a row that are used.
    private let samples: Range<Int>
    /// The results in a row.
    private let results: Range<Int>
    private var row: [SIMD4<Float>]
    /// The resampled rows, one after the other.
    private var rows: [SIMD4<Float>]
    /// The source rows in `rows`.
    private var loaded = 0..<0
    /// The results in each of `rows` to which visible pixels contribute; the others are transparent.
    private var visible: [Range<Int>]

    init(of samples: Range<Int>, _ results: Range<Int>, of axis: Axis) {
      self.samples = samples
      self.results = results
      row = [SIMD4<Float>](repeating: .zero, count: samples.count)
      // Twice the maximum, so rows seldom move.
      let most = axis.taps.map { $0.samples.count }.max() ?? 1
      rows = [SIMD4<Float>](repeating: .zero, count: 2 * most * results.count)
      visible = [Range<Int>](repeating: 0..<0, count: 2 * most)
    }

    /// Loads the rows of a tap, which begin and end no earlier than those of the previous one.
    mutating func load(_ needed: Range<Int>, of bitmap: Bitmap, _ columns: Axis) {
      let width = results.count
      if needed.upperBound - loaded.lowerBound > visible.count
        || needed.lowerBound >= loaded.upperBound
      {
        let kept = needed.lowerBound..<max(needed.lowerBound, loaded.upperBound)
        let first = kept.lowerBound - loaded.lowerBound
        for index in 0..<kept.count * width { rows[index] = rows[first * width + index] }
        for index in 0..<kept.count { visible[index] = visible[first + index] }
        loaded = kept
      }
      for y in loaded.upperBound..<needed.upperBound {
        let row = y - loaded.lowerBound
        visible[row] = decode(y, of: bitmap, columns)
        resample(columns, into: row)
      }
      loaded = loaded.lowerBound..<needed.upperBound
    }

    /// Decodes a row, unless it is transparent. Returns the results to which visible pixels contribute.
    private mutating func decode(
      _ y: Int, of bitmap: Bitmap, _ columns: Axis
    ) -> Range<Int> {
      let source = bitmap.samples.span
      let start = y * bitmap.width * 4
      var (first, end) = (samples.lowerBound, samples.upperBound)
      while first < end, source[start + first * 4 + 3] == 0 { first += 1 }
      while first < end, source[start + end * 4 - 1] == 0 { end -= 1 }
      guard first < end else { return results.lowerBound..<results.lowerBound }
      let table = LinearLight.fromCode
      let light = table.span
      var index = start + samples.lowerBound * 4
      var pixels = row.mutableSpan
      for x in 0..<pixels.count {
        let alpha = source[index + 3]
        if alpha == 0 {
          pixels[x] = .zero
        } else {
          let color = SIMD4(
            light[Int(source[index])], light[Int(source[index + 1])],
            light[Int(source[index + 2])], 1)
          pixels[x] = color * (Float(alpha) / 255)
        }
        index += 4
      }
      return columns.results(of: first..<end).clamped(to: results)
    }

    private mutating func resample(_ columns: Axis, into index: Int) {
      let (results, first, visible) = (results, samples.lowerBound, visible[index])
      let start = index * results.count - results.lowerBound
      for x in results.lowerBound..<visible.lowerBound { rows[start + x] = .zero }
      for x in visible.upperBound..<results.upperBound { rows[start + x] = .zero }
      unsafe row.withUnsafeBufferPointer { row in
        unsafe columns.weights.withUnsafeBufferPointer { weights in
          unsafe rows.withUnsafeMutableBufferPointer { rows in
            guard let row = row.baseAddress, let weights = weights.baseAddress else { return }
            for x in visible {
              unsafe rows[start + x] = Resampler.sum(
                row - first, stride: 1, columns.taps[x], weights)
            }
          }
        }
      }
    }

    /// Resamples the loaded rows to row `y` of the result.
    func store(_ tap: Tap, _ weights: [Float], _ y: Int, of result: inout Bitmap) {
      let table = LinearLight.toCode
      let codes = table.span
      let width = results.count
      let first = tap.samples.lowerBound - loaded.lowerBound
      let seen = visible[first..<first + tap.samples.count].filter { !$0.isEmpty }
      let left = seen.map { $0.lowerBound }.min() ?? results.upperBound
      let right = seen.map { $0.upperBound }.max() ?? results.upperBound
      let start = y * result.width
      var samples = result.samples.mutableSpan
      for index in (start + results.lowerBound) * 4..<(start + left) * 4 { samples[index] = 0 }
      for index in (start + right) * 4..<(start + results.upperBound) * 4 { samples[index] = 0 }
      unsafe rows.withUnsafeBufferPointer { rows in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let rows = rows.baseAddress, let weights = weights.baseAddress else { return }
          for x in left..<right {
            let pixel = unsafe Resampler.sum(
              rows + x - results.lowerBound - loaded.lowerBound * width, stride: width, tap, weights
            )
            Resampler.encode(pixel, codes, (start + x) * 4, &samples)
          }
        }
      }
    }
  }

  /// Returns the weighted sum of a tap's samples, clamped to the range of those in its main lobe.
  ///
  /// Unsafe: a tap's samples are within the row or column that its axis was made for, its lobe is within its samples,
  /// and it has a weight for each. Callers subtract what is before the first loaded sample.
  ///
  /// - Parameters:
  ///   - samples: the first sample of the source, of which those of the tap can be read.
  ///   - stride: the distance of neighboring samples.
  @inline(__always)
  @unsafe
  private static func sum(
    _ samples: UnsafePointer<SIMD4<Float>>, stride: Int, _ tap: Tap, _ weights: UnsafePointer<Float>
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var sample = unsafe samples + tap.samples.lowerBound * stride
    var weight = unsafe weights + tap.weights
    func add(_ count: Int) {
      for _ in 0..<count {
        unsafe sum += sample.pointee * weight.pointee
        unsafe sample += stride
        unsafe weight += 1
      }
    }
    add(tap.lobe.lowerBound - tap.samples.lowerBound)
    var least = unsafe sample.pointee
    var most = least
    for _ in tap.lobe {
      let value = unsafe sample.pointee
      least = lower(least, value)
      most = higher(most, value)
      add(1)
    }
    add(tap.samples.upperBound - tap.lobe.upperBound)
    return lower(higher(sum, least), most)
  }

  // `pointwiseMin` and `pointwiseMax` are not vectorized.
  @inline(__always)
  private static func lower(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    one.replacing(with: other, where: other .< one)
  }

  @inline(__always)
  private static func higher(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    one.replacing(with: other, where: other .> one)
  }

  @inline(__always)
  private static func encode(
    _ pixel: SIMD4<Float>, _ codes: Span<UInt8>, _ index: Int, _ samples: inout MutableSpan<UInt8>
  ) {
    guard pixel.w * 255 >= 0.5 else {
      for channel in 0..<4 { samples[index + channel] = 0 }
      return
    }
    let scale = 65535 / pixel.w
    // Channels are clamped separately, so a color can be slightly larger than its alpha.
    let steps = lower(pixel * SIMD4(scale, scale, scale, 255), SIMD4(repeating: 65535))
    // From 2^23, the lowest bits of a Float count whole numbers. A conversion with checks takes longer
    // than everything else here.
    let numbers = steps + 0x1p23
    for channel in 0..<3 {
      samples[index + channel] = codes[Int(numbers[channel].bitPattern & 0xFFFF)]
    }
    samples[index + 3] = UInt8(truncatingIfNeeded: numbers.w.bitPattern)
  }
}
