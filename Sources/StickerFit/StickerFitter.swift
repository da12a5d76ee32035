package import Basics
package import ImageCodecs
package import StickerManifest
internal import StickerPacks

/// Makes stickers small enough with the least harm.
///
/// The ways to encode a sticker are tried in the order of their harm: without loss, with fewer colors and
/// without invisible differences between frames, with fewer frames, and on a smaller canvas.
package struct StickerFitter: Sendable {
  /// The limits, and what may be changed.
  package var options: FitOptions
  /// Whether art that looks worse with an outline is an error; otherwise it gets one, with a remark.
  package var refusesPoorOutlines = false
  /// Ends the work early: it throws.
  package var cancellation: Cancellation?

  /// The values of n for keeping every nth frame, on larger canvases and on the smallest.
  private static let steps = (
    larger: [1, 2, 3, 4], smallest: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]
  )
  /// The score from which a result is fair. Fewer frames or a smaller canvas are better than a lower one.
  private static let fairScore = 50.0
  /// The score from which no difference is visible.
  private static let invisibleLoss = 90.0

  package init(_ options: FitOptions = FitOptions()) { self.options = options }

  private var profile: PlatformProfile { options.profile }

  package var maximumBytes: Int { options.maximumBytes ?? profile.safeBytes.value }

  /// Whether a file that begins with some bytes becomes an APNG.
  package func converts(_ head: [UInt8]) -> Bool {
    options.convertsGIF && FileSignature(of: head) == .gif
  }

  /// Returns the sticker within the limits, or the smallest result if there is none.
  ///
  /// - Parameter gridSize: the pack's size class, if it has one.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: HashedBytes, in gridSize: GridSize? = nil
  ) throws(ImageError) -> StickerChange {
    let container = ImageContainer(file.bytes)
    let isConverted = options.convertsGIF && container?.format == .gif
    var unchanged = StickerChange(.init(file, container))
    unchanged.content = file.bytes
    let keepsFile = file.bytes.count <= maximumBytes && !isConverted
    let canvas = container?.canvas
    if keepsFile, options.art.isEmpty,
      max(canvas?.width ?? 0, canvas?.height ?? 0) <= profile.largestSide
    {
      return unchanged
    }
    var original = try Artwork(file.bytes, limits: options.limits)
    // Viewers show its static image, which is not what was drawn.
    guard original.format == container?.format else {
      throw .codecFailed("the animation is damaged: \(container?.defects.first?.message ?? "")")
    }
    let side = options.art.side(of: original, in: gridSize, profile)
    if keepsFile, side == original.side,
      try options.art.applied(to: original, side: side, profile).steps.isEmpty
    {
      return unchanged
    }
    if isConverted { original.becomeAPNG() }
    var change = try fit(
      original, after: isConverted ? [.converted] : [], of: unchanged.before, in: gridSize)
    // The original is as good, and has its metadata.
    if change.steps.isEmpty, change.content.count >= file.bytes.count {
      (change.after, change.content) = (nil, file.bytes)
    }
    return change
  }

  /// Returns an image that a build makes smaller; nil if it stays as it is. What cannot be decoded is a
  /// finding.
  package func smaller(_ file: HashedBytes) -> (image: HashedBytes, change: StickerChange)? {
    guard var change = try? fit(file), change.used != nil else { return nil }
    let image = HashedBytes(change.content)
    change.content = []
    return (image, change)
  }

  /// Encodes art within the limits, or as the smallest result if there is none.
  ///
  /// - Parameters:
  ///   - stepsBefore: what was changed before, which the result lists first.
  ///   - before: the file that the art came from.
  ///   - gridSize: the pack's size class, if it has one.
  package func fit(
    _ original: Artwork, after stepsBefore: [StickerChange.Step],
    of before: StickerChange.Version, in gridSize: GridSize? = nil
  ) throws(ImageError) -> StickerChange {
    var smallest: Candidate?
    var tooLarge: StickerChange.Alternative?
    var poor: StickerChange?
    let firstSide =
      options.sides?.first ?? options.art.side(of: original, in: gridSize, profile)
    var obstacle: String?
    if options.art.outline != nil, original.format != .jpeg {
      obstacle = options.art.outlineObstacle(
        of: original.images,
        placed: try options.art.roomForOutline(around: original, side: firstSide, profile))
    }
    if refusesPoorOutlines, let obstacle { throw .codecFailed(obstacle) }
    // Pixels that Messages does not show are no part of what a viewer sees.
    let seenSide = min(firstSide, gridSize?.pixels ?? firstSide)
    let seen = try options.art.applied(to: original, side: seenSide, profile)
    var made = (side: seenSide, result: seen)
    for choices in rounds(from: firstSide) {
      var fair: StickerChange?
      for choice in choices {
        let side = choice.side
        if made.side != side {
          made = (side, try options.art.applied(to: original, side: side, profile))
        }
        let (scaled, requested) = made.result
        guard let (art, timeline) = scaled.thinned(toEvery: choice.step) else { continue }
        var steps = stepsBefore + requested
        if side != original.side {
          steps.removeAll { if case .scaled = $0 { true } else { false } }
          steps.append(.scaled(side: side))
        }
        if choice.step > 1 {
          steps.append(
            .frames(kept: art.animation.canvases.count, of: original.animation.canvases.count))
        }
        var candidate = try best(of: art, after: steps, tooLarge: tooLarge)
        candidate.timeline = timeline
        if candidate.byteCount > maximumBytes {
          tooLarge = candidate.alternative
        } else {
          let result = try finished(candidate, original, seen.art, before, obstacle)
          if result.fits, result.score >= Self.fairScore {
            if choices.count == 1 || result.seenScore >= Self.invisibleLoss { return result }
            if result.seenScore > fair?.seenScore ?? -.infinity { fair = result }
          }
          if result.fits, result.score > poor?.score ?? -.infinity { poor = result }
        }
        if candidate.byteCount < smallest?.byteCount ?? .max { smallest = candidate }
      }
      if let fair { return fair }
    }
    if let poor { return poor }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    return try finished(smallest, original, seen.art, before, obstacle)
  }

  /// The sides and the values of n for keeping every nth frame, in the order in which they are tried. The result of a
  /// round that looks best over the whole time is used.
  ///
  /// Where any canvas is as good, it is made smaller before frames are dropped, which is seen more. Messages shows a
  /// size class smaller than the others, which is why frames are dropped first for it.
  private func rounds(from firstSide: Int) -> [[(side: Int, step: Int)]] {
    if let sides = options.sides {
      return Self.steps.smallest.map { step in sides.map { ($0, step) } }
    }
    let sides = [firstSide] + profile.sides.value.reversed().filter { $0 < firstSide }
    return sides.flatMap { side in
      (side == sides.last ? Self.steps.smallest : Self.steps.larger).map { [(side, $0)] }
    }
  }

  private struct Candidate {
    /// The art before colors are reduced.
    var art: Artwork
    /// The palette of the art's images.
    var reduction: PaletteReduction
    var attempt: Attempt
    var steps: [StickerChange.Step]
    var encoded: EncodedArt
    /// For each frame of the original, the index of the one that is shown in its time.
    var timeline: [Int] = []
    var nextBetter: StickerChange.Alternative?

    var byteCount: Int { encoded.bytes.count }
    var alternative: StickerChange.Alternative { .init(steps: steps, bytes: byteCount) }
    /// What a PNG or APNG shows. It is made again when it is needed, because the pixels of all candidates
    /// take much memory.
    var shown: Artwork { attempt.shown(art, reduction) }
  }

  /// The optimizer of files that are written, and the one for estimates.
  private func optimizer(_ effort: ImageEncoder.Effort) -> LosslessOptimizer {
    var optimizer = LosslessOptimizer()
    optimizer.effort = effort
    optimizer.allowsPalette = options.allowsPalette
    optimizer.jobs = options.jobs
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
    of art: Artwork, after steps: [StickerChange.Step], tooLarge: StickerChange.Alternative?
  ) throws(ImageError) -> Candidate {
    let reduction = PaletteReduction(of: art.images)
    let attempts = Attempt.all(for: art, reduction)
    var estimates: [Int: Candidate] = [:]
    func estimate(_ index: Int) throws(ImageError) -> Candidate {
      if let known = estimates[index] { return known }
      if cancellation?.isRequested == true { throw .codecFailed("it was interrupted") }
      let attempt = attempts[index]
      let candidate = Candidate(
        art: art, reduction: reduction, attempt: attempt, steps: steps + attempt.steps,
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
    candidate.encoded = try EncodedArt(estimate.shown, with: optimizer(options.effort))
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
    var optimizer = optimizer(options.effort)
    optimizer.allowsPalette = false
    let encoded = try EncodedArt(shown, with: optimizer)
    return encoded.bytes.count <= maximumBytes ? encoded : nil
  }

  /// Decodes, compares and measures a candidate, after its palette is replaced if full color is small
  /// enough.
  ///
  /// - Parameter seen: the original with requested changes, as large as viewers see it.
  private func finished(
    _ candidate: Candidate, _ original: Artwork, _ seen: Artwork,
    _ before: StickerChange.Version, _ obstacle: String?
  ) throws(ImageError) -> StickerChange {
    var encoded = candidate.encoded
    var result = try encoded.checked(against: candidate.art, limits: options.limits)
    // Some versions of iOS play indexed animations incorrectly.
    if result.isIndexed, result.format == .apng, !original.isIndexed,
      let fullColor = try fullColor(candidate)
    {
      encoded = fullColor
      result = try encoded.checked(against: candidate.art, limits: options.limits)
    }
    let canvases = result.animation.canvases
    let quality = Quality(
      of: canvases, in: Array(canvases.indices), against: candidate.art.animation,
      jobs: options.jobs)
    let isWhole = canvases.count == candidate.timeline.count
    var change = StickerChange(before)
    if let obstacle { change.remarks = [obstacle] }
    let file = HashedBytes(encoded.bytes)
    change.content = file.bytes
    if !candidate.steps.isEmpty || file.bytes.count != before.bytes {
      change.after = .init(file, ImageContainer(file.bytes))
    }
    change.steps = candidate.steps
    change.quality = quality
    change.seen =
      isWhole && candidate.art.bounds == seen.bounds
      ? quality
      : Quality(of: canvases, in: candidate.timeline, against: seen.animation, jobs: options.jobs)
    change.hasNewPalette = result.isIndexed && !original.isIndexed
    change.nextBetter = candidate.nextBetter
    if quality.worst.score < options.minimumScore ?? -.infinity { change.refusals = [.lowScore] }
    change.fits = file.bytes.count <= maximumBytes && !change.isRefused
    return change
  }
}
