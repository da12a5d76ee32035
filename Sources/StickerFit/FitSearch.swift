internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels

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
    /// See `LevelSearch.draftShare`; nil if it is not known.
    var draftShare: Double?

    /// Whether it has the same canvas and the same frames.
    func isSame(as other: Choice) -> Bool {
      side == other.side && frames.kept == other.frames.kept
    }
  }

  /// The original with requested changes, at its displayed size.
  private let seen: Artwork
  private let fitter: StickerFitter
  private let frameChoice: FrameChoice
  /// The largest estimate of a size that may be small enough, in bytes, except of smooth art.
  private var usualLimit: Double
  private var choices: [Choice]
  /// The smallest results that are too large.
  private var tooLarge: [(side: Int, frames: FrameChoice.Selection, bytes: Int)] = []
  /// The mean score of the frames that a choice drops, without any other loss, by the number of kept ones.
  private var droppedScores: [Int: Double] = [:]
  /// See `hidesDifferences()`; nil if it is not known yet.
  private var hides: Bool?
  /// The mean score of art that was only scaled, by its side.
  private var sideScores: [Int: Double] = [:]

  /// The share of a size that differences in texture and noise must leave at most: 0.51 to 0.87 in emoji, 0.95 to 1.06 in
  /// smooth art; see Tests/Measurements/Fixing.md.
  private static let leastSaving = 0.9
  /// The factor by which more effort saves more of a quick encoding of smooth art than of other art.
  private static let effortOnSmoothArt = 1.15
  /// The number of frames that are scored.
  private static let scoredFrames = 4
  /// The least possible lead of a choice over the best one to be tried.
  private static let leastGain = 1.0
  /// The lag behind the best choice from which a canvas is not tried with slightly fewer frames.
  private static let farBehind = 30.0
  /// The part of the score that a frame loses if it is held in the time of a dropped one: no picture shows judder.
  private static let judder = 12.0
  /// The score from which no difference is visible.
  static let invisibleLoss = 90.0

  /// - Parameter choices: those that are known from an earlier search.
  init(seen: Artwork, fitter: StickerFitter, choices: [Choice] = []) {
    self.seen = seen
    self.fitter = fitter
    self.choices = choices
    frameChoice = FrameChoice(of: seen.animation)
    let isPNG = seen.format == .png || seen.format == .apng
    // More effort saves so much of most files; see `Encoding.relativeDraftShare` for the others.
    usualLimit = Double(fitter.maximumBytes) * (isPNG ? 1.12 : 1)
  }

  /// Returns the score of a choice by the mean score of its file, as those of other choices: lower where frames are held.
  func score(_ mean: Double, of frames: FrameChoice.Selection) -> Double {
    mean - Self.judder * frameChoice.shareOfDropped(frames)
  }

  /// Forgets all choices, because the size of one was estimated too low, by a factor below 1, or too high.
  mutating func reset(byFactor factor: Double) {
    (choices, tooLarge) = ([], [])
    usualLimit *= factor
  }

  /// Replaces the estimate of a choice with the score of its file.
  mutating func correct(_ choice: Choice, to score: Double) {
    for index in choices.indices where choices[index].isSame(as: choice) {
      choices[index].score = score
    }
  }

  /// The choices that are small enough, the best first.
  var best: [Choice] { choices.sorted { ($1.score, $0.level) < ($0.score, $1.level) } }
  /// The smallest result, if none is small enough.
  var smallest: Choice? {
    tooLarge.min { $0.bytes < $1.bytes }.map {
      Choice(side: $0.side, frames: $0.frames, level: .infinity, score: 0)
    }
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
    var sides = sides
    let counts = FrameChoice.counts(of: seen.animation.canvases.count)
    for count in counts {
      guard let frames = frameChoice.selection(of: count) else { continue }
      // The fewest frames are always tried: they may be the smallest result.
      if choices.isEmpty, count != counts.last,
        tooLarge.contains(where: { isHopeless(frames, after: $0) })
      {
        continue
      }
      guard canImprove(frames, nil) else { return }
      for side in sides where !isFarBehind(side, count) {
        guard canImprove(frames, side) else { break }
        if isKnown(frames, side) { continue }
        try compare(frames, side, try side > seen.side ? make(side) : seen)
      }
      // With fewer frames, a canvas that is smaller than the best one is never better.
      if let side = best.first?.side { sides.removeAll { $0 < side } }
    }
  }

  /// Whether a canvas with some frames was compared before.
  private func isKnown(_ frames: FrameChoice.Selection, _ side: Int) -> Bool {
    choices.contains { $0.side == side && $0.frames.kept == frames.kept }
      || tooLarge.contains { $0.side == side && $0.frames.kept == frames.kept }
  }

  /// Whether fewer frames are probably too large, too, because more of them are on the same canvas.
  private func isHopeless(
    _ frames: FrameChoice.Selection,
    after other: (side: Int, frames: FrameChoice.Selection, bytes: Int)
  ) -> Bool {
    guard other.side == tooLarge.map({ $0.side }).min() else { return false }
    let share = Double(frames.kept.count) / Double(other.frames.kept.count)
    return Double(other.bytes) * share > limit * 1.15
  }

  // MARK: Bounds

  /// Whether a canvas with more frames looked so much worse than the best choice that a few frames less do not help.
  private func isFarBehind(_ side: Int, _ count: Int) -> Bool {
    guard let best = best.first?.score, let last = choices.last(where: { $0.side == side }) else {
      return false
    }
    return best - last.score > Self.farBehind && count * 3 > last.frames.kept.count * 2
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
    hides == false ? usualLimit * Self.effortOnSmoothArt : usualLimit
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
    let sizes = try EncodingScale.comparison(in: seen.format).map { encoding throws(ImageError) in
      try fitter.checkCancellation()
      return sample.size(try scale.encode(encoding, with: optimizer).bytes, all: count)
    }
    let result = Double(sizes[1]) < Self.leastSaving * Double(sizes[0])
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
    _ frames: FrameChoice.Selection, _ side: Int, _ source: Artwork
  ) throws(ImageError) {
    let sample = Sample(of: frames.kept.count)
    let indices = sample.frames.map { frames.kept[$0] }
    let art = try source.selecting(indices).scaled(toSide: side)
    var levels = try levels(of: art, sample, frames.kept.count)
    if hides == nil, levels.found?.level != 0, try !hidesDifferences() {
      levels = try self.levels(of: art, sample, frames.kept.count)
    }
    guard let found = levels.found, let encoded = found.encoded else {
      tooLarge.append((side, frames, levels.smallest?.bytes ?? .max))
      return
    }
    let shown = try encoded.checked(against: art, limits: fitter.options.limits)
    let kept = meanScore(
      Self.spread(Self.scoredFrames, over: indices.count).map {
        (shown.animation.canvases[$0], seen.animation.canvases[indices[$0]])
      })
    let score = mean(kept, frames)
    choices.append(Choice(side: side, frames: frames, level: found.level, score: score))
  }

  /// Searches the least loss with which a sample of `count` frames is small enough.
  private func levels(
    of art: Artwork, _ sample: Sample, _ count: Int
  ) throws(ImageError) -> LevelSearch {
    var optimizer = fitter.optimizer(.quick)
    optimizer.mergesFrames = false
    var levels = LevelSearch(
      on: EncodingScale(of: art, hidesDifferences: hides ?? true), limit: limit, leastUse: 0.93,
      from: choices.last?.level
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
