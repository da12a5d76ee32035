internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import SystemLibraries

/// The search for the canvas and the frames of a sticker with which it looks best in a number of bytes.
///
/// A few frames of each choice are encoded at the level of loss that the bytes allow; its size and its score are
/// estimated from these. Choices that cannot look better even without loss are left out.
struct FitSearch {
  /// A canvas and frames, with an estimate of how they look.
  struct Choice: Sendable {
    /// The longer side, in pixels.
    var side: Int
    var frames: FrameChoice.Selection
    /// The level of loss; see `EncodingScale`.
    var level: Double
    /// The mean score of what viewers see, lower where frames are held.
    var score: Double
    /// The estimate of the size, in bytes.
    var bytes: Int

    /// Whether it has the same canvas and the same frames.
    func isSame(as other: Choice) -> Bool {
      side == other.side && frames.kept == other.frames.kept
    }
  }

  /// The knowledge about a canvas with some frames.
  struct Trial: Sendable {
    let side: Int
    let frames: FrameChoice.Selection
    /// Estimates of sizes at some levels of loss.
    fileprivate var sizes: [LevelSearch.Result] = []
    /// The least loss that was small enough, for `limit`; nil if there is none.
    fileprivate(set) var choice: Choice?
    fileprivate var limit = 0.0
    /// Whether all frames were encoded: the choice has its real score, or is nil because they were too large.
    fileprivate var isDone = false
    /// Whether it was compared with the present limit.
    fileprivate var isCurrent = false

    fileprivate init(side: Int, frames: FrameChoice.Selection) {
      (self.side, self.frames) = (side, frames)
    }

    fileprivate func isSame(_ side: Int, _ frames: FrameChoice.Selection) -> Bool {
      self.side == side && self.frames.kept == frames.kept
    }

    /// Whether another search with a limit would find the same.
    fileprivate func isValid(for limit: Double, leastUse: Double) -> Bool {
      if isDone { return true }
      guard let choice else {
        return !sizes.isEmpty && Double(smallest) > limit && limit <= self.limit
      }
      let bytes = Double(choice.bytes)
      return bytes <= limit && (bytes >= limit * leastUse || limit <= self.limit)
    }

    fileprivate var smallest: Int { sizes.map { $0.bytes }.min() ?? .max }
    fileprivate var curve: SizeCurve {
      SizeCurve(sizes.map { .init(level: $0.level, bytes: Double($0.bytes)) })
    }
  }

  /// The original with requested changes, at its displayed size.
  private let seen: Artwork
  private let fitter: StickerFitter
  private let frameChoice: FrameChoice
  /// The estimates of sizes divided by the sizes of files; nil for the usual ones.
  private var estimateFactor: Double?
  /// Everything that was tried, with any limit.
  private var trials: [Trial]
  /// The mean score of the frames that a choice drops, without any other loss, by the number of kept ones.
  private var droppedScores: [Int: Double] = [:]
  /// See `hidesDifferences()`; nil if it is not known yet.
  private var hides: Bool?
  /// The mean score of art that was only scaled, by its side.
  private var sideScores: [Int: Double] = [:]

  /// The share of a size that differences in texture and noise must leave at most: 0.51 to 0.87 in emoji, 0.95 to 1.06 in
  /// smooth art; see Tests/Measurements/Fixing.md.
  private static let leastSaving = 0.9
  /// A quick estimate of a PNG or APNG divided by the size of its file; see `Encoding.relativeDraftShare` for exceptions.
  private static let usualFactor = 1.12
  /// The factor by which more effort saves more of a quick encoding of smooth art than of other art.
  private static let effortOnSmoothArt = 1.15
  /// The share of the limit that an estimate should use.
  private static let leastUse = 0.93
  /// The exponent of a canvas's side with which the size of a file grows: between that of lines and that of areas.
  private static let growth = 1.4
  /// The least error of estimates for which all choices are compared again.
  private static let leastError = 0.1
  /// The number of frames that are scored.
  private static let scoredFrames = 4
  /// The least possible lead of a choice over the best one to be tried.
  private static let leastGain = 1.0
  /// The most that a canvas gains in score if frames are dropped, by the logarithm of their share: 20 for a level of loss.
  private static let gainOfFewerFrames = 118.0
  /// The part of the score that a frame loses if it is held in the time of a dropped one: no picture shows judder. With 12,
  /// three of 16 emoji lost a few frames, and up to 30 points of their worst moment, for less than a point of the mean.
  private static let judder = 24.0
  /// The score from which no difference is visible.
  static let invisibleLoss = 90.0

  /// - Parameter estimates: those of an earlier search.
  init(seen: Artwork, fitter: StickerFitter, knowing estimates: SizeEstimates = SizeEstimates()) {
    self.seen = seen
    self.fitter = fitter
    (trials, hides) = (estimates.trials, estimates.hidesDifferences)
    for index in trials.indices { trials[index].isCurrent = trials[index].choice != nil }
    frameChoice = FrameChoice(of: seen.animation)
  }

  /// Returns the score of a choice by the mean score of its file, as those of other choices: lower where frames are held.
  func score(_ mean: Double, of frames: FrameChoice.Selection) -> Double {
    mean - Self.judder * frameChoice.shareOfDropped(frames)
  }

  /// Replaces the estimate of a choice by the score of its file.
  ///
  /// - Parameter score: as those of other choices; nil for a file that is too large.
  mutating func correct(_ choice: Choice, to score: Double?) {
    guard let index = trials.firstIndex(where: { $0.isSame(choice.side, choice.frames) }) else {
      return
    }
    (trials[index].isDone, trials[index].isCurrent) = (true, true)
    trials[index].choice = score.map {
      var choice = choice
      choice.score = $0
      return choice
    }
  }

  /// Compares the estimates of sizes with files of all frames of a choice. If they are much too large, or none of the
  /// files is small enough, choices are compared again. Otherwise the sample was too simple, which says little about
  /// that of other choices.
  mutating func calibrate(by levels: LevelSearch, for choice: Choice) {
    guard let trial = trials.first(where: { $0.isSame(choice.side, choice.frames) }) else { return }
    func distance(_ file: SizeCurve.Point) -> Double {
      trial.sizes.map { abs($0.level - file.level) }.min() ?? .infinity
    }
    guard let nearest = levels.sizes.min(by: { distance($0) < distance($1) }),
      let estimate = trial.curve.bytes(at: nearest.level)
    else { return }
    let (before, known) = (limit, estimateFactor)
    estimateFactor = estimate / nearest.bytes
    if limit / before - 1 >= Self.leastError || levels.found == nil {
      for index in trials.indices { trials[index].isCurrent = false }
    } else {
      estimateFactor = known
    }
  }

  /// The knowledge for another search for the same sticker.
  var estimates: SizeEstimates {
    SizeEstimates(trials: trials, hidesDifferences: hides)
  }

  /// The choices that are small enough, the best first.
  var best: [Choice] { Self.best(of: trials.filter { $0.isCurrent }) }
  /// The choice with the smallest estimate of those that are too large and were not encoded yet; nil if there are none.
  var smallest: Choice? {
    tooLarge.filter { !$0.isDone }.min { $0.smallest < $1.smallest }.map {
      Choice(side: $0.side, frames: $0.frames, level: .infinity, score: 0, bytes: $0.smallest)
    }
  }
  private var tooLarge: [Trial] { trials.filter { $0.isCurrent && $0.choice == nil } }

  /// Returns the choices that are small enough, the best first.
  static func best(of trials: [Trial]) -> [Choice] {
    trials.compactMap { $0.choice }.sorted { ($1.score, $0.level) < ($0.score, $1.level) }
  }

  /// Returns a choice with more or fewer frames on the same canvas; nil if there are none.
  ///
  /// - Parameter factor: on their number.
  func choice(like other: Choice, withFrames factor: Double) -> Choice? {
    let count = other.frames.kept.count
    let wanted = min(max(2, Int(clamping: Double(count) * factor)), seen.animation.canvases.count)
    guard wanted != count, let frames = frameChoice.selection(of: wanted) else { return nil }
    var choice = other
    choice.frames = frames
    return choice
  }

  /// Estimates the scores of canvases with longer sides, in descending order, and of numbers of frames.
  ///
  /// - Parameter make: makes all frames of the art on a canvas that is larger than viewers see it.
  mutating func compare(
    _ sides: [Int], _ make: (Int) throws(ImageError) -> Artwork
  ) throws(ImageError) {
    let seen = seen
    var sides = sides
    let counts = FrameChoice.counts(of: seen.animation.canvases.count)
    for count in counts {
      guard let frames = frameChoice.selection(of: count) else { continue }
      guard canImprove(frames, nil) else { return }
      for side in sides where !isFarBehind(side, count) {
        // The fewest frames are always tried: they may be the smallest result.
        if count != counts.last || !best.isEmpty, isHopeless(frames, side) { continue }
        guard canImprove(frames, side) else { break }
        try compare(frames, side) { () throws(ImageError) in
          try side > seen.side ? make(side) : seen
        }
      }
      // With fewer frames, a canvas that is smaller than the best one is never better.
      if let side = best.first?.side { sides.removeAll { $0 < side } }
    }
  }

  /// Whether fewer frames are probably too large, too, because more of them are on the same canvas.
  private func isHopeless(_ frames: FrameChoice.Selection, _ side: Int) -> Bool {
    tooLarge.contains { other in
      let share = Double(frames.kept.count) / Double(other.frames.kept.count)
      return other.side == side && Double(other.smallest) * share > limit * 1.15
    }
  }

  // MARK: Bounds

  /// Whether a canvas with more frames looked so much worse than the best choice that as many less do not help.
  private func isFarBehind(_ side: Int, _ count: Int) -> Bool {
    let choices = best
    let more = choices.filter { $0.side == side && $0.frames.kept.count > count }
    guard let best = choices.first?.score,
      let last = more.min(by: { $0.frames.kept.count < $1.frames.kept.count })
    else { return false }
    let gain = Self.gainOfFewerFrames * log(Double(last.frames.kept.count) / Double(count))
    return best - last.score > gain
  }

  /// Whether a choice can look better than the best one.
  private mutating func canImprove(_ frames: FrameChoice.Selection, _ side: Int?) -> Bool {
    guard let score = best.first?.score else { return true }
    guard score < Self.invisibleLoss else { return false }
    var bound = side.map { sideScore($0) } ?? 100
    if bound > score + Self.leastGain { bound = mean(bound, frames) }
    return bound > score + Self.leastGain
  }

  /// The mean score over the time if kept frames have a score, lower where frames are held.
  private mutating func mean(_ score: Double, _ frames: FrameChoice.Selection) -> Double {
    let share = frameChoice.shareOfDropped(frames)
    guard share > 0 else { return score }
    let held = min(score, droppedScore(frames)) - Self.judder
    return score * (1 - share) + held * share
  }

  private mutating func droppedScore(_ frames: FrameChoice.Selection) -> Double {
    if let known = droppedScores[frames.kept.count] { return known }
    let canvases = seen.animation.canvases
    let dropped = frameChoice.typicalDropped(frames, count: Self.scoredFrames)
    let score = meanScore(
      dropped.map { (canvases[frames.kept[frames.timeline[$0]]], canvases[$0]) })
    droppedScores[frames.kept.count] = score
    return score
  }

  private mutating func sideScore(_ side: Int) -> Double {
    guard side < seen.side else { return 100 }
    if let known = sideScores[side] { return known }
    let canvases = seen.animation.canvases
    let resampler = Resampler(from: canvases[0], toSide: side, blocks: nil)
    let score = meanScore(
      Self.spread(2, over: canvases.count).map { (resampler.resample(canvases[$0]), canvases[$0]) })
    sideScores[side] = score
    return score
  }

  /// Positions in the middle of equal parts of a number of frames.
  private static func spread(_ count: Int, over frames: Int) -> [Int] {
    let count = min(count, frames)
    return (0..<count).map { frames * (2 * $0 + 1) / (2 * count) }
  }

  /// The mean score of canvases, which are scaled to the size of their originals.
  private func meanScore(_ pairs: [(shown: Bitmap, original: Bitmap)]) -> Double {
    guard let first = pairs.first else { return 100 }
    let resampler = Resampler(first.shown, toSizeOf: first.original)
    let scores = pairs.blockingMap(jobs: fitter.options.jobs) { pair in
      Quality.Canvas(of: resampler?.resample(pair.shown) ?? pair.shown, against: pair.original)
        .score
    }
    return scores.reduce(0, +) / Double(scores.count)
  }

  // MARK: Estimates

  /// The largest estimate of a size that may be small enough, in bytes.
  private var limit: Double {
    let isPNG = seen.format == .png || seen.format == .apng
    let usual = (isPNG ? Self.usualFactor : 1) * (hides == false ? Self.effortOnSmoothArt : 1)
    return Double(fitter.maximumBytes) * (estimateFactor ?? usual)
  }

  /// Whether differences in texture and noise make the art smaller. In smooth art, such as a glow or a drawing of flat
  /// areas, they are seen, and save next to nothing, because even areas compress best. The test runs only if something
  /// must be lost.
  mutating func hidesDifferences() throws(ImageError) -> Bool {
    if let known = hides { return known }
    guard seen.format == .apng || seen.format == .png else { return true }
    let count = seen.animation.canvases.count
    let sample = Sample(smallOf: count)
    var scale = EncodingScale(of: seen.selecting(sample.frames), hidesDifferences: true)
    var optimizer = fitter.optimizer(seen.format == .png ? .quick : fitter.options.effort)
    optimizer.mergesFrames = false
    func size(_ encoding: Encoding) throws(ImageError) -> Double {
      try fitter.checkCancellation()
      return Double(sample.size(try scale.encode(encoding, with: optimizer).bytes, all: count))
    }
    let (plain, different) = EncodingScale.comparison(in: seen.format)
    let (plainSize, differentSize) = (try size(plain), try size(different))
    let result = differentSize < Self.leastSaving * plainSize
    hides = result
    return result
  }

  /// Frames of a choice whose sizes and scores stand for all.
  private struct Sample {
    /// Indices of the frames in the choice, ascending.
    let frames: [Int]
    /// The positions in `frames` of those that follow the one before them in the choice, too.
    let following: [Int]

    init(of count: Int) {
      guard count > 16 else {
        (frames, following) = (Array(0..<count), Array(1..<max(1, count)))
        return
      }
      var frames = [0]
      var following: [Int] = []
      for start in FitSearch.spread(4, over: count - 2) where start > frames[frames.count - 1] {
        frames += [start, start + 1, start + 2]
        following += [frames.count - 2, frames.count - 1]
      }
      (self.frames, self.following) = (frames, following)
    }

    /// The first frame, and at most five in a row.
    init(smallOf count: Int) {
      let start = count > 16 ? count / 2 - 2 : 1
      frames = [0] + Array(start..<max(start, min(count, start + 5)))
      following = Array(frames.indices.dropFirst(start > 1 ? 2 : 1))
    }

    /// The size of a file with all frames, by that of one with those of the sample.
    func size(_ file: [UInt8], all count: Int) -> Int {
      guard count > frames.count, let table = ImageContainer(file)?.frameTable,
        table.count == frames.count
      else { return file.count }
      let known = following.reduce(0) { $0 + table[$1].byteCount }
      return file.count - table.dropFirst().reduce(0) { $0 + $1.byteCount }
        + known * (count - 1) / following.count
    }
  }

  /// Encodes a sample of a choice at the level of loss that the limit allows.
  private mutating func compare(
    _ frames: FrameChoice.Selection, _ side: Int, _ source: () throws(ImageError) -> Artwork
  ) throws(ImageError) {
    let index = trials.firstIndex { $0.isSame(side, frames) } ?? trials.count
    if index == trials.count { trials.append(Trial(side: side, frames: frames)) }
    var trial = trials[index]
    guard !trial.isCurrent else { return }
    // With a lower limit than before, it only looks worse.
    let isWorse =
      limit < trial.limit
      && trial.choice.map { $0.score < best.first?.score ?? -.infinity } ?? false
    if !isWorse, !trial.isValid(for: limit, leastUse: Self.leastUse) {
      try search(&trial, in: try source())
    }
    trial.isCurrent = true
    trials[index] = trial
  }

  /// Searches the least loss with which a sample is small enough, and scores it.
  private mutating func search(
    _ trial: inout Trial, in source: Artwork
  ) throws(ImageError) {
    let (frames, side) = (trial.frames, trial.side)
    let sample = Sample(of: frames.kept.count)
    let indices = sample.frames.map { frames.kept[$0] }
    let art = try source.selecting(indices).scaled(toSide: side)
    var levels = try levels(of: art, sample, trial)
    if hides == nil, levels.found?.level != 0, try !hidesDifferences() {
      levels = try self.levels(of: art, sample, trial)
    }
    trial.sizes = levels.tried.map { result in
      var result = result
      result.encoded = nil
      return result
    }
    (trial.choice, trial.limit) = (nil, limit)
    guard let found = levels.found, let encoded = found.encoded else { return }
    let shown = try encoded.checked(against: art, limits: fitter.options.limits)
    let kept = meanScore(
      Self.spread(Self.scoredFrames, over: indices.count).map {
        (shown.animation.canvases[$0], seen.animation.canvases[indices[$0]])
      })
    trial.choice = Choice(
      side: side, frames: frames, level: found.level, score: mean(kept, frames),
      bytes: found.bytes)
  }

  /// Searches the least loss with which a sample of a choice is small enough.
  private func levels(
    of art: Artwork, _ sample: Sample, _ trial: Trial
  ) throws(ImageError) -> LevelSearch {
    let count = trial.frames.kept.count
    var optimizer = fitter.optimizer(.quick)
    optimizer.mergesFrames = false
    var levels = LevelSearch(
      on: EncodingScale(of: art, hidesDifferences: hides ?? true), limit: limit,
      leastUse: Self.leastUse, from: guess(for: trial), knowing: trial.sizes
    ) { [fitter, optimizer] scale, encoding throws(ImageError) in
      try fitter.checkCancellation()
      let encoded = try scale.encode(encoding, with: optimizer)
      let size = sample.size(encoded.bytes, all: count)
      return (encoded, Int(clamping: Double(size) * encoding.relativeDraftShare))
    }
    // A longer scale takes more tries.
    try levels.run(tries: max(6, Int(clamping: levels.scale.last) * 5 / 8))
    return levels
  }

  /// Returns the level of loss that the most similar choice would need; nil if nothing is known.
  private func guess(for trial: Trial) -> Double? {
    func growth(from other: Trial) -> Double {
      pow(Double(trial.side) / Double(other.side), Self.growth)
        * Double(trial.frames.kept.count) / Double(other.frames.kept.count)
    }
    let similar = trials.filter { !$0.sizes.isEmpty }
      .min { abs(log(growth(from: $0))) < abs(log(growth(from: $1))) }
    guard let similar else { return nil }
    let wanted = limit * (1 + Self.leastUse) / 2 / growth(from: similar)
    return similar.curve.level(of: wanted).map { max(0, $0) }
  }
}

extension Artwork {
  /// Returns the art with some of its frames, and delays of no meaning.
  fileprivate func selecting(_ frames: [Int]) -> Artwork {
    guard frames.count < animation.canvases.count else { return self }
    var result = self
    result.animation = CanvasAnimation(
      canvases: animation.canvases.selecting(frames), delays: frames.map { animation.delays[$0] })
    return result
  }
}
