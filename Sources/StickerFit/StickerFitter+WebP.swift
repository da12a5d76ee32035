internal import ImageCodecs
internal import Pixels

extension StickerFitter {
  /// The score from which a result is fair. Fewer frames may be better than a lower one.
  private static let fairScore = 50.0
  /// The share of the limit that a WebP file with loss should use.
  private static let leastUseOfWebP = 0.99

  /// Encodes art as a WebP file within the limit, which may fail: with fewer colors or at a lower quality, whichever
  /// looks better, and with fewer frames if neither is fair.
  ///
  /// - Parameters:
  ///   - stepsBefore: the changes that were made before, which the result lists first.
  ///   - before: the file that the art came from.
  func webP(
    _ original: Artwork, after stepsBefore: [StickerChange.Step], of before: StickerChange.Version
  ) throws(ImageError) -> StickerChange {
    var (best, smallest): (StickerChange?, StickerChange?)
    let frameChoice = FrameChoice(of: original.animation)
    for count in FrameChoice.counts(of: original.animation.canvases.count) {
      guard let frames = frameChoice.selection(of: count) else { continue }
      let art = original.keeping(frames)
      let scale = EncodingScale(webP: art)
      var encoder = WebPEncoder(art.animation, loop: art.loop ?? .forever, jobs: options.jobs)
      for scale in [scale, scale.lossy] where best?.score ?? 0 < FitSearch.invisibleLoss {
        let found = try find(on: scale, &encoder)
        var change = StickerChange(before)
        change.steps = stepsBefore + frames.steps + found.encoding.steps
        change.content = found.file
        if found.file.count > maximumBytes {
          change.fits = false
          if found.file.count < smallest?.content.count ?? .max { smallest = change }
          continue
        }
        let shown = try Artwork(webP: found.file, limits: options.limits).animation.canvases
        judge(&change, shown, in: frames.timeline, against: original)
        if change.score > best?.score ?? -.infinity { best = change }
      }
      if best?.score ?? 0 >= Self.fairScore { break }
    }
    guard let result = best ?? smallest else {
      throw .codecFailed("there is no way to encode the image")
    }
    return result
  }

  /// Returns the file with the least loss that is small enough, or the smallest.
  private func find(
    on scale: EncodingScale, _ encoder: inout WebPEncoder
  ) throws(ImageError) -> (encoding: Encoding, file: [UInt8]) {
    var shared = encoder
    var levels = LevelSearch(
      on: scale, limit: Double(maximumBytes), leastUse: Self.leastUseOfWebP
    ) { [self] scale, encoding throws(ImageError) in
      try checkCancellation()
      let bytes: [UInt8]
      switch encoding {
      case .lossless: bytes = try shared.encode(quality: nil)
      case .quality(let quality): bytes = try shared.encode(quality: quality)
      case .palette, .rounded:
        var own = WebPEncoder(
          scale.shown(encoding).animation, loop: scale.art.loop ?? .forever, jobs: options.jobs)
        bytes = try own.encode(quality: nil)
      }
      return (EncodedArt(bytes: bytes), bytes.count)
    }
    try levels.run(tries: 8)
    encoder = shared
    guard let found = levels.found ?? levels.smallest, let encoded = found.encoded else {
      throw .codecFailed("there is no way to encode the image")
    }
    return (found.encoding, encoded.bytes)
  }
}
