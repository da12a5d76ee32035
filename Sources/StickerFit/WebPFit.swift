internal import Basics
internal import ImageCodecs
internal import Pixels
internal import SystemLibraries

/// Encodes art as a WebP file of at most some bytes: without loss if that is possible, then with fewer colors or at a
/// lower quality, whichever looks better, and with fewer frames if neither is fair.
struct WebPFit {
  let original: Artwork
  let options: FitOptions
  let maximumBytes: Int
  let cancellation: Cancellation?

  /// Numbers of colors, counting the transparent one, and the tolerances of animations; see `PaletteReduction`.
  private static let palettes: [(colors: Int, tolerance: Float)] = [
    (256, 1), (256, 2), (192, 2), (128, 2), (128, 3), (96, 3), (64, 3), (64, 4), (48, 4), (32, 5),
    (32, 8), (16, 12),
  ]
  /// The lowest quality of libwebp.
  private static let lowestQuality = 0
  /// The score from which a result is fair. Fewer frames may be better than a lower one.
  private static let fairScore = 50.0
  /// The score from which no difference is visible.
  private static let invisibleLoss = 90.0

  /// Art in the same frames as a file.
  private struct Candidate {
    var bytes: [UInt8]
    var steps: [StickerChange.Step] = []
  }

  /// Returns the result, which may exceed the limit.
  func change(
    of before: StickerChange.Version, after stepsBefore: [StickerChange.Step]
  ) throws(ImageError) -> StickerChange {
    var (best, smallest): (StickerChange?, StickerChange?)
    let frameChoice = FrameChoice(of: original.animation)
    let count = original.animation.canvases.count
    for kept in FrameChoice.counts(of: count) {
      guard let frames = frameChoice.selection(of: kept) else { continue }
      let art = original.keeping(frames)
      var encoder = WebPEncoder(art.animation, loop: art.loop ?? .forever, jobs: options.jobs)
      var isFair = false
      for encode in [exact, reduced, lossy] {
        let candidate = try encode(art, &encoder)
        var change = StickerChange(before)
        change.steps = stepsBefore + frames.steps + candidate.steps
        change.content = candidate.bytes
        guard candidate.bytes.count <= maximumBytes else {
          change.fits = false
          if candidate.bytes.count < smallest?.content.count ?? .max { smallest = change }
          continue
        }
        try measure(&change, frames.timeline)
        isFair = isFair || change.score >= Self.fairScore
        if change.score > best?.score ?? -.infinity { best = change }
        if change.score >= Self.invisibleLoss { break }
      }
      if isFair { break }
    }
    guard let result = best ?? smallest else {
      throw .codecFailed("there is no way to encode the image")
    }
    return result
  }

  private func exact(
    _ art: Artwork, _ encoder: inout WebPEncoder
  ) throws(ImageError) -> Candidate {
    try candidate(&encoder, quality: nil)
  }

  /// Returns the encoding with the most colors that is small enough, or the smallest.
  private func reduced(
    _ art: Artwork, _ encoder: inout WebPEncoder
  ) throws(ImageError) -> Candidate {
    let reduction = PaletteReduction(of: art.animation.canvases)
    let isAnimated = art.animation.canvases.count > 1
    func candidate(_ index: Int) throws(ImageError) -> Candidate {
      let (colors, tolerance) = Self.palettes[index]
      var reducer = PaletteReduction.Reducer(
        to: reduction.palette(maximumColors: colors - 1),
        isAnimated ? Tolerance(flat: tolerance, texture: tolerance) : .none)
      let images = art.animation.canvases.map { reducer.reduced($0) }
      var encoder = WebPEncoder(
        CanvasAnimation(canvases: images, delays: art.animation.delays),
        loop: art.loop ?? .forever, jobs: options.jobs)
      var candidate = try self.candidate(&encoder, quality: nil)
      candidate.steps =
        [.colors(colors)] + (isAnimated ? [.settled(codes: Int(clamping: tolerance))] : [])
      return candidate
    }
    var (low, high) = (-1, Self.palettes.count - 1)
    var best = try candidate(high)
    guard best.bytes.count <= maximumBytes else { return best }
    while high - low > 1 {
      let middle = (low + high) / 2
      let next = try candidate(middle)
      if next.bytes.count <= maximumBytes { (high, best) = (middle, next) } else { low = middle }
    }
    return best
  }

  /// Returns the encoding of the highest quality that is small enough, or the smallest.
  private func lossy(
    _ art: Artwork, _ encoder: inout WebPEncoder
  ) throws(ImageError) -> Candidate {
    var (low, high) = (Self.lowestQuality, 100)
    var best = try candidate(&encoder, quality: low)
    guard best.bytes.count <= maximumBytes else { return best }
    var larger = try candidate(&encoder, quality: high)
    guard larger.bytes.count > maximumBytes else { return larger }
    // Until less than 2% of the room is left.
    while high - low > 1, best.bytes.count < maximumBytes - maximumBytes / 50 {
      // Sizes grow about exponentially.
      let share =
        log(Double(maximumBytes) / Double(best.bytes.count))
        / log(Double(larger.bytes.count) / Double(best.bytes.count))
      let quality = min(max(low + 1, low + Int(clamping: Double(high - low) * share)), high - 1)
      let next = try candidate(&encoder, quality: quality)
      if next.bytes.count <= maximumBytes {
        (low, best) = (quality, next)
      } else {
        (high, larger) = (quality, next)
      }
    }
    return best
  }

  private func candidate(
    _ encoder: inout WebPEncoder, quality: Int?
  ) throws(ImageError) -> Candidate {
    if cancellation?.isRequested == true { throw .codecFailed("it was interrupted") }
    return Candidate(
      bytes: try encoder.encode(quality: quality), steps: quality.map { [.quality($0)] } ?? [])
  }

  /// Decodes and compares a result.
  private func measure(
    _ change: inout StickerChange, _ timeline: [Int]
  ) throws(ImageError) {
    let canvases = try Artwork(webP: change.content, limits: options.limits)
      .animation.canvases
    change.quality = Quality(
      of: canvases, in: timeline, against: original.animation, jobs: options.jobs)
    if change.worstScore < options.minimumScore ?? -.infinity { change.refusals = [.lowScore] }
    change.fits = !change.isRefused
  }
}
