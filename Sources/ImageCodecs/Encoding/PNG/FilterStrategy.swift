internal import SystemLibraries

/// A way to choose the filter of each row of a PNG. None is the best for all images.
///
/// Source: the first two are libpng's, the others oxipng's (github.com/oxipng/oxipng, `RowFilter`).
enum FilterStrategy: Sendable, Equatable {
  /// The same filter for all rows.
  case fixed(RowFilter.Kind)
  /// A filter for each row.
  case each([RowFilter.Kind])
  /// The filter with the smallest sum of absolute values.
  case leastSum
  /// The filter whose bytes have the least entropy.
  case leastEntropy
  /// The filter with the fewest different pairs of neighboring bytes.
  case fewestPairs
  /// The filter whose pairs of neighboring bytes have the least entropy.
  case leastPairEntropy
  /// The filter that compresses best after the rows above.
  case smallest

  static let all =
    RowFilter.Kind.allCases.map { fixed($0) } + [
      .leastSum, .leastEntropy, .fewestPairs, .leastPairEntropy, .smallest,
    ]
}

/// Compares the filters of each row by a strategy that is not fixed.
struct FilterComparison {
  private let strategy: FilterStrategy
  private let rowSize: Int
  /// The number of occurrences of each byte or pair of bytes; zeros between two rows.
  private var counts: [UInt32] = []
  /// n · log2(n) for each number of occurrences.
  private var weights: [Float] = []

  /// The rows above that `smallest` compresses with each row, and libdeflate's level: of 14 stills for which
  /// filters matter, 2 to 8 rows at levels 1 to 5 gave up to 0.2% more bytes.
  private static let precedingRows = 3
  private static let level = 3

  init(_ strategy: FilterStrategy, rowSize: Int) {
    self.strategy = strategy
    self.rowSize = rowSize
    switch strategy {
    case .fixed, .each, .leastSum, .smallest: break
    case .leastEntropy: counts = [UInt32](repeating: 0, count: 1 << 8)
    case .fewestPairs, .leastPairEntropy: counts = [UInt32](repeating: 0, count: 1 << 16)
    }
    if !counts.isEmpty { weights = [0] + (1...rowSize).map { Float($0) * log2f(Float($0)) } }
  }

  /// Returns a number that is smaller for a better filter of the last of the filtered rows so far, each after its
  /// filter type.
  ///
  /// Unsafe: reads the last rows, at most as many bytes as there are. A row has at least one.
  @unsafe
  mutating func cost(ofLastOf rows: UnsafeBufferPointer<UInt8>) -> Float {
    let row = unsafe UnsafeBufferPointer(rebasing: rows.suffix(rowSize))
    switch strategy {
    case .fixed, .each: return 0
    case .leastSum: return Float(unsafe RowFilter.sumOfAbsoluteValues(row))
    case .leastEntropy, .leastPairEntropy: return unsafe -tally(row).weight
    case .fewestPairs: return unsafe tally(row).different
    case .smallest:
      let window = unsafe UnsafeBufferPointer(
        rebasing: rows.suffix((Self.precedingRows + 1) * (rowSize + 1)))
      return unsafe (try? Shim.deflate(window, level: Self.level).count).map { Float($0) }
        ?? .infinity
    }
  }

  /// The number of different bytes or pairs of bytes, and their weight, which falls with the entropy.
  private mutating func tally(
    _ row: UnsafeBufferPointer<UInt8>
  ) -> (different: Float, weight: Float) {
    let isPaired = counts.count > 256
    let mask = counts.count - 1
    var value = isPaired ? Int(unsafe row[0]) : 0
    let start = isPaired ? 1 : 0
    for index in start..<row.count {
      value = unsafe (value << 8 | Int(row[index])) & mask
      counts[value] += 1
    }
    var different: Float = 0
    var weight: Float = 0
    value = isPaired ? Int(unsafe row[0]) : 0
    for index in start..<row.count {
      value = unsafe (value << 8 | Int(row[index])) & mask
      guard counts[value] > 0 else { continue }
      different += 1
      weight += weights[Int(counts[value])]
      counts[value] = 0
    }
    return (different, weight)
  }
}
