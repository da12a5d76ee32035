internal import ImageCodecs
internal import SystemLibraries

/// The search for the least loss with which art is small enough.
struct LevelSearch {
  struct Result {
    var level: Double
    var attempt: Attempt
    var encoded: EncodedArt
    /// The bytes of a file, or their estimate.
    var size: Int

    var isEstimate: Bool { size != encoded.bytes.count }
  }

  /// Encodes an attempt, and returns the file and its size in bytes. If an estimate of the size is enough, the file may be
  /// larger than that.
  typealias Encoding = (
    inout AttemptScale, Attempt, _ isEstimateEnough: Bool
  ) throws(ImageError) -> (EncodedArt, Int)

  private(set) var scale: AttemptScale
  private let limit: Double
  private let first: Double
  /// What was tried, by ascending level.
  private(set) var tried: [Result] = []
  /// Whether the latest attempt is small enough, or too large, like the one before.
  private var isRepeated = false

  /// How much the logarithm of the size falls from one level to the next, before it is known.
  private static let usualFall = 0.17
  /// The difference of levels below which no better one is searched between them.
  private static let smallestStep = 0.05
  /// The difference of levels that should change the size by more than the room that is left.
  private static let largeStep = 0.2

  /// - Parameters:
  ///   - limit: the largest size, in bytes.
  ///   - level: a guess; nil for no loss.
  init(of art: Artwork, limit: Double, from level: Double?) {
    scale = AttemptScale(of: art)
    self.limit = limit
    first = min(level ?? 0, scale.last)
  }

  /// The least loss with which art is small enough.
  var fitting: Result? { tried.first { Double($0.size) <= limit } }
  /// The most loss that is too large.
  var failing: Result? { tried.last { Double($0.size) > limit } }
  var smallest: Result? { tried.min { $0.size < $1.size } }

  /// What a PNG or APNG of a result shows.
  mutating func shown(_ result: Result) -> Artwork { scale.shown(result.attempt) }

  /// Tries levels until a result uses a share of the limit.
  mutating func run(
    attempts: Int, leastUse: Double, _ encode: Encoding
  ) throws(ImageError) {
    var level = first
    var wasSmallEnough: Bool?
    for _ in 0..<attempts {
      guard let size = try tryLevel(level, encode) else { return }
      if let fitting, isGoodEnough(fitting, leastUse) { return }
      let isSmallEnough = Double(size) <= limit
      isRepeated = isSmallEnough == wasSmallEnough
      wasSmallEnough = isSmallEnough
      level = nextLevel(using: (1 + leastUse) / 2)
    }
    // Whatever it looks like, it has to be small enough.
    if fitting == nil { _ = try tryLevel(scale.last, encode) }
  }

  /// Tries what may be small enough although its level should be too large, and replaces an estimated result by a file.
  mutating func refine(leastUse: Double, _ encode: Encoding) throws(ImageError) {
    try tryBetterLevels(encode)
    // The estimate of the level that is just too large may be too high.
    if leavesRoom(leastUse), let failing { try replaceEstimate(failing, encode) }
    try replaceEstimatedBest(encode)
    if leavesRoom(leastUse) { try trySmallerDifferences(encode) }
    try replaceEstimatedBest(encode)
  }

  /// Less loss does not always have more bytes.
  private mutating func tryBetterLevels(_ encode: Encoding) throws(ImageError) {
    guard let level = fitting?.level, level > 1 + Self.largeStep else { return }
    _ = try tryLevel(level - Self.largeStep, encode)
    // A palette without other loss can be the smallest while there are almost as many colors.
    if level < 5 { _ = try tryLevel(1, encode) }
  }

  /// With one color more, a file can be much larger. Differences in texture change its size in small steps.
  private mutating func trySmallerDifferences(_ encode: Encoding) throws(ImageError) {
    guard let fitting, case .palette(let colors, var tolerance, let smoothing) = fitting.attempt
    else { return }
    for step in 1...3 {
      tolerance.texture *= 0.95
      _ = try tryAttempt(
        .palette(colors: colors, tolerance, smoothing: smoothing),
        at: fitting.level - 0.001 * Double(step), encode)
    }
  }

  private func leavesRoom(_ leastUse: Double) -> Bool {
    fitting.map { Double($0.size) < limit * leastUse } ?? false
  }

  private mutating func replaceEstimatedBest(_ encode: Encoding) throws(ImageError) {
    while let best = fitting ?? smallest, best.isEstimate { try replaceEstimate(best, encode) }
  }

  private mutating func replaceEstimate(
    _ result: Result, _ encode: Encoding
  ) throws(ImageError) {
    guard result.isEstimate,
      let index = tried.firstIndex(where: { $0.attempt == result.attempt })
    else { return }
    (tried[index].encoded, tried[index].size) = try encode(&scale, result.attempt, false)
  }

  /// Returns the size at a level; nil if that was tried before.
  private mutating func tryLevel(_ level: Double, _ encode: Encoding) throws(ImageError) -> Int? {
    try tryAttempt(scale.attempt(at: level), at: level, encode)
  }

  private mutating func tryAttempt(
    _ attempt: Attempt, at level: Double, _ encode: Encoding
  ) throws(ImageError) -> Int? {
    guard !tried.contains(where: { $0.attempt == attempt }) else { return nil }
    let (encoded, size) = try encode(&scale, attempt, true)
    tried.append(Result(level: level, attempt: attempt, encoded: encoded, size: size))
    tried.sort { $0.level < $1.level }
    return size
  }

  private func isGoodEnough(_ result: Result, _ leastUse: Double) -> Bool {
    if result.level == 0 { return true }
    // Colors and smoothing change in whole steps, some of which change the size a lot.
    if let failing, abs(result.level - failing.level) < Self.smallestStep { return true }
    // The last level may be far worse than the one before.
    return result.level < scale.last && Double(result.size) >= limit * leastUse
  }

  /// The level at which the size is a share of the limit, if its logarithm is linear between known levels and beyond.
  private func nextLevel(using share: Double) -> Double {
    let wanted = log(limit * share)
    switch (failing, fitting) {
    case (let low?, let high?) where high.level > low.level:
      let part =
        (log(Double(low.size)) - wanted) / (log(Double(low.size)) - log(Double(high.size)))
      // If it is not linear, halves find a level sooner.
      return low.level
        + (high.level - low.level) * (isRepeated ? 0.5 : min(0.9, max(0.1, part)))
    case (let low?, _):
      let above = log(Double(low.size)) - wanted
      return min(scale.last, low.level + max(0.2, above / fall(tried.suffix(2))))
    case (nil, let high?):
      let below = wanted - log(Double(high.size))
      return max(0, high.level - max(0.2, below / fall(tried.prefix(2))))
    case (nil, nil): return 0
    }
  }

  /// How much the logarithm of the size falls from one level to the next, between two results if there are as many.
  private func fall(_ results: ArraySlice<Result>) -> Double {
    guard results.count == 2, let first = results.first, let last = results.last else {
      return Self.usualFall
    }
    let fall =
      (log(Double(first.size)) - log(Double(last.size))) / (last.level - first.level)
    return max(fall, 0.03)
  }
}
