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
  /// How much higher than the score of a result an estimate must be for other choices to be tried.
  private static let farOff = 5.0

  package init(_ options: FitOptions = FitOptions()) { self.options = options }

  private var profile: PlatformProfile { options.profile }

  package var maximumBytes: Int { options.maximumBytes ?? profile.safeBytes.value }

  /// Whether a file that begins with some bytes becomes an APNG.
  package func converts(_ head: [UInt8]) -> Bool {
    options.convertsGIF && FileSignature(of: head) == .gif
  }

  /// Returns the sticker within the limits, or the smallest result if there is none.
  ///
  /// - Parameters:
  ///   - gridSize: the pack's size class, if it has one.
  ///   - side: the longer side of the result, in pixels, if the whole pack gets it; nil for the best one.
  ///   - estimates: what is known about the sticker.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: HashedBytes, in gridSize: GridSize? = nil, on side: Int? = nil,
    knowing estimates: SizeEstimates? = nil
  ) throws(ImageError) -> StickerChange {
    let container = ImageContainer(file.bytes)
    var unchanged = StickerChange(.init(file, container))
    unchanged.content = file.bytes
    guard let original = try art(of: file, container, in: gridSize, on: side) else {
      return unchanged
    }
    let isConverted = original.format != container?.format
    var change = try fit(
      original, after: isConverted ? [.converted] : [], of: unchanged.before, in: gridSize,
      on: side, knowing: estimates)
    // The original is as good, and has its metadata.
    if change.steps.isEmpty, change.content.count >= file.bytes.count {
      (change.after, change.content) = (nil, file.bytes)
    }
    return change
  }

  /// Decodes a file that needs a change; returns nil for one that is kept as it is.
  private func art(
    of file: HashedBytes, _ container: ImageContainer?, in gridSize: GridSize?, on side: Int?
  ) throws(ImageError) -> Artwork? {
    let isConverted = options.convertsGIF && container?.format == .gif
    let keepsFile = file.bytes.count <= maximumBytes && !isConverted
    let longest = max(container?.canvas?.width ?? 0, container?.canvas?.height ?? 0)
    if keepsFile, options.art.isEmpty, longest <= profile.largestSide, longest == side ?? longest {
      return nil
    }
    var original = try Artwork(file.bytes, limits: options.limits)
    // Viewers show its static image, which is not what was drawn.
    guard original.format == container?.format else {
      throw .codecFailed("the animation is damaged: \(container?.defects.first?.message ?? "")")
    }
    let requested = side ?? options.art.side(of: original, in: gridSize, profile)
    if keepsFile, requested == original.side,
      try options.art.applied(to: original, side: requested, profile).steps.isEmpty
    {
      return nil
    }
    if isConverted { original.becomeAPNG() }
    return original
  }

  /// Encodes art within the limits, or as the smallest result if there is none.
  ///
  /// - Parameters:
  ///   - stepsBefore: what was changed before, which the result lists first.
  ///   - before: the file that the art came from.
  ///   - gridSize: the pack's size class, if it has one.
  ///   - side: the longer side of the result, in pixels; nil for the best one.
  package func fit(
    _ original: Artwork, after stepsBefore: [StickerChange.Step],
    of before: StickerChange.Version, in gridSize: GridSize? = nil, on side: Int? = nil,
    knowing estimates: SizeEstimates? = nil
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
    let seen = try seen(original, firstSide, in: gridSize)
    var search = FitSearch(seen: seen, fitter: self, choices: estimates?.choices ?? [])
    let sides = side.map { [$0] } ?? sides(upTo: firstSide)
    func result(_ choice: inout FitSearch.Choice) throws(ImageError) -> StickerChange {
      let (side, frames) = (choice.side, choice.frames)
      let (scaled, requested) = try options.art.applied(to: original, side: side, profile)
      let art = scaled.keeping(frames)
      let (encoded, attempt) = try encode(art, as: &choice, wasIndexed: original.isIndexed)
      var steps = stepsBefore + requested
      if side != original.side {
        steps.removeAll { if case .scaled = $0 { true } else { false } }
        steps.append(.scaled(side: side))
      }
      steps += frames.steps
      let shown = try encoded.checked(against: art, limits: options.limits)
      var change = StickerChange(before)
      if let obstacle { change.remarks = [obstacle] }
      let file = HashedBytes(encoded.bytes)
      change.content = file.bytes
      change.steps = steps + attempt.steps
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
      // Estimates of one sticker are wrong by about the same.
      let error = choice.score - change.score
      change.alternative = search.best.first { $0.side != side }.map {
        .init(
          steps: [.scaled(side: $0.side)] + $0.frames.steps, score: min(100, $0.score - error))
      }
      if change.quality.worst.score < options.minimumScore ?? -.infinity {
        change.refusals = [.lowScore]
      }
      change.fits = file.bytes.count <= maximumBytes && !change.isRefused
      return change
    }
    func withMoreFrames(
      _ change: StickerChange, _ choice: FitSearch.Choice
    ) throws(ImageError) -> StickerChange {
      let use = Double(change.content.count) / Double(maximumBytes)
      guard change.score < FitSearch.invisibleLoss, use < Self.leastUse,
        var choice = search.choice(like: choice, withFrames: 1 / use),
        case let more = try result(&choice), more.fits, more.score > change.score
      else { return change }
      return try withMoreFrames(more, choice)
    }
    var found: StickerChange?
    var smallest: (change: StickerChange, choice: FitSearch.Choice)?
    for _ in 0..<Self.rounds {
      if found != nil || !search.best.contains(where: { sides.contains($0.side) }) {
        try search.compare(sides) { side throws(ImageError) in
          try options.art.applied(to: original, side: side, profile).art
        }
      }
      guard var choice = search.best.first(where: { sides.contains($0.side) }),
        choice.score > found?.score ?? -.infinity
      else { break }
      let change = try result(&choice)
      let size = change.content.count
      if size <= maximumBytes {
        let change = try withMoreFrames(change, choice)
        if change.score > found?.score ?? -.infinity { found = change }
        guard choice.score - change.score > Self.farOff else { break }
        // Another choice may look better than this one, which loses more than was estimated.
        search.correct(choice, to: change.score)
      } else {
        if size < smallest?.change.content.count ?? .max { smallest = (change, choice) }
        search.reset(byFactor: 0.98 * Double(maximumBytes) / Double(size))
      }
    }
    if let found { return found }
    if var choice = search.smallest {
      let change = try result(&choice)
      if change.content.count < smallest?.change.content.count ?? .max {
        smallest = (change, choice)
      }
    }
    // A few of its frames may not have shown how large all are.
    while let (change, choice) = smallest,
      case let use = Double(change.content.count) / Double(maximumBytes), use > 1,
      var fewer = search.choice(like: choice, withFrames: 0.95 / use)
    {
      smallest = (try result(&fewer), fewer)
    }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    return smallest.change
  }

  /// Estimates how good a sticker looks within the limits.
  ///
  /// - Parameter side: the longer side of its canvas, in pixels; nil for all that may be the best one.
  /// - Returns: no estimates for a sticker that stays as it is.
  /// - Throws: if the file cannot be decoded.
  package func estimates(
    of file: HashedBytes, in gridSize: GridSize?, on side: Int? = nil
  ) throws(ImageError) -> SizeEstimates {
    let container = ImageContainer(file.bytes)
    guard let original = try art(of: file, container, in: gridSize, on: side) else {
      return SizeEstimates()
    }
    let firstSide = options.art.side(of: original, in: gridSize, profile)
    var search = FitSearch(seen: try seen(original, firstSide, in: gridSize), fitter: self)
    try search.compare(side.map { [$0] } ?? sides(upTo: firstSide)) { side throws(ImageError) in
      try options.art.applied(to: original, side: side, profile).art
    }
    return SizeEstimates(choices: search.best)
  }

  /// The original as large as viewers see it: pixels that Messages does not show are no part of that.
  private func seen(
    _ original: Artwork, _ side: Int, in gridSize: GridSize?
  ) throws(ImageError) -> Artwork {
    try options.art.applied(
      to: original, side: min(side, gridSize?.pixels ?? side), profile
    ).art
  }

  /// The longer sides of the canvases to try, in descending order.
  package func sides(upTo first: Int) -> [Int] {
    options.sides ?? [first] + profile.sides.value.reversed().filter { $0 < first }
  }

  /// Encodes art with the least loss with which it is small enough, or as the smallest result.
  ///
  /// - Parameters:
  ///   - choice: a guess of the loss, which becomes what was found.
  ///   - wasIndexed: whether the original has a palette.
  private func encode(
    _ art: Artwork, as choice: inout FitSearch.Choice, wasIndexed: Bool
  ) throws(ImageError) -> (EncodedArt, Attempt) {
    func encoding(_ effort: ImageEncoder.Effort) -> LevelSearch.Encoding {
      let optimizer = optimizer(effort)
      return { scale, attempt throws(ImageError) in
        try checkCancellation()
        let encoded = try scale.encode(attempt, with: optimizer)
        return (encoded, encoded.bytes.count)
      }
    }
    let isAPNG = art.format == .apng
    var levels = LevelSearch(
      of: art, limit: Double(maximumBytes),
      // A GIF is encoded much faster than an APNG, which leaves time for the last bytes.
      leastUse: art.format == .gif ? 0.985 : Self.leastUse, from: choice.level,
      draftShare: choice.draftShare, draft: isAPNG ? encoding(.quick) : nil,
      encode: encoding(options.effort))
    try levels.run(attempts: isAPNG ? 10 : 6)
    if isAPNG { try levels.refine() }
    guard let found = levels.found ?? levels.smallest, let encoded = found.encoded else {
      throw .codecFailed("there is no way to encode the image")
    }
    (choice.level, choice.draftShare) = (found.level, levels.draftShare(near: found.level))
    if isAPNG, !wasIndexed, found.bytes <= maximumBytes,
      let fullColor = try fullColor(levels.shown(found), found.bytes)
    {
      return (fullColor, found.attempt)
    }
    return (encoded, found.attempt)
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
