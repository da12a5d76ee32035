/// The rows of a PNG image before filtering, each of which begins with a new byte.
struct PixelRows: Sendable {
  /// The rows, one after the other.
  var bytes: [UInt8]
  /// The number of bytes of a row.
  var rowSize: Int
  /// The number of bytes of a pixel, 1 for several pixels in a byte.
  var pixelSize: Int

  /// Returns the rows as PNG compresses them: each after its filter type, and filtered.
  ///
  /// Unsafe: row `y` is `rowSize` bytes from `y * rowSize`, which are all within `bytes`, because `height` is rounded
  /// down. Its result is one byte more from `y * stride`.
  func filtered(by strategy: FilterStrategy) -> [UInt8] {
    let height = bytes.count / rowSize
    let stride = rowSize + 1
    let zeros = [UInt8](repeating: 0, count: rowSize)
    var kinds = if case .fixed(let kind) = strategy { [kind] } else { RowFilter.Kind.allCases }
    var comparison = FilterComparison(strategy, rowSize: rowSize)
    return unsafe [UInt8](unsafeUninitializedCapacity: stride * height) { result, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe zeros.withUnsafeBufferPointer { zeros in
          guard var row = bytes.baseAddress, var prior = zeros.baseAddress,
            let first = result.baseAddress
          else { return }
          for y in 0..<height {
            if case .each(let chosen) = strategy { kinds = [chosen[y]] }
            let target = unsafe first + y * stride
            func apply(_ kind: RowFilter.Kind) {
              unsafe target[0] = kind.rawValue
              unsafe RowFilter.apply(
                kind, to: row, above: prior, count: rowSize, pixelSize: pixelSize, into: target + 1)
            }
            var best = kinds[0]
            var least = Float.infinity
            for kind in kinds {
              apply(kind)
              let cost = unsafe comparison.cost(
                ofLastOf: UnsafeBufferPointer(start: first, count: (y + 1) * stride))
              if cost < least { (best, least) = (kind, cost) }
            }
            if best != kinds[kinds.count - 1] { apply(best) }
            unsafe prior = row
            unsafe row += rowSize
          }
          count = height * stride
        }
      }
    }
  }

  /// Returns the filters of filtered rows.
  func kinds(of filtered: [UInt8]) -> [RowFilter.Kind] {
    stride(from: 0, to: filtered.count, by: rowSize + 1)
      .compactMap { RowFilter.Kind(rawValue: filtered[$0]) }
  }
}
