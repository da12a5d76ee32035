internal import ImageCodecs
internal import Pixels

/// A way to encode art without changing its size or its frames.
enum Attempt: Equatable {
  case lossless
  /// - Parameters:
  ///   - colors: the number of colors, counting the transparent one.
  ///   - tolerance: see `PaletteReduction`, and `ImageEncoder.gif` for a GIF, in codes of gray.
  case palette(colors: Int, tolerance: Int)
  /// - Parameter quality: of a JPEG.
  case quality(Int)

  /// The attempts for art, from the best to the smallest.
  ///
  /// - Parameter reduction: of the art's images.
  static func all(for art: Artwork, _ reduction: PaletteReduction) -> [Attempt] {
    // Differences of up to 2 codes are below visibility even when two images alternate. The noise of a GIF is
    // stronger, and hides more.
    let reductions: [(colors: Int, tolerance: Int)]
    switch art.format {
    case .jpeg: return [90, 85, 80, 70, 60, 50, 40, 30].map { .quality($0) }
    case .apng:
      reductions = [
        (256, 0), (256, 1), (256, 2), (192, 2), (160, 2), (128, 2), (128, 3), (96, 3), (64, 3),
        (64, 4), (48, 4), (32, 5),
      ]
    case .gif:
      reductions = [
        (256, 0), (256, 2), (256, 4), (128, 4), (128, 6), (64, 6), (64, 8), (48, 8), (48, 10),
        (32, 10), (32, 12),
      ]
    case .png: reductions = [256, 192, 128, 96, 64, 48, 32].map { ($0, 0) }
    }
    // The frames of a GIF may have palettes of their own; ours has one for all.
    let isLossy = art.format == .gif && !reduction.hasAtMost(colors: 255)
    return (isLossy ? [] : [.lossless])
      // A palette of all colors is part of the lossless attempt.
      + reductions.filter { $0.tolerance > 0 || !reduction.hasAtMost(colors: $0.colors - 1) }
      .map { .palette(colors: $0.colors, tolerance: $0.tolerance) }
  }

  var steps: [StickerChange.Step] {
    switch self {
    case .lossless: []
    case .palette(let colors, 0): [.colors(colors)]
    case .palette(let colors, let tolerance): [.colors(colors), .settled(codes: tolerance)]
    case .quality(let quality): [.quality(quality)]
    }
  }

  /// Encodes art.
  ///
  /// - Parameters:
  ///   - reduction: of the art's images.
  ///   - optimizer: encodes PNG and APNG.
  func encode(
    _ art: Artwork, _ reduction: PaletteReduction, with optimizer: LosslessOptimizer
  ) throws(ImageError) -> EncodedArt {
    switch (self, art.format) {
    case (.quality(let quality), _):
      return EncodedArt(
        bytes: try ImageEncoder.jpeg(
          art.animation.canvases[0], quality: quality, colors: art.colors))
    case (.palette(let colors, let tolerance), .gif):
      return try EncodedArt(gif: art, maximumColors: colors - 1, tolerance: Float(tolerance))
    case (.lossless, .gif): return try EncodedArt(gif: art, maximumColors: 255, tolerance: 0)
    case (.palette, _), (.lossless, _):
      return try EncodedArt(shown(art, reduction), with: optimizer)
    }
  }

  /// Returns what a PNG or APNG of the attempt shows.
  func shown(_ art: Artwork, _ reduction: PaletteReduction) -> Artwork {
    guard case .palette(let colors, let tolerance) = self else { return art }
    var reducer = reduction.reducer(maximumColors: colors - 1, tolerance: Float(tolerance))
    return art.with(images: art.images.map { reducer.reduced($0) })
  }
}

/// Art as a file. It has no pixels, because many files of the same art are compared.
struct EncodedArt {
  var bytes: [UInt8]
  /// What the file shows; nil for a JPEG, which is never exact.
  private var digests: [CanvasDigest]?

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

  /// Encodes the pixels of a PNG or APNG without loss.
  init(_ art: Artwork, with optimizer: LosslessOptimizer) throws(ImageError) {
    digests = art.images.map { CanvasDigest(of: $0) }
    if art.format == .apng, let loop = art.loop {
      bytes = try optimizer.apng(
        art.animation, loop: loop, hiddenImage: art.hiddenImage, colors: art.colors)
    } else {
      bytes = try optimizer.png(art.animation.canvases[0], colors: art.colors)
    }
  }

  fileprivate init(
    gif art: Artwork, maximumColors: Int, tolerance: Float
  ) throws(ImageError) {
    var digests: [CanvasDigest] = []
    bytes = try ImageEncoder.gif(
      art.animation, loop: art.loop ?? .unstated, maximumColors: maximumColors,
      tolerance: tolerance, colors: art.colors
    ) { digests.append(CanvasDigest(of: $0)) }
    self.digests = digests
  }

  /// Decodes the file, and compares it with what it must show.
  ///
  /// - Parameter art: the art in the same frames and size.
  /// - Returns: the file's art, with a canvas for each frame of `art`.
  /// - Throws: if the timing or the pixels differ.
  func checked(against art: Artwork, limits: DecodingLimits) throws(ImageError) -> Artwork {
    var result = try Artwork(bytes, limits: limits)
    guard let canvases = result.animation.canvases(inTimeOf: art.animation),
      result.loop?.repetitions == art.loop?.repetitions,
      (result.hiddenImage == nil) == (art.hiddenImage == nil)
    else { throw .codecFailed("the timing of the encoded file differs") }
    result.animation = CanvasAnimation(canvases: canvases, delays: art.animation.delays)
    if let digests, digests != result.images.map({ CanvasDigest(of: $0) }) {
      throw .codecFailed("the pixels of the encoded file differ")
    }
    return result
  }
}
