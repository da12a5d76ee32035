package import Pixels

extension Bitmap {
  /// Returns a bitmap that a PNG stores in fewer bytes, because the differences of its pixels from what PNG's filters
  /// predict are rounded. Alpha and transparent pixels stay as they are.
  ///
  /// In each row, the filter with the smallest rounded differences predicts, as an encoder chooses it again.
  ///
  /// - Parameters:
  ///   - tolerance: the largest change of a sample.
  ///   - before: the canvas before, and what is shown of it; pixels that do not change must not flicker.
  package func roundingResiduals(
    upTo tolerance: Tolerance, after before: (original: Bitmap, shown: Bitmap)? = nil
  ) -> Bitmap {
    let codes = tolerance.codes(of: self)
    var result = self
    var isFixed = [Bool](repeating: false, count: width * height)
    if let before {
      let (mine, theirs) = (samples.span, before.original.samples.span)
      for place in isFixed.indices where mine.pixel(at: place * 4) == theirs.pixel(at: place * 4) {
        isFixed[place] = true
        let range = place * 4..<place * 4 + 4
        result.samples.replaceSubrange(range, with: before.shown.samples[range])
      }
    }
    for y in 0..<height {
      var best: (row: [UInt8], sum: Int)?
      for kind in [RowFilter.Kind.sub, .up, .average, .paeth] {
        let rounded = result.rounded(row: y, codes, isFixed, kind)
        if rounded.sum < best?.sum ?? .max { best = rounded }
      }
      if let best {
        result.samples.replaceSubrange(y * width * 4..<(y + 1) * width * 4, with: best.row)
      }
    }
    return result
  }

  /// Returns a row, and the sum of its rounded differences. The row before is already rounded.
  private func rounded(
    row y: Int, _ codes: [UInt8], _ isFixed: [Bool], _ kind: RowFilter.Kind
  ) -> (row: [UInt8], sum: Int) {
    let start = y * width * 4
    var row = Array(samples[start..<start + width * 4])
    let before = samples.span
    var sum = 0
    for x in 0..<width where row[x * 4 + 3] > 0 {
      let step = isFixed[y * width + x] ? 1 : 2 * Int(codes[y * width + x]) + 1
      for index in x * 4..<x * 4 + 3 {
        let left = x > 0 ? Int(row[index - 4]) : 0
        let up = y > 0 ? Int(before[start + index - width * 4]) : 0
        let corner = x > 0 && y > 0 ? Int(before[start + index - width * 4 - 4]) : 0
        let predicted =
          switch kind {
          case .none: 0
          case .sub: left
          case .up: up
          case .average: (left + up) / 2
          case .paeth: Self.paeth(left, up, corner)
          }
        let difference = Int(row[index]) - predicted
        let half = step / 2
        let rounded = (difference + (difference < 0 ? -half : half)) / step * step
        let value = predicted + rounded
        // Out of range, the sample itself is stored.
        if (0...255).contains(value) { row[index] = UInt8(value) }
        sum += abs(Int(row[index]) - predicted)
      }
    }
    return (row, sum)
  }

  /// PNG Third Edition, 9.4.
  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let estimate = left + up - corner
    let distances = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
    if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
    return distances.1 <= distances.2 ? up : corner
  }
}
