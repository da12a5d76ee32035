#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Scales images without the artifacts that are visible on die-cut art.
///
/// Uses Lanczos3 in linear light with premultiplied alpha. To prevent ringing, each result is
/// clamped to the range of the source samples in the kernel's main lobe: otherwise the dark side of
/// a white outline turns black, and opaque art becomes slightly translucent.
package struct Resampler: Sendable {
  /// The source samples that contribute to one result along one axis.
  private struct Tap {
    /// The first source sample.
    var start: Int
    /// The weights of the samples from `start`, whose sum is 1.
    var weights: Range<Int>
    /// The samples at most one result pixel away from the center.
    var lobe: Range<Int>
  }

  private struct Axis {
    var taps: [Tap]
    var weights: [Float]
  }

  private let source: PixelSize
  private let target: PixelSize
  private let columns: Axis
  private let rows: Axis

  private struct PixelSize: Sendable, Equatable {
    var width: Int
    var height: Int
  }

  /// Creates a resampler from one size to another. All sides are at least 1.
  package init(fromWidth: Int, fromHeight: Int, toWidth: Int, toHeight: Int) {
    precondition(fromWidth >= 1 && fromHeight >= 1 && toWidth >= 1 && toHeight >= 1)
    source = PixelSize(width: fromWidth, height: fromHeight)
    target = PixelSize(width: toWidth, height: toHeight)
    columns = Self.axis(from: fromWidth, to: toWidth)
    rows = Self.axis(from: fromHeight, to: toHeight)
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
    var axis = Axis(taps: [], weights: [])
    for index in 0..<to {
      let center = (Double(index) + 0.5) * scale
      let start = max(0, Int((center - 3 * reach).rounded(.down)))
      let end = min(from, Int((center + 3 * reach).rounded(.up)))
      let raw = (start..<end).map { lanczos3((Double($0) + 0.5 - center) / reach) }
      let sum = raw.reduce(0, +)
      let lobe = (start..<end).filter { abs((Double($0) + 0.5 - center) / reach) < 1 }
      let first = axis.weights.count
      axis.weights.append(contentsOf: raw.map { Float($0 / sum) })
      let lobeStart = lobe.first ?? min(from - 1, Int(center))
      axis.taps.append(
        Tap(
          start: start, weights: first..<axis.weights.count,
          lobe: lobeStart..<(lobe.last ?? lobeStart) + 1))
    }
    return axis
  }

  /// Returns the bitmap, which must have the source size, in the target size.
  package func resample(_ bitmap: Bitmap) -> Bitmap {
    precondition(PixelSize(width: bitmap.width, height: bitmap.height) == source)
    return Self.encode(
      resampleRows(resampleColumns(Self.decode(bitmap))), target.width, target.height)
  }

  private static func decode(_ bitmap: Bitmap) -> [SIMD4<Float>] {
    let table = LinearLight.fromCode
    let light = table.span
    let samples = bitmap.samples.span
    var result = [SIMD4<Float>](repeating: .zero, count: bitmap.width * bitmap.height)
    var pixels = result.mutableSpan
    for index in 0..<pixels.count {
      let alpha = samples[index * 4 + 3]
      if alpha == 0 { continue }
      let color = SIMD4(
        light[Int(samples[index * 4])], light[Int(samples[index * 4 + 1])],
        light[Int(samples[index * 4 + 2])], 1)
      pixels[index] = color * (Float(alpha) / 255)
    }
    return result
  }

  private func resampleColumns(_ pixels: [SIMD4<Float>]) -> [SIMD4<Float>] {
    var result = [SIMD4<Float>](repeating: .zero, count: target.width * source.height)
    let input = pixels.span
    let weights = columns.weights.span
    let taps = columns.taps.span
    var output = result.mutableSpan
    for y in 0..<source.height {
      let row = input.extracting(y * source.width..<(y + 1) * source.width)
      for x in 0..<target.width {
        let tap = taps[x]
        var sum = SIMD4<Float>.zero
        var position = tap.start
        for index in tap.weights {
          sum += row[position] * weights[index]
          position += 1
        }
        var least = row[tap.lobe.lowerBound]
        var most = least
        for position in tap.lobe.dropFirst() {
          least = pointwiseMin(least, row[position])
          most = pointwiseMax(most, row[position])
        }
        output[y * target.width + x] = pointwiseMin(pointwiseMax(sum, least), most)
      }
    }
    return result
  }

  private func resampleRows(_ pixels: [SIMD4<Float>]) -> [SIMD4<Float>] {
    let width = target.width
    var result = [SIMD4<Float>](repeating: .zero, count: width * target.height)
    var sum = [SIMD4<Float>](repeating: .zero, count: width)
    var least = sum
    var most = sum
    let input = pixels.span
    for (y, tap) in rows.taps.enumerated() {
      var sums = sum.mutableSpan
      for x in 0..<width { sums[x] = .zero }
      for (offset, index) in tap.weights.enumerated() {
        let weight = rows.weights[index]
        let row = input.extracting((tap.start + offset) * width..<(tap.start + offset + 1) * width)
        for x in 0..<width { sums[x] += row[x] * weight }
      }
      var lows = least.mutableSpan
      var highs = most.mutableSpan
      let first = input.extracting(tap.lobe.lowerBound * width..<(tap.lobe.lowerBound + 1) * width)
      for x in 0..<width {
        lows[x] = first[x]
        highs[x] = first[x]
      }
      for position in tap.lobe.dropFirst() {
        let row = input.extracting(position * width..<(position + 1) * width)
        for x in 0..<width {
          lows[x] = pointwiseMin(lows[x], row[x])
          highs[x] = pointwiseMax(highs[x], row[x])
        }
      }
      var output = result.mutableSpan
      for x in 0..<width {
        output[y * width + x] = pointwiseMin(pointwiseMax(sums[x], lows[x]), highs[x])
      }
    }
    return result
  }

  private static func encode(_ pixels: [SIMD4<Float>], _ width: Int, _ height: Int) -> Bitmap {
    var result = Bitmap(width: width, height: height)
    let table = LinearLight.toCode
    let codes = table.span
    let input = pixels.span
    var samples = result.samples.mutableSpan
    for index in 0..<input.count {
      let pixel = input[index]
      let alpha = Int(pixel.w * 255 + 0.5)
      if alpha == 0 { continue }
      let scale = 65535 / pixel.w
      // Channels are clamped separately, so a color can be slightly larger than its alpha.
      samples[index * 4] = codes[min(65535, Int(pixel.x * scale + 0.5))]
      samples[index * 4 + 1] = codes[min(65535, Int(pixel.y * scale + 0.5))]
      samples[index * 4 + 2] = codes[min(65535, Int(pixel.z * scale + 0.5))]
      samples[index * 4 + 3] = UInt8(alpha)
    }
    return result
  }
}
