package import Basics
package import ImageCodecs
internal import ImageContainers
internal import Pixels
package import StickerManifest

/// Makes stickers small enough with the least harm.
///
/// The ways to encode a sticker are tried in the order of their harm: without loss, with fewer colors and
/// without invisible differences between frames, with fewer frames, and on a smaller canvas.
package struct StickerFitter: Sendable {
  /// The largest file, in bytes: 500 KB, whether a KB is 1,000 or 1,024 bytes.
  package var maximumBytes = 500_000
  /// The lowest score of the worst frame, at most 100; nil for any.
  package var minimumScore: Double?
  /// Whether a PNG or APNG may get a palette.
  package var allowsPalette = true
  /// Whether a GIF becomes an APNG, also one that is small enough.
  package var convertsGIF = false
  /// The changes that are made in any case.
  package var artChanges = ArtChanges()
  /// Whether art that looks worse with an outline is an error; otherwise it gets one all the same.
  package var refusesPoorOutlines = false
  /// How much time is spent on a smaller file without loss.
  package var effort = ImageEncoder.Effort.smallest
  /// The maximum number of frames that are encoded at the same time.
  package var jobs = 1
  /// The limits for decoding.
  package var limits = DecodingLimits()
  /// Ends the work early: it throws.
  package var cancellation: Cancellation?

  /// The longer sides of legal canvases in pixels.
  private static let sides = GridSize.allCases.map(\.pixels).sorted(by: >)
  /// One of how many frames is kept, on canvases that can still be made smaller and on the smallest.
  private static let steps = (larger: [1, 2, 3, 4], smallest: [1, 2, 3, 4, 6, 8])
  /// The score from which a result is fair. Fewer frames or a smaller canvas are better than a lower one.
  private static let fairScore = 50.0
  /// The number of frames that are scored, besides the one of the lowest fidelity.
  private static let scoredFrames = 12

  /// Creates a fitter with the default limits.
  package init() {}

  /// Whether a file that begins with some bytes becomes an APNG.
  package func converts(_ head: [UInt8]) -> Bool {
    convertsGIF && FileSignature(of: head) == .gif
  }

  /// Returns the sticker within the limits, or the smallest result if there is none.
  ///
  /// - Parameter gridSize: the pack's size class, if it has one.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: [UInt8], in gridSize: GridSize? = nil
  ) throws(ImageError) -> FittedSticker {
    let container = ImageContainer(file)
    let isConverted = convertsGIF && container?.format == .gif
    let unchanged = FittedSticker(bytes: file, originalBytes: file.count)
    let keepsFile = file.count <= maximumBytes && !isConverted
    let canvas = container?.canvas
    if keepsFile, artChanges.isEmpty,
      max(canvas?.width ?? 0, canvas?.height ?? 0) <= GridSize.large.pixels
    {
      return unchanged
    }
    var original = try Artwork(file, limits: limits)
    // Viewers show its static image, which is not what was drawn.
    guard original.format == container?.format else {
      throw .codecFailed("the animation is damaged: \(container?.defects.first?.message ?? "")")
    }
    let side = artChanges.side(of: original, in: gridSize)
    if keepsFile, side == original.side,
      try artChanges.applied(to: original, side: side).changes.isEmpty
    {
      return unchanged
    }
    if isConverted { original.becomeAPNG() }
    return try fit(
      original, after: isConverted ? [.converted] : [], originalBytes: file.count, in: gridSize)
  }

  /// Encodes art within the limits, or as the smallest result if there is none.
  ///
  /// - Parameters:
  ///   - changesBefore: what was changed before, which the result lists first.
  ///   - originalBytes: the size of the file that the art came from, in bytes.
  ///   - gridSize: the pack's size class, if it has one.
  package func fit(
    _ original: Artwork, after changesBefore: [FittedSticker.Change], originalBytes: Int,
    in gridSize: GridSize? = nil
  ) throws(ImageError) -> FittedSticker {
    var smallest: Candidate?
    var tooLarge: FittedSticker.Alternative?
    var poor: FittedSticker?
    let firstSide = artChanges.side(of: original, in: gridSize)
    let outlineObstacle = try outlineObstacle(of: original, side: firstSide)
    if refusesPoorOutlines, let outlineObstacle {
      throw .codecFailed(outlineObstacle.reason)
    }
    let sides = [firstSide] + Self.sides.filter { $0 < firstSide }
    for side in sides {
      let (scaled, requested) = try artChanges.applied(to: original, side: side)
      for step in side == sides.last ? Self.steps.smallest : Self.steps.larger {
        guard let art = scaled.thinned(toEvery: step) else { continue }
        var changes = changesBefore + requested
        if side != original.side {
          changes.removeAll { if case .scaled = $0 { true } else { false } }
          changes.append(.scaled(side: side))
        }
        if step > 1 {
          changes.append(
            .frames(kept: art.animation.canvases.count, of: original.animation.canvases.count))
        }
        let candidate = try best(of: art, after: changes, tooLarge: tooLarge)
        if candidate.byteCount > maximumBytes {
          tooLarge = candidate.alternative
        } else {
          var result = try finished(candidate, original, originalBytes)
          result.outlineObstacle = outlineObstacle
          if result.fits, result.lowestScore >= Self.fairScore { return result }
          if result.fits, result.lowestScore > poor?.lowestScore ?? -.infinity { poor = result }
        }
        if candidate.byteCount < smallest?.byteCount ?? .max { smallest = candidate }
      }
    }
    if let poor { return poor }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    var result = try finished(smallest, original, originalBytes)
    result.outlineObstacle = outlineObstacle
    return result
  }

  private func outlineObstacle(
    of art: Artwork, side: Int
  ) throws(ImageError) -> OutlineObstacle? {
    guard artChanges.outline != nil, art.format != .jpeg else { return nil }
    return artChanges.outlineObstacle(
      of: art.images, placed: try artChanges.roomForOutline(around: art, side: side))
  }

  /// An encoded result.
  private struct Candidate {
    /// The art before colors are reduced.
    var art: Artwork
    /// Of the art's images.
    var reduction: PaletteReduction
    var attempt: Attempt
    var changes: [FittedSticker.Change]
    var encoded: EncodedArt
    var nextBetter: FittedSticker.Alternative?

    var byteCount: Int { encoded.bytes.count }
    var alternative: FittedSticker.Alternative { .init(changes: changes, bytes: byteCount) }
    /// What a PNG or APNG shows. It is made again when it is needed, because the pixels of all candidates
    /// take much memory.
    var shown: Artwork { attempt.shown(art, reduction) }
  }

  /// The optimizer of files that are written, and the one for estimates.
  private func optimizer(_ effort: ImageEncoder.Effort) -> LosslessOptimizer {
    var optimizer = LosslessOptimizer()
    optimizer.effort = effort
    optimizer.allowsPalette = allowsPalette
    optimizer.jobs = jobs
    return optimizer
  }

  /// The largest estimate of a file that may be small enough: the optimizer saves a fifth at most.
  private var promisingBytes: Int { maximumBytes + maximumBytes / 4 }

  private func isSmallEnough(_ candidate: Candidate) -> Bool {
    candidate.byteCount <= maximumBytes
  }

  /// Returns the first of the attempts that is small enough, or the smallest.
  ///
  /// - Parameter tooLarge: the best result of art with more pixels, which is too large.
  private func best(
    of art: Artwork, after changes: [FittedSticker.Change], tooLarge: FittedSticker.Alternative?
  ) throws(ImageError) -> Candidate {
    let reduction = PaletteReduction(of: art.images)
    let attempts = Attempt.all(for: art, reduction)
    var estimates: [Int: Candidate] = [:]
    func estimate(_ index: Int) throws(ImageError) -> Candidate {
      if let known = estimates[index] { return known }
      if cancellation?.isRequested == true { throw .codecFailed("it was interrupted") }
      let attempt = attempts[index]
      let candidate = Candidate(
        art: art, reduction: reduction, attempt: attempt, changes: changes + attempt.changes,
        encoded: try attempt.encode(art, reduction, with: optimizer(.quick)),
        nextBetter: tooLarge)
      estimates[index] = candidate
      return candidate
    }
    var index = try firstIndex(in: attempts.count) { index throws(ImageError) in
      isSmallEnough(try estimate(index))
    }
    var best = try optimized(try estimate(index))
    while index > 0 {
      let better = try estimate(index - 1)
      best.nextBetter = better.alternative
      // The optimizer saves about as much of any attempt.
      let saved = Double(best.byteCount) / Double(try estimate(index).byteCount)
      guard Double(better.byteCount) * saved <= Double(maximumBytes) * 1.01 else { break }
      var candidate = try optimized(better)
      best.nextBetter = candidate.alternative
      guard isSmallEnough(candidate) else { break }
      candidate.nextBetter = better.nextBetter
      (best, index) = (candidate, index - 1)
    }
    return best
  }

  /// Returns the first index below `count` for which a predicate holds, or else the last one. It holds
  /// for all after it.
  private func firstIndex(
    in count: Int, where holds: (Int) throws(ImageError) -> Bool
  ) throws(ImageError) -> Int {
    // The first two attempts are the most probable ones. The last one shows whether any fits.
    if try holds(0) { return 0 }
    guard count > 1 else { return 0 }
    if try holds(1) { return 1 }
    var (low, high) = (1, count - 1)
    guard try holds(high) else { return high }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// Returns a candidate as it is written; the estimate itself if that cannot be small enough.
  private func optimized(_ estimate: Candidate) throws(ImageError) -> Candidate {
    guard estimate.art.format == .png || estimate.art.format == .apng,
      estimate.byteCount <= promisingBytes
    else { return estimate }
    var candidate = estimate
    candidate.encoded = try EncodedArt(estimate.shown, with: optimizer(effort))
    return candidate
  }

  /// Returns an indexed animation in full color; nil if it is not small enough.
  private func fullColor(_ indexed: Candidate) throws(ImageError) -> EncodedArt? {
    let shown = indexed.shown
    var quick = optimizer(.quick)
    let canvas = shown.animation.canvases[0]
    let indexedBytes = try quick.png(canvas).count
    quick.allowsPalette = false
    let growth = Double(try quick.png(canvas).count) / Double(indexedBytes)
    guard Double(indexed.byteCount) * growth <= Double(promisingBytes) else { return nil }
    var optimizer = optimizer(effort)
    optimizer.allowsPalette = false
    let encoded = try EncodedArt(shown, with: optimizer)
    return encoded.bytes.count <= maximumBytes ? encoded : nil
  }

  /// Decodes, compares and measures a candidate, after its palette is replaced if full color is small
  /// enough.
  private func finished(
    _ candidate: Candidate, _ original: Artwork, _ originalBytes: Int
  ) throws(ImageError) -> FittedSticker {
    var encoded = candidate.encoded
    var result = try encoded.checked(against: candidate.art, limits: limits)
    // Some versions of iOS play indexed animations incorrectly.
    if result.isIndexed, result.format == .apng, !original.isIndexed,
      let fullColor = try fullColor(candidate)
    {
      encoded = fullColor
      result = try encoded.checked(against: candidate.art, limits: limits)
    }
    let quality = Self.quality(
      of: result.animation.canvases, against: candidate.art.animation.canvases, jobs: jobs)
    let isRefused = quality.worst.score < minimumScore ?? -.infinity
    return FittedSticker(
      bytes: encoded.bytes, originalBytes: originalBytes, changes: candidate.changes,
      quality: quality, hasNewPalette: result.isIndexed && !original.isIndexed,
      nextBetter: candidate.nextBetter, isRefused: isRefused,
      fits: encoded.bytes.count <= maximumBytes && !isRefused)
  }

  /// Compares all canvases by fidelity, and some of them by score, which takes much longer.
  private static func quality(
    of canvases: CanvasList, against originals: CanvasList, jobs: Int
  ) -> Quality {
    let fidelities = canvases.indices.map { $0 }.blockingMap(jobs: jobs) {
      canvases[$0].fidelity(to: originals[$0])
    }
    let count = canvases.count
    let sampled = Set((0..<scoredFrames).map { $0 * count / scoredFrames })
    let worst = fidelities.indices.min { fidelities[$0] < fidelities[$1] }
    let scored = sampled.union(worst.map { [$0] } ?? []).sorted()
    var quality = Quality(
      of: scored.blockingMap(jobs: jobs) {
        Quality.Canvas(of: canvases[$0], against: originals[$0])
      })
    let all = Quality(of: fidelities.map { .init(score: 100, decibels: $0) })
    quality.mean.decibels = all.mean.decibels
    return quality
  }
}
