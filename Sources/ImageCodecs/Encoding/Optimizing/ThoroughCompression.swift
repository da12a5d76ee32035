internal import Basics

/// Compresses images as small as possible: tries filter strategies and ways to store an image, and
/// compresses the most promising ones at higher levels.
struct ThoroughCompression: Sendable {
  /// A way to store an image.
  struct Candidate: Sendable {
    var rows: PixelRows
    /// What a file needs for it besides the data, in bytes.
    var overhead = 0
  }

  /// A compressed candidate.
  private struct Trial {
    var index: Int
    var strategy: FilterStrategy
    /// The filtered rows.
    var rows: [UInt8]
    var data: [UInt8]
    /// The size of the data and the overhead, in bytes.
    var size: Int
  }

  // Of 46 stills of 512 px, the 22 whose filtered rows were larger by a fifth at level 7 were smallest without
  // filters at level 12, one of them but for 0.05%.
  private static let firstLevel = 7
  private static let firstStrategies: [FilterStrategy] = [.fixed(.none), .leastSum]
  private static let otherStrategies =
    FilterStrategy.all.filter { !firstStrategies.contains($0) }
  /// The levels that follow, for how many trials, and how much larger than the smallest these may be. Trials
  /// that differ by less can change places.
  private static let finals: [(level: Int, count: Int, tolerance: Double)] = [
    (10, 6, 0.06), (12, 1, 0),
  ]

  /// Whether all strategies are tried, and zopfli compresses the best trial again.
  private let isMaximum: Bool

  init(_ effort: ImageEncoder.Effort) { isMaximum = effort == .maximum }

  /// Returns the smallest data of at least one candidate, and the candidate's index.
  func smallest(
    _ candidates: [Candidate], jobs: Int
  ) throws(ImageError) -> (index: Int, data: [UInt8]) {
    func trials(
      _ indices: some Sequence<Int>, _ strategies: [FilterStrategy]
    ) throws(ImageError) -> [Trial] {
      let pairs = indices.flatMap { index in strategies.map { (index, $0) } }
      return try pairs.blockingMap(jobs: jobs) { index, strategy in
        Result { () throws(ImageError) in
          let rows = candidates[index].rows.filtered(by: strategy)
          let data = try Shim.deflate(rows, level: Self.firstLevel)
          return Trial(
            index: index, strategy: strategy, rows: rows, data: data,
            size: data.count + candidates[index].overhead)
        }
      }.map { trial throws(ImageError) in try trial.get() }
    }
    var ranked = try trials(candidates.indices, Self.firstStrategies)
    let least = ranked.map(\.size).min() ?? 0
    let filtered = ranked.filter {
      $0.strategy == .leastSum && (isMaximum || $0.size <= least + least / 5)
    }
    ranked += try trials(filtered.map(\.index), Self.otherStrategies)
    ranked.sort { $0.size < $1.size }
    for final in Self.finals {
      let limit = Int(Double(ranked[0].size) * (1 + final.tolerance))
      let promising = ranked.prefix(final.count).filter { $0.size <= limit }
      ranked = try promising.blockingMap(jobs: jobs) { trial in
        Result { () throws(ImageError) in
          var trial = trial
          trial.data = try Shim.deflate(trial.rows, level: final.level)
          trial.size = trial.data.count + candidates[trial.index].overhead
          return trial
        }
      }.map { trial throws(ImageError) in try trial.get() }.sorted { $0.size < $1.size }
    }
    let best = ranked[0]
    guard isMaximum else { return (best.index, best.data) }
    let data = try Shim.deflateSmallest(best.rows)
    return (best.index, data.count < best.data.count ? data : best.data)
  }
}
