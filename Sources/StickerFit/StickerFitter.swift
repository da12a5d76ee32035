package import Basics
package import ImageCodecs
package import StickerManifest
internal import StickerPacks

/// Makes stickers small enough with the least harm.
///
/// `FitSearch` finds the canvas and the frames with which a sticker looks best, and `LevelSearch` the least loss of
/// colors with which these are small enough.
package struct StickerFitter: Sendable {
  /// The limits, and what may be changed.
  package var options: FitOptions
  /// Whether art that looks worse with an outline is an error; otherwise it gets one, with a remark.
  package var refusesPoorOutlines = false
  /// Whether changes have close-ups of what looks worst.
  package var makesCloseUps = false
  /// Ends the work early: it throws.
  package var cancellation: Cancellation?

  /// The share of the limit that a result with visible loss uses at least, if that is possible.
  private static let leastUse = 0.97
  /// The largest number of searches, each with less hope than the one before.
  private static let rounds = 4

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
    let seen = try options.art.applied(to: original, side: seenSide, profile).art
    var search = FitSearch(seen: seen, fitter: self)
    let sides =
      options.sides
      ?? [firstSide] + profile.sides.value.reversed().filter { $0 < firstSide }
    func result(_ choice: FitSearch.Choice) throws(ImageError) -> StickerChange {
      let (side, frames) = (choice.side, choice.frames)
      let (scaled, requested) = try options.art.applied(to: original, side: side, profile)
      let art = scaled.keeping(frames)
      let (found, better) = try encode(art, from: choice.level, wasIndexed: original.isIndexed)
      var steps = stepsBefore + requested
      if side != original.side {
        steps.removeAll { if case .scaled = $0 { true } else { false } }
        steps.append(.scaled(side: side))
      }
      if frames.kept.count < frames.timeline.count {
        steps.append(.frames(kept: frames.kept.count, of: frames.timeline.count))
      }
      let shown = try found.encoded.checked(against: art, limits: options.limits)
      var change = StickerChange(before)
      if let obstacle { change.remarks = [obstacle] }
      let file = HashedBytes(found.encoded.bytes)
      change.content = file.bytes
      change.steps = steps + found.attempt.steps
      if !change.steps.isEmpty || file.bytes.count != before.bytes {
        change.after = .init(file, ImageContainer(file.bytes))
      }
      change.quality = Quality(
        of: shown.animation.canvases, in: frames.timeline, against: seen.animation,
        jobs: options.jobs)
      if makesCloseUps, change.worstScore < 100 {
        let moment = change.quality.worstMoment
        change.closeUp = try CloseUp(
          at: moment, of: shown.animation.canvases[frames.timeline[moment.frame]], against: seen,
          jobs: options.jobs)
      }
      change.hasNewPalette = shown.isIndexed && !original.isIndexed
      // A search that ends at once has only an estimate.
      let next = better.map { ($0.attempt, $0.size) } ?? choice.better
      if let (attempt, bytes) = next, bytes > maximumBytes {
        change.nextBetter = .init(steps: steps + attempt.steps, bytes: bytes)
      }
      if change.quality.worst.score < options.minimumScore ?? -.infinity {
        change.refusals = [.lowScore]
      }
      change.fits = file.bytes.count <= maximumBytes && !change.isRefused
      return change
    }
    var smallest: StickerChange?
    for _ in 0..<Self.rounds {
      try search.compare(sides) { side throws(ImageError) in
        try options.art.applied(to: original, side: side, profile).art
      }
      guard let choice = search.best.first else { break }
      let change = try result(choice)
      let size = change.content.count
      if size <= maximumBytes { return change }
      if size < smallest?.content.count ?? .max { smallest = change }
      search.reset(byFactor: 0.98 * Double(maximumBytes) / Double(size))
    }
    if let choice = search.smallest {
      let change = try result(choice)
      if change.content.count < smallest?.content.count ?? .max { smallest = change }
    }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    return smallest
  }

  /// Encodes art with the least loss with which it is small enough, or as the smallest result.
  ///
  /// - Parameters:
  ///   - level: a guess of the loss.
  ///   - wasIndexed: whether the original has a palette.
  /// - Returns: the result, and the next better one if that is too large.
  private func encode(
    _ art: Artwork, from level: Double, wasIndexed: Bool
  ) throws(ImageError) -> (found: LevelSearch.Result, better: LevelSearch.Result?) {
    var levels = LevelSearch(of: art, limit: Double(maximumBytes), from: level)
    try levels.run(attempts: art.format == .apng ? 4 : 6, leastUse: Self.leastUse) {
      scale, attempt throws(ImageError) in
      try checkCancellation()
      let encoded = try scale.encode(attempt, with: optimizer(options.effort))
      return (encoded, encoded.bytes.count)
    }
    guard var found = levels.fitting ?? levels.smallest else {
      throw .codecFailed("there is no way to encode the image")
    }
    if art.format == .apng, !wasIndexed, found.size <= maximumBytes,
      let fullColor = try fullColor(levels.shown(found), found.size)
    {
      (found.encoded, found.size) = (fullColor, fullColor.bytes.count)
    }
    return (found, levels.failing)
  }

  /// Returns an animation with a palette in full color, which some versions of iOS require; nil if it is not needed or
  /// not small enough.
  private func fullColor(
    _ shown: Artwork, _ indexedSize: Int
  ) throws(ImageError) -> EncodedArt? {
    guard options.allowsPalette else { return nil }
    var quick = optimizer(.quick)
    let canvas = shown.animation.canvases[0]
    let indexedBytes = try quick.png(canvas).count
    quick.allowsPalette = false
    let growth = Double(try quick.png(canvas).count) / Double(indexedBytes)
    guard Double(indexedSize) * growth <= Double(maximumBytes) * 1.25 else { return nil }
    var optimizer = optimizer(options.effort)
    optimizer.allowsPalette = false
    let encoded = try EncodedArt(shown, with: optimizer)
    return encoded.bytes.count <= maximumBytes ? encoded : nil
  }

  func checkCancellation() throws(ImageError) {
    if cancellation?.isRequested == true { throw .codecFailed("it was interrupted") }
  }

  /// The optimizer of files that are written, and the one for estimates.
  func optimizer(_ effort: ImageEncoder.Effort) -> LosslessOptimizer {
    var optimizer = LosslessOptimizer()
    optimizer.effort = effort
    optimizer.allowsPalette = options.allowsPalette
    optimizer.jobs = options.jobs
    return optimizer
  }
}
