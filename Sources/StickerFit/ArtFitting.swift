internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import StickerManifest

/// Fits one sticker: encodes the best choices of `FitSearch` until one is within the limit and no other can look better.
struct ArtFitting {
  private let fitter: StickerFitter
  private let original: Artwork
  private let stepsBefore: [StickerChange.Step]
  private let before: StickerChange.Version
  /// The reason why the art looks worse with the requested outline; nil for none.
  private let obstacle: String?
  /// The original with requested changes, at its displayed size.
  private let seen: Artwork
  /// The longer sides of the canvases to try, in descending order.
  private let sides: [Int]
  private var search: FitSearch
  /// See `LevelSearch.draftShare`; nil before a file was encoded.
  private var draftShare: Double?

  /// The share of the limit that a result with visible loss uses at least, if that is possible.
  private static let leastUse = 0.97
  /// The largest number of searches, each less likely to find a better result than the one before.
  private static let rounds = 6
  /// The least lead of an estimate over the score of a result for another choice to be tried.
  private static let leastLead = 2.0

  /// For the parameters, see `StickerFitter.fit`.
  ///
  /// - Parameter estimates: those of an earlier search.
  /// - Throws: if the outline is refused, or the art cannot be changed as requested.
  init(
    _ original: Artwork, after stepsBefore: [StickerChange.Step],
    of before: StickerChange.Version, in gridSize: GridSize?, on side: Int?,
    knowing estimates: SizeEstimates, with fitter: StickerFitter
  ) throws(ImageError) {
    (self.original, self.stepsBefore, self.before, self.fitter) =
      (original, stepsBefore, before, fitter)
    let options = fitter.options
    let firstSide =
      options.sides?.first ?? fitter.firstSide(of: original, in: gridSize)
    if options.art.outline != nil, original.format != .jpeg {
      obstacle = options.art.outlineObstacle(
        of: original.images,
        placed: try options.art.roomForOutline(
          around: original, side: firstSide, fitter.destination))
    } else {
      obstacle = nil
    }
    if fitter.refusesPoorOutlines, let obstacle { throw .codecFailed(obstacle) }
    seen = try fitter.seen(original, firstSide, in: gridSize)
    sides = side.map { [$0] } ?? fitter.sides(upTo: firstSide)
    search = FitSearch(seen: seen, fitter: fitter, knowing: estimates)
  }

  private var options: FitOptions { fitter.options }
  private var limit: Int { fitter.maximumBytes }

  /// Returns the best result within the limits, or the smallest one if there is none.
  mutating func result() throws(ImageError) -> StickerChange {
    var (best, smallest): (Attempt?, Attempt?)
    for _ in 0..<Self.rounds {
      if best != nil || bestChoice == nil { try compareChoices() }
      guard let choice = bestChoice,
        choice.score > best.map({ $0.score + Self.leastLead }) ?? -.infinity
      else { break }
      var attempt = try encode(choice)
      if attempt.bytes <= limit {
        try score(&attempt)
        attempt = try withMoreFrames(attempt)
        if attempt.score > best?.score ?? -.infinity { best = attempt }
      } else if attempt.bytes < smallest?.bytes ?? .max {
        smallest = attempt
      }
    }
    if let best { return best.change }
    if let choice = search.smallest {
      let attempt = try encode(choice)
      if attempt.bytes < smallest?.bytes ?? .max { smallest = attempt }
    }
    guard var smallest else { throw .codecFailed("there is no way to encode the image") }
    // A few of the frames may not have shown how large all are.
    while smallest.bytes > limit,
      let choice = search.choice(like: smallest.choice, withFrames: 0.95 / use(of: smallest))
    {
      smallest = try encode(choice)
    }
    try score(&smallest)
    return smallest.change
  }

  /// A file of a choice.
  private struct Attempt {
    var choice: FitSearch.Choice
    var change: StickerChange
    /// The canvases that the file shows.
    let shown: CanvasList
    /// As that of a choice; 0 before it is known.
    var score = 0.0

    var bytes: Int { change.content.count }
  }

  private func use(of attempt: Attempt) -> Double { Double(attempt.bytes) / Double(limit) }

  private var bestChoice: FitSearch.Choice? {
    search.best.first { sides.contains($0.side) }
  }

  private mutating func compareChoices() throws(ImageError) {
    let (original, fitter) = (original, fitter)
    try search.compare(sides) { side throws(ImageError) in
      try fitter.options.art.applied(to: original, side: side, fitter.destination).art
    }
  }

  /// Returns a result with more frames if these are small enough and look better.
  private mutating func withMoreFrames(_ attempt: Attempt) throws(ImageError) -> Attempt {
    let use = use(of: attempt)
    guard attempt.change.score < FitSearch.invisibleLoss, use < Self.leastUse,
      let choice = search.choice(like: attempt.choice, withFrames: 1 / use),
      case var more = try encode(choice), more.bytes <= limit
    else { return attempt }
    try score(&more)
    return more.change.score > attempt.change.score ? try withMoreFrames(more) : attempt
  }

  // MARK: Results

  /// Encodes a choice.
  private mutating func encode(_ choice: FitSearch.Choice) throws(ImageError) -> Attempt {
    var choice = choice
    let (side, frames) = (choice.side, choice.frames)
    let (scaled, requested) = try options.art.applied(
      to: original, side: side, fitter.destination)
    let art = scaled.keeping(frames)
    let (encoded, encoding) = try encode(art, as: &choice)
    var steps = stepsBefore + requested
    if side != original.side {
      steps.removeAll { if case .scaled = $0 { true } else { false } }
      steps.append(.scaled(side: side))
    }
    let shown = try encoded.checked(against: art, limits: options.limits)
    var change = StickerChange(before)
    if let obstacle { change.remarks = [obstacle] }
    let file = HashedBytes(encoded.bytes)
    change.content = file.bytes
    change.steps = steps + frames.steps + encoding.steps
    if !change.steps.isEmpty || file.bytes.count != before.bytes {
      change.after = .init(file, ImageContainer(file.bytes))
    }
    change.hasNewPalette = shown.isIndexed && !original.isIndexed
    if file.bytes.count > limit { search.correct(choice, to: nil) }
    return Attempt(choice: choice, change: change, shown: shown.animation.canvases)
  }

  /// Compares what a file shows with the original.
  private mutating func score(_ attempt: inout Attempt) throws(ImageError) {
    let frames = attempt.choice.frames
    fitter.judge(&attempt.change, attempt.shown, in: frames.timeline, against: seen)
    if fitter.makesCloseUps, attempt.change.worstScore < 100 {
      let moment = attempt.change.quality.worstMoment
      attempt.change.closeUp = try CloseUp(
        at: moment, of: attempt.shown[frames.timeline[moment.frame]], against: seen,
        jobs: options.jobs)
    }
    // Estimates of one sticker are wrong by about the same.
    let error = attempt.choice.score - attempt.change.score
    attempt.change.alternative = search.best.first { $0.side != attempt.choice.side }.map {
      .init(
        steps: [.scaled(side: $0.side)] + $0.frames.steps, score: min(100, $0.score - error))
    }
    attempt.score = search.score(attempt.change.score, of: frames)
    if attempt.bytes <= limit {
      search.correct(attempt.choice, to: attempt.score)
    }
  }

  /// Encodes art with the least loss with which it is small enough, or as the smallest result.
  ///
  /// - Parameter choice: has a guess of the loss, which the search replaces.
  private mutating func encode(
    _ art: Artwork, as choice: inout FitSearch.Choice
  ) throws(ImageError) -> (EncodedArt, Encoding) {
    let isAPNG = art.format == .apng
    var levels = LevelSearch(
      on: EncodingScale(
        of: art,
        hidesDifferences: isAPNG && choice.level == 0 ? true : try search.hidesDifferences()),
      limit: Double(limit),
      // A GIF is encoded much faster than an APNG, which leaves time for the last bytes.
      leastUse: art.format == .gif ? 0.985 : Self.leastUse,
      // More effort than that of an estimate can save a sixth of a still.
      from: art.format == .png && choice.level <= 1 ? 0 : choice.level,
      draftShare: draftShare, draft: isAPNG ? encoding(.quick) : nil,
      encode: encoding(options.effort))
    try levels.run(tries: isAPNG ? 10 : 6)
    if isAPNG { try levels.refine() }
    guard let found = levels.found ?? levels.smallest, let encoded = found.encoded else {
      throw .codecFailed("there is no way to encode the image")
    }
    search.calibrate(by: levels, for: choice)
    choice.level = found.level
    draftShare = levels.draftShare(near: found.level)
    if isAPNG, !original.isIndexed, encoded.isIndexed, found.bytes <= limit,
      !levels.isFullColorTooLarge,
      let fullColor = try fullColor(levels.shown(found), found.bytes)
    {
      return (fullColor, found.encoding)
    }
    return (encoded, found.encoding)
  }

  private func encoding(_ effort: ImageEncoder.Effort) -> LevelSearch.Encoder {
    let (fitter, optimizer) = (fitter, fitter.optimizer(effort))
    return { scale, encoding throws(ImageError) in
      try fitter.checkCancellation()
      let encoded = try scale.encode(encoding, with: optimizer)
      return (encoded, encoded.bytes.count)
    }
  }

  /// Returns an animation with a palette in full color, which some versions of iOS require; nil if it is not needed or
  /// not small enough.
  private func fullColor(
    _ shown: Artwork, _ indexedSize: Int
  ) throws(ImageError) -> EncodedArt? {
    guard options.allowsPalette else { return nil }
    var quick = fitter.optimizer(.quick)
    let canvas = shown.animation.canvases[0]
    let indexedBytes = try quick.png(canvas).count
    quick.allowsPalette = false
    let growth = Double(try quick.png(canvas).count) / Double(indexedBytes)
    guard Double(indexedSize) * growth <= Double(limit) * 1.25 else { return nil }
    var optimizer = fitter.optimizer(options.effort)
    optimizer.allowsPalette = false
    let encoded = try EncodedArt(shown, with: optimizer)
    return encoded.bytes.count <= limit ? encoded : nil
  }
}
