/// The rows of a PNG image before filtering, each of which begins with a new byte.
struct PixelRows: Sendable {
  /// The rows, one after the other.
  var bytes: [UInt8]
  /// The number of bytes of a row.
  var rowSize: Int
  /// The number of bytes of a pixel, 1 for several pixels in a byte.
  var pixelSize: Int

  /// Returns the rows as PNG compresses them: each after its filter type, and filtered.
  func filtered(by strategy: FilterStrategy) -> [UInt8] {
    let height = bytes.count / rowSize
    let stride = rowSize + 1
    let zeros = [UInt8](repeating: 0, count: rowSize)
    let kinds = if case .fixed(let kind) = strategy { [kind] } else { RowFilter.Kind.allCases }
    var comparison = FilterComparison(strategy, rowSize: rowSize)
    // The rows so far, then the candidates for the next one.
    let capacity = stride * (height + kinds.count - 1)
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { result, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe zeros.withUnsafeBufferPointer { zeros in
          guard var row = bytes.baseAddress, var prior = zeros.baseAddress,
            let first = result.baseAddress
          else { return }
          for y in 0..<height {
            let target = unsafe first + y * stride
            var best = 0
            var least = Float.infinity
            for (index, kind) in kinds.enumerated() {
              let candidate = unsafe target + index * stride
              unsafe candidate[0] = kind.rawValue
              unsafe RowFilter.apply(
                kind, to: row, above: prior, count: rowSize, pixelSize: pixelSize,
                into: candidate + 1)
              guard kinds.count > 1 else { break }
              let cost = unsafe comparison.cost(
                of: UnsafeBufferPointer(start: candidate + 1, count: rowSize),
                after: UnsafeBufferPointer(start: first, count: y * stride))
              if cost < least { (best, least) = (index, cost) }
            }
            if best > 0 { unsafe target.update(from: target + best * stride, count: stride) }
            unsafe prior = row
            unsafe row += rowSize
          }
          count = height * stride
        }
      }
    }
  }
}
