internal import Basics
internal import ImageCodecs
internal import Pixels
internal import SystemLibraries

/// Encodes art as a WebP file of at most some bytes: without loss if that is possible, then at the highest quality, and
/// with fewer frames if no quality is fair.
struct WebPFit {
  let original: Artwork
  let options: FitOptions
  let maximumBytes: Int
  let cancellation: Cancellation?

  /// The values of n for keeping every nth frame.
  private static let steps = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]
  /// The lowest quality, below which blocks are seen in any art.
  private static let lowestQuality = 5
  /// The score from which a result is fair. Fewer frames are better than a lower one.
  private static let fairScore = 50.0

  private struct Candidate {
    var bytes: [UInt8]
    /// Nil for no loss.
    var quality: Int?
  }

  /// Returns the result, which may exceed the limit.
  func change(
    of before: StickerChange.Version, after stepsBefore: [StickerChange.Step]
  ) throws(ImageError) -> StickerChange {
    var (poor, smallest): (StickerChange?, StickerChange?)
    var tooLarge: StickerChange.Alternative?
    for step in Self.steps {
      guard let (art, timeline) = original.thinned(toEvery: step) else { continue }
      var steps = stepsBefore
      if step > 1 {
        steps.append(.frames(kept: art.animation.canvases.count, of: timeline.count))
      }
      var encoder = WebPEncoder(art.animation, loop: art.loop ?? .forever, jobs: options.jobs)
      let candidate = try best(&encoder)
      if let quality = candidate.quality { steps.append(.quality(quality)) }
      var change = StickerChange(before)
      change.steps = steps
      change.content = candidate.bytes
      change.nextBetter = tooLarge
      if candidate.bytes.count > maximumBytes {
        tooLarge = .init(steps: steps, bytes: candidate.bytes.count)
        if candidate.bytes.count < smallest?.content.count ?? .max { smallest = change }
        continue
      }
      try measure(&change, art, timeline)
      if change.score >= Self.fairScore { return change }
      if change.score > poor?.score ?? -.infinity { poor = change }
    }
    guard var result = poor ?? smallest else {
      throw .codecFailed("there is no way to encode the image")
    }
    if poor == nil { result.fits = false }
    return result
  }

  private func candidate(
    _ encoder: inout WebPEncoder, quality: Int?
  ) throws(ImageError) -> Candidate {
    if cancellation?.isRequested == true { throw .codecFailed("it was interrupted") }
    return Candidate(bytes: try encoder.encode(quality: quality), quality: quality)
  }

  /// Returns the best encoding that is small enough, or the smallest.
  private func best(_ encoder: inout WebPEncoder) throws(ImageError) -> Candidate {
    let exact = try candidate(&encoder, quality: nil)
    if exact.bytes.count <= maximumBytes { return exact }
    var best = try candidate(&encoder, quality: Self.lowestQuality)
    guard best.bytes.count <= maximumBytes else { return best }
    var (low, high, larger) = (Self.lowestQuality, 101, exact.bytes.count)
    // Until less than 2% of the room is left.
    while high - low > 1, best.bytes.count < maximumBytes - maximumBytes / 50 {
      // Sizes grow about exponentially.
      let share =
        log(Double(maximumBytes) / Double(best.bytes.count))
        / log(Double(larger) / Double(best.bytes.count))
      let quality = min(max(low + 1, low + Int(Double(high - low) * share)), high - 1)
      let next = try candidate(&encoder, quality: quality)
      if next.bytes.count <= maximumBytes {
        (low, best) = (quality, next)
      } else {
        (high, larger) = (quality, next.bytes.count)
      }
    }
    return best
  }

  /// Decodes and compares a result.
  private func measure(
    _ change: inout StickerChange, _ art: Artwork, _ timeline: [Int]
  ) throws(ImageError) {
    let canvases = try CanvasAnimation(webP: change.content, limits: options.limits).canvases
    change.quality = Quality(
      of: canvases, in: Array(canvases.indices), against: art.animation, jobs: options.jobs)
    change.seen =
      canvases.count == timeline.count
      ? change.quality
      : Quality(of: canvases, in: timeline, against: original.animation, jobs: options.jobs)
    if change.score < options.minimumScore ?? -.infinity { change.refusals = [.lowScore] }
    change.fits = !change.isRefused
  }
}
