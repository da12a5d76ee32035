internal import Basics
internal import ImageCodecs

/// The search for the least loss with which art is small enough.
///
/// With an encoder of two levels of effort, most files are drafts with little of it: more effort leaves about the same
/// share of a draft's size at similar levels.
struct LevelSearch {
  struct Result: Sendable {
    var level: Double
    var encoding: Encoding
    /// The file; nil for a draft, and if only the size is known.
    var encoded: EncodedArt?
    /// The size of the file or of the draft, in bytes.
    var bytes: Int
    /// Whether the size is that of a file with less effort.
    fileprivate var isDraft: Bool
    /// The file's size divided by its draft's, relative to a palette; nil for drafts and lossless files.
    fileprivate var share: Double?
  }

  /// Returns a file, and its size in bytes or that of a file with more frames.
  typealias Encoder = (inout EncodingScale, Encoding) throws(ImageError) -> (EncodedArt, Int)

  private(set) var scale: EncodingScale
  private let limit: Double
  private let leastUse: Double
  private let first: Double
  private let encode: Encoder
  private let draft: Encoder?
  /// `draftShare` before a file is known.
  private let firstShare: Double?
  /// The results so far, by ascending level.
  private(set) var tried: [Result]
  /// Whether the latest one is small enough, or too large, like the one before.
  private var isRepeated = false

  /// The share of a quick APNG's size that more effort leaves, with a palette: 0.78 to 0.92 in
  /// Tests/Measurements/Fixing.md.
  private static let usualDraftShare = 0.85
  /// The least share that it leaves without loss.
  private static let leastDraftShare = 0.5
  /// The difference of levels below which no better one is searched between them.
  private static let smallestStep = 0.05
  /// The difference of levels that should change the size by more than the room that is left.
  private static let largeStep = 0.2
  /// The share of the limit above which differences in texture of up to 1.3 times as much cannot make a file small enough.
  private static let mostSaved = 1.5
  /// The share of the limit that is not worth more files.
  private static let littleRoom = 0.02
  /// The share of the limit that a result may leave more with each try.
  private static let patience = 0.004

  /// - Parameters:
  ///   - limit: the largest size, in bytes.
  ///   - leastUse: the share of the limit that a result with loss should use.
  ///   - level: a guess; nil for no loss.
  ///   - draftShare: a guess; nil for the usual one.
  ///   - known: the results of an earlier search for files of another size, by ascending level.
  ///   - draft: encodes with less effort than `encode`; nil if that is quick.
  init(
    on scale: EncodingScale, limit: Double, leastUse: Double, from level: Double? = nil,
    draftShare: Double? = nil, knowing known: [Result] = [], draft: Encoder? = nil,
    encode: @escaping Encoder
  ) {
    tried = known
    self.scale = scale
    self.limit = limit
    self.leastUse = leastUse
    first = min(level ?? 0, scale.last)
    (firstShare, self.draft, self.encode) = (draftShare, draft, encode)
  }

  /// The sizes at all levels that were tried, by ascending level.
  var sizes: [SizeCurve.Point] { tried.map { .init(level: $0.level, bytes: size(of: $0)) } }
  /// The least loss with which art is small enough.
  var found: Result? { tried.first { $0.encoded != nil && size(of: $0) <= limit } }
  /// The least loss with which art is probably small enough.
  private var fitting: Result? { tried.first { size(of: $0) <= limit } }
  /// The most loss that is too large.
  private var failing: Result? { tried.last { size(of: $0) > limit } }
  var smallest: Result? { tried.min { size(of: $0) < size(of: $1) } }

  /// Returns the art as a PNG or APNG of a result shows it.
  mutating func shown(_ result: Result) -> Artwork { scale.shown(result.encoding) }

  /// The size of a file, or the estimate for a draft, in bytes.
  private func size(of result: Result) -> Double {
    guard result.isDraft else { return Double(result.bytes) }
    guard result.encoding != .lossless else { return Double(result.bytes) * Self.leastDraftShare }
    return Double(result.bytes) * result.encoding.relativeDraftShare
      * (draftShare(near: result.level) ?? Self.usualDraftShare)
  }

  /// Returns the share of the size of a draft with a palette that more effort leaves, by the most similar file; nil if
  /// that is not known.
  func draftShare(near level: Double) -> Double? {
    func isIndexed(_ level: Double) -> Bool { level >= scale.paletteLevel ?? .infinity }
    func difference(_ file: Result) -> (kind: Int, level: Double) {
      (isIndexed(file.level) == isIndexed(level) ? 0 : 1, abs(file.level - level))
    }
    let files = tried.filter { $0.share != nil }
    return files.min { difference($0) < difference($1) }?.share ?? firstShare
  }

  /// Whether a file in full color and with almost the same loss as the least that is small enough is too large.
  var isFullColorTooLarge: Bool {
    guard let found, let failing, let file = failing.encoded, !file.isIndexed else { return false }
    return found.level - failing.level < Self.largeStep
  }

  /// Tries levels until a result uses a share of the limit.
  ///
  /// - Parameter guess: the level to try first; nil for the one that was given.
  mutating func run(tries: Int, from guess: Double? = nil) throws(ImageError) {
    var level = guess ?? (tried.isEmpty ? first : nextLevel)
    var wasSmallEnough: Bool?
    for _ in 0..<tries {
      if let best = fitting, isGoodEnough(best) {
        try finish(best)
        if let found, isGoodEnough(found) { return }
        level = nextLevel
      }
      guard let latest = try tryNearest(level) else { break }
      // The share is most accurate at the level that will be found.
      if draftShare(near: latest.level) == nil, abs(size(of: latest) / limit - 0.98) < 0.05 {
        try finish(latest)
      }
      let isSmallEnough = tried.contains { $0.encoding == latest.encoding && size(of: $0) <= limit }
      isRepeated = isSmallEnough == wasSmallEnough
      wasSmallEnough = isSmallEnough
      level = nextLevel
    }
    // Whatever it looks like, it has to be small enough.
    if fitting == nil { _ = try tryLevel(scale.last) }
    try finishBest()
    // More effort saved less than was estimated. The last encoding may have been tried as that of another level.
    if found == nil, !tried.contains(where: { $0.encoding == scale.levels.last }) {
      try run(tries: tries, from: nextLevel)
    }
  }

  /// Tries encodings that may be small enough although their level should be too large, and other textures.
  mutating func refine() throws(ImageError) {
    guard let level = found?.level else { return }
    // A palette without other loss can be the smallest while there are almost as many colors. More effort saves more of it.
    if let first = scale.paletteLevel, level > first, level < first + 4,
      let plain = try tryLevel(first), size(of: plain) < limit * 1.05
    {
      try finish(plain)
    }
    // More effort leaves less of full color than of a palette.
    if leavesRoom, let failing, failing.isDraft, case .rounded = failing.encoding,
      size(of: failing) < limit * 1.25
    {
      try finish(failing)
      try run(tries: 4, from: nextLevel)
    }
    if leavesRoom, let level = found?.level {
      _ = try tryLevel(max(0, level - Self.largeStep))
      try tryOtherTextures()
    }
    try finishBest()
  }

  /// With one color more, a file can be much larger. Differences in texture change its size in small steps.
  private mutating func tryOtherTextures() throws(ImageError) {
    let tooLarge = tried.filter { size(of: $0) > limit }.min { size(of: $0) < size(of: $1) }
    guard let found, let tooLarge, tooLarge.level < found.level else { return }
    var level = found.level
    let step = (level - tooLarge.level) / 7
    var sources: [(Result, [Float])] = [(found, [0.9, 0.8, 0.7])]
    if size(of: tooLarge) < limit * Self.mostSaved {
      sources.append((tooLarge, [1.3, 1.2, 1.1]))
    }
    for (result, factors) in sources {
      for factor in factors {
        level -= step
        if let encoding = result.encoding.scalingTexture(by: factor) {
          try tryEncoding(encoding, at: level)
        }
      }
    }
  }

  private var leavesRoom: Bool {
    found.map { size(of: $0) < limit * (leastUse - Self.littleRoom) } ?? false
  }

  private mutating func finishBest() throws(ImageError) {
    while let best = fitting ?? smallest, best.encoded == nil {
      // Slightly less loss is not worth the time.
      if let found, found.level - best.level < Self.smallestStep, !leavesRoom { return }
      try finish(best)
    }
  }

  /// Replaces a draft by the file.
  private mutating func finish(_ result: Result) throws(ImageError) {
    guard result.encoded == nil,
      let index = tried.firstIndex(where: { $0.encoding == result.encoding })
    else { return }
    let (encoded, bytes) = try encode(&scale, result.encoding)
    if result.isDraft, result.encoding != .lossless {
      tried[index].share = Double(bytes) / Double(result.bytes) / result.encoding.relativeDraftShare
    }
    (tried[index].encoded, tried[index].bytes, tried[index].isDraft) = (encoded, bytes, false)
  }

  /// Returns nil if a level was tried before.
  private mutating func tryLevel(_ level: Double) throws(ImageError) -> Result? {
    let (encoding, level) = scale.encoding(at: level)
    return try tryEncoding(encoding, at: level)
  }

  /// Tries a level, or the last whole one if nothing is between that and one that was tried before. Returns nil if both
  /// are known.
  private mutating func tryNearest(_ level: Double) throws(ImageError) -> Result? {
    if let result = try tryLevel(level) { return result }
    guard let failing, level.rounded(.down) > failing.level else { return nil }
    return try tryLevel(level.rounded(.down))
  }

  @discardableResult
  private mutating func tryEncoding(
    _ encoding: Encoding, at level: Double
  ) throws(ImageError) -> Result? {
    guard !tried.contains(where: { $0.encoding == encoding }) else { return nil }
    let (encoded, bytes) = try (draft ?? encode)(&scale, encoding)
    let result = Result(
      level: level, encoding: encoding, encoded: draft == nil ? encoded : nil, bytes: bytes,
      isDraft: draft != nil)
    tried.append(result)
    tried.sort { $0.level < $1.level }
    return result
  }

  private func isGoodEnough(_ result: Result) -> Bool {
    if result.level == 0 { return true }
    // Colors and smoothing change in whole steps, some of which change the size a lot.
    if let failing, abs(result.level - failing.level) < Self.smallestStep { return true }
    // A draft costs little.
    let patience = draft == nil ? Self.patience * Double(tried.count) : 0
    // The last level may be far worse than the one before.
    return result.level < scale.last && size(of: result) >= limit * (leastUse - patience)
  }

  /// The level at which the size is probably in the middle of what is wanted.
  private var nextLevel: Double {
    let wanted = limit * (1 + leastUse) / 2
    let level = SizeCurve(sizes).level(of: wanted) ?? 0
    switch (failing, fitting) {
    case (let low?, let high?) where high.level > low.level:
      let part = (level - low.level) / (high.level - low.level)
      // If it is not linear, halves find a level sooner.
      return low.level
        + (high.level - low.level) * (isRepeated ? 0.5 : min(0.9, max(0.1, part)))
    case (let low?, _): return min(scale.last, max(low.level + Self.largeStep, level))
    case (nil, let high?): return max(0, min(high.level - Self.largeStep, level))
    case (nil, nil): return 0
    }
  }
}
