internal import Basics

/// Compresses images as small as possible: tries filter strategies and ways to store an image, and
/// compresses the most promising ones at the highest level.
struct ThoroughCompression: Sendable {
  /// A way to store an image.
  struct Candidate: Sendable {
    var rows: PixelRows
    /// What a file needs for it besides the data, in bytes.
    var overhead = 0
  }

  /// libdeflate's highest level.
  private static let level = 12
  private static let estimateLevel = 5

  private let strategies: [FilterStrategy]
  /// The number of candidates that are compressed at the highest level.
  private let finalists: Int
  /// Whether zopfli compresses the best one again.
  private let usesZopfli: Bool

  init(_ effort: ImageEncoder.Effort) {
    usesZopfli = effort == .maximum
    switch effort {
    case .quick, .smallest: (strategies, finalists) = (FilterStrategy.heuristics, 2)
    case .maximum: (strategies, finalists) = (FilterStrategy.heuristics + [.smallest], 8)
    }
  }

  /// Returns the smallest data of at least one candidate, and the candidate's index.
  func smallest(
    _ candidates: [Candidate], jobs: Int
  ) throws(ImageError) -> (index: Int, data: [UInt8]) {
    let trials = candidates.indices.flatMap { index in strategies.map { (index, $0) } }
    let estimates = trials.blockingMap(jobs: jobs) { index, strategy in
      Result { () throws(ImageError) in
        try Shim.deflate(candidates[index].rows.filtered(by: strategy), level: Self.estimateLevel)
          .count + candidates[index].overhead
      }
    }
    var ranked: [(trial: Int, size: Int)] = []
    for (trial, size) in estimates.enumerated() { ranked.append((trial, try size.get())) }
    ranked.sort { ($0.size, $0.trial) < ($1.size, $1.trial) }
    // Estimates rank candidates rightly if they differ by more than about a percent.
    let limit = ranked[0].size + ranked[0].size / 100
    let finals = ranked.prefix(finalists).filter { $0.size <= limit }.map { trials[$0.trial] }
    let results = finals.blockingMap(jobs: jobs) { index, strategy in
      Result { () throws(ImageError) in
        try Shim.deflate(candidates[index].rows.filtered(by: strategy), level: Self.level)
      }
    }
    var best: (trial: (index: Int, strategy: FilterStrategy), data: [UInt8], size: Int)?
    for (final, result) in zip(finals, results) {
      let data = try result.get()
      let size = data.count + candidates[final.0].overhead
      if best.map({ size < $0.size }) ?? true { best = (final, data, size) }
    }
    guard let best else { throw .codecFailed("there is no way to store the image") }
    let (index, strategy) = best.trial
    guard usesZopfli else { return (index, best.data) }
    let data = try Shim.deflateSmallest(candidates[index].rows.filtered(by: strategy))
    return (index, data.count < best.data.count ? data : best.data)
  }
}
