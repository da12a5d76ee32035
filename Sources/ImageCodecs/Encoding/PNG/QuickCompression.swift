/// Compresses the images of one file in about the time that libpng takes by default.
struct QuickCompression: Sendable {
  /// libdeflate's level: below the size of zlib's default level in about its time.
  private static let level = 7
  /// The level of estimates by default. Lower ones underrate unfiltered flat art.
  private static let estimateLevel = 5

  // Filters help gradients and harm flat art.
  private var strategies: [FilterStrategy] = [.fixed(.none), .leastSum]

  /// Creates a compression that tries all strategies for each image.
  init() {}

  /// Creates a compression without the strategies that the first of similar images shows to be much worse.
  ///
  /// - Parameters:
  ///   - worst: the size of which others are much worse, relative to the best.
  ///   - level: libdeflate's.
  init(
    of rows: PixelRows, worst: Double = 1.25, level: Int = estimateLevel
  ) throws(ImageError) {
    let sizes = try strategies.map { strategy throws(ImageError) in
      try Shim.deflate(rows.filtered(by: strategy), level: level).count
    }
    let most = Double(sizes.min() ?? 0) * worst
    strategies = zip(strategies, sizes).filter { Double($1) <= most }.map { $0.0 }
  }

  /// Returns the smallest of at least one way to store an image, with the strategy for it and the size, which
  /// are estimated at a level of libdeflate's.
  func smallest(
    _ candidates: [PixelRows], level: Int = estimateLevel
  ) throws(ImageError) -> (index: Int, strategy: FilterStrategy, byteCount: Int) {
    var best = (index: 0, strategy: strategies[0], byteCount: Int.max)
    for (index, rows) in candidates.enumerated() {
      for strategy in strategies {
        let count = try Shim.deflate(rows.filtered(by: strategy), level: level).count
        if count < best.byteCount { best = (index, strategy, count) }
      }
    }
    return best
  }

  /// Returns the zlib stream of the rows.
  func compressed(_ rows: PixelRows, _ strategy: FilterStrategy) throws(ImageError) -> [UInt8] {
    try Shim.deflate(rows.filtered(by: strategy), level: Self.level)
  }

  func compressed(_ rows: PixelRows) throws(ImageError) -> [UInt8] {
    try compressed(rows, smallest([rows]).strategy)
  }
}
