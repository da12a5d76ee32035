internal import Basics

/// Compresses images as small as possible: tries filter strategies and ways to store an image, and
/// compresses the most promising ones at higher levels.
struct ThoroughCompression: Sendable {
  /// A way to store an image.
  struct Candidate: Sendable {
    var rows: PixelRows
    /// The size of the chunks it needs besides the data, in bytes.
    var overhead = 0
  }

  /// A candidate with a strategy that was tried.
  private struct Trial {
    var index: Int
    var strategy: FilterStrategy
    /// The filters that the strategy chose. Applying them again takes little time, and the filtered rows of
    /// all trials would take much memory.
    var filters: [RowFilter.Kind] = []
    /// The size of the data at the last level and the overhead, in bytes.
    var size = 0
  }

  // Measured on 46 stills of 512 px: the 22 whose filtered rows were a fifth larger at level 7 were smallest
  // without filters at level 12, one of them except for 0.05%.
  private static let firstLevel = 7
  private static let firstStrategies: [FilterStrategy] = [.fixed(.none), .leastSum]
  private static let otherStrategies =
    FilterStrategy.all.filter { !firstStrategies.contains($0) }
  /// The level that follows, for how many trials, and how much larger than the smallest these may be. Trials
  /// that differ by less can change places.
  private static let secondLevel = (level: 10, count: 6, tolerance: 0.06)
  /// The level of the best trial.
  private static let lastLevel = 12
  /// The number of trials that zopfli compresses. Some of the second ones are up to 0.3% smaller.
  private static let zopfliCount = 2

  /// Whether all strategies are tried, and zopfli compresses the best trials again.
  private let isMaximum: Bool

  init(_ effort: ImageEncoder.Effort) { isMaximum = effort == .maximum }

  /// Returns the smallest data of at least one candidate, and the candidate's index.
  func smallest(
    _ candidates: [Candidate], jobs: Int
  ) throws(ImageError) -> (index: Int, data: [UInt8]) {
    // Compresses trials with a strategy, or again with the filters that it chose.
    func ranked(
      _ trials: [Trial], level: Int
    ) throws(ImageError) -> [Trial] {
      try trials.blockingMap(jobs: jobs) { trial throws(ImageError) in
        var trial = trial
        let candidate = candidates[trial.index]
        let rows = candidate.rows.filtered(
          by: trial.filters.isEmpty ? trial.strategy : .each(trial.filters))
        trial.filters = candidate.rows.kinds(of: rows)
        trial.size = try Shim.deflate(rows, level: level).count + candidate.overhead
        return trial
      }.sorted { $0.size < $1.size }
    }
    func trials(_ indices: some Sequence<Int>, _ strategies: [FilterStrategy]) -> [Trial] {
      indices.flatMap { index in strategies.map { Trial(index: index, strategy: $0) } }
    }
    var first = try ranked(
      trials(candidates.indices, Self.firstStrategies), level: Self.firstLevel)
    let limit = isMaximum ? .max : first[0].size + first[0].size / 5
    let worthFiltering = first.filter { $0.strategy == .leastSum && $0.size <= limit }
    first += try ranked(
      trials(worthFiltering.map { $0.index }, Self.otherStrategies), level: Self.firstLevel)
    first.sort { $0.size < $1.size }
    let second = Self.secondLevel
    let most = Int(clamping: Double(first[0].size) * (1 + second.tolerance))
    let promising = first.prefix(second.count).filter { $0.size <= most }
    @Sendable func rows(_ trial: Trial) -> [UInt8] {
      candidates[trial.index].rows.filtered(by: .each(trial.filters))
    }
    guard isMaximum else {
      let best = try promising.count == 1 ? promising[0] : ranked(promising, level: second.level)[0]
      return (best.index, try Shim.deflate(rows(best), level: Self.lastLevel))
    }
    let last = try ranked(promising, level: Self.lastLevel)
    let results = try Array(last.prefix(Self.zopfliCount)).blockingMap(jobs: jobs) {
      trial throws(ImageError) in
      let data = try Shim.deflateSmallest(rows(trial))
      return (
        index: trial.index, data: data, size: data.count + candidates[trial.index].overhead
      )
    }.sorted { $0.size < $1.size }
    // Zopfli makes some tiny images larger.
    let plain = try Shim.deflate(rows(last[0]), level: Self.lastLevel)
    return results[0].size < last[0].size
      ? (results[0].index, results[0].data) : (last[0].index, plain)
  }
}
