package import ImageCodecs
internal import ImageContainers
internal import Pixels

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
  /// The limits for decoding.
  package var limits = DecodingLimits()

  /// The longer sides of legal canvases in pixels: Apple's three sizes at @3x.
  private static let sides = [618, 408, 300]
  /// One of how many frames is kept, on canvases that can still be made smaller and on the smallest.
  private static let steps = (larger: [1, 2, 3, 4], smallest: [1, 2, 3, 4, 6, 8])
  /// The score from which a result is fair. Fewer frames or a smaller canvas are better than a lower one.
  private static let fairScore = 50.0
  /// The number of frames that are scored, besides the one of the lowest fidelity.
  private static let scoredFrames = 12

  /// Creates a fitter with the default limits.
  package init() {}

  /// Returns the sticker within the limits, or the smallest result if there is none.
  ///
  /// - Throws: if the file cannot be decoded.
  package func fit(_ file: [UInt8]) throws(ImageError) -> FittedSticker {
    guard file.count > maximumBytes else {
      return FittedSticker(bytes: file, originalBytes: file.count)
    }
    let original = try Artwork(file, limits: limits)
    var smallest: Candidate?
    var tooLarge: Candidate?
    var poor: FittedSticker?
    let sides = [original.side] + Self.sides.filter { $0 < original.side }
    for side in sides {
      let scaled = original.scaled(toSide: side)
      for step in side == sides.last ? Self.steps.smallest : Self.steps.larger {
        guard let art = scaled.thinned(toEvery: step) else { continue }
        var changes: [FittedSticker.Change] = []
        if side != original.side { changes.append(.scaled(side: side)) }
        if step > 1 {
          changes.append(
            .frames(kept: art.animation.canvases.count, of: original.animation.canvases.count))
        }
        let candidate = try best(of: art, after: changes, tooLarge: tooLarge)
        if candidate.encoded.bytes.count > maximumBytes {
          tooLarge = candidate
        } else {
          let result = try finished(candidate, original, file)
          if result.fits, result.lowestScore >= Self.fairScore { return result }
          if result.fits, result.lowestScore > poor?.lowestScore ?? -.infinity { poor = result }
        }
        if candidate.encoded.bytes.count < smallest?.encoded.bytes.count ?? .max {
          smallest = candidate
        }
      }
    }
    if let poor { return poor }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    return try finished(smallest, original, file)
  }

  /// An encoded result.
  private struct Candidate {
    var art: Artwork
    var changes: [FittedSticker.Change]
    var encoded: EncodedArt
    var nextBetter: FittedSticker.Alternative?

    var alternative: FittedSticker.Alternative {
      .init(changes: changes, bytes: encoded.bytes.count)
    }
  }

  /// Returns the first of the attempts that is small enough, or the smallest.
  ///
  /// - Parameter tooLarge: the best result of art with more pixels, which is too large.
  private func best(
    of art: Artwork, after changes: [FittedSticker.Change], tooLarge: Candidate?
  ) throws(ImageError) -> Candidate {
    let reduction = PaletteReduction(of: art.images)
    let attempts = Attempt.all(for: art, reduction)
    func candidate(_ index: Int) throws(ImageError) -> Candidate {
      Candidate(
        art: art, changes: changes + attempts[index].changes,
        encoded: try attempts[index].encode(art, reduction, allowsPalette: allowsPalette),
        nextBetter: tooLarge?.alternative)
    }
    func isSmallEnough(_ candidate: Candidate) -> Bool {
      candidate.encoded.bytes.count <= maximumBytes
    }
    // The first two attempts are the most probable ones. The last one shows whether any fits.
    let best = try candidate(0)
    if isSmallEnough(best) { return best }
    var larger = try candidate(1)
    if isSmallEnough(larger) {
      larger.nextBetter = best.alternative
      return larger
    }
    var smaller = try candidate(attempts.count - 1)
    guard isSmallEnough(smaller) else { return smaller }
    var (low, high) = (1, attempts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let tried = try candidate(middle)
      if isSmallEnough(tried) {
        (high, smaller) = (middle, tried)
      } else {
        (low, larger) = (middle, tried)
      }
    }
    smaller.nextBetter = larger.alternative
    return smaller
  }

  /// Measures a candidate as viewers show it, and replaces its palette if full color is small enough.
  private func finished(
    _ candidate: Candidate, _ original: Artwork, _ file: [UInt8]
  ) throws(ImageError) -> FittedSticker {
    let art = candidate.art
    var encoded = candidate.encoded
    let shown = try Artwork(encoded.bytes, limits: limits)
    guard shown.animation.isTimed(as: art.animation) else {
      throw .codecFailed("the timing of the encoded file differs")
    }
    // Some versions of iOS play indexed animations incorrectly.
    if encoded.isIndexed, art.format == .apng, !original.isIndexed {
      let fullColor = try EncodedArt(shown, isIndexed: false)
      if fullColor.bytes.count <= maximumBytes { encoded = fullColor }
    }
    let quality = Self.quality(of: shown.animation.canvases, against: art.animation.canvases)
    guard !candidate.changes.isEmpty || quality == .perfect else {
      throw .codecFailed("the pixels of the encoded file differ")
    }
    let isRefused = quality.worst.score < minimumScore ?? -.infinity
    return FittedSticker(
      bytes: encoded.bytes, originalBytes: file.count, changes: candidate.changes,
      quality: quality, hasNewPalette: encoded.isIndexed && !original.isIndexed,
      nextBetter: candidate.nextBetter, isRefused: isRefused,
      fits: encoded.bytes.count <= maximumBytes && !isRefused)
  }

  /// Compares all canvases by fidelity, and some of them by score, which takes much longer.
  private static func quality(of canvases: [Bitmap], against originals: [Bitmap]) -> Quality {
    let fidelities = zip(canvases, originals).map { $0.fidelity(to: $1) }
    let count = canvases.count
    let sampled = Set((0..<scoredFrames).map { $0 * count / scoredFrames })
    let worst = fidelities.indices.min { fidelities[$0] < fidelities[$1] }
    let scored = sampled.union(worst.map { [$0] } ?? [])
    var quality = Quality(
      of: scored.sorted().map { Quality.Canvas(of: canvases[$0], against: originals[$0]) })
    let all = Quality(of: fidelities.map { .init(score: 100, decibels: $0) })
    quality.mean.decibels = all.mean.decibels
    return quality
  }
}

extension CanvasAnimation {
  /// Whether all delays equal those of another animation.
  fileprivate func isTimed(as other: CanvasAnimation) -> Bool {
    delays.count == other.delays.count
      && zip(delays, other.delays).allSatisfy {
        $0.numerator * max(1, $1.denominator) == $1.numerator * max(1, $0.denominator)
      }
  }
}
