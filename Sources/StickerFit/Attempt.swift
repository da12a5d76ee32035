internal import ImageCodecs
internal import Pixels

/// A way to encode art without changing its size or its frames.
enum Attempt: Equatable {
  case lossless
  /// - Parameters:
  ///   - colors: the number of colors, counting the transparent one.
  ///   - tolerance: see `PaletteReduction`, in codes of gray.
  case palette(colors: Int, tolerance: Int)
  /// - Parameter quality: of a JPEG.
  case quality(Int)

  /// The attempts for art, from the best to the smallest.
  ///
  /// - Parameter reduction: of the art's images.
  static func all(for art: Artwork, _ reduction: PaletteReduction) -> [Attempt] {
    if art.format == .jpeg { return [90, 85, 80, 70, 60, 50, 40, 30].map { .quality($0) } }
    // A tolerance breaks the regular patterns of dithered GIFs, and makes stills smaller by a few percent.
    // Differences of up to 2 codes are below visibility even when two images alternate.
    let reductions =
      art.format == .apng
      ? [
        (256, 0), (256, 1), (256, 2), (192, 2), (160, 2), (128, 2), (128, 3), (96, 3), (64, 3),
        (64, 4), (48, 4), (32, 5),
      ] : [256, 192, 128, 96, 64, 48, 32].map { ($0, 0) }
    // The frames of a GIF may have palettes of their own; ours has one for all.
    let isLossy = art.format == .gif && !reduction.hasAtMost(colors: 255)
    return (isLossy ? [] : [.lossless]) + reductions.map { .palette(colors: $0.0, tolerance: $0.1) }
  }

  /// The changes that the attempt makes.
  var changes: [FittedSticker.Change] {
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
  ///   - allowsPalette: whether a PNG may have a palette.
  func encode(
    _ art: Artwork, _ reduction: PaletteReduction, allowsPalette: Bool
  ) throws(ImageError) -> EncodedArt {
    switch self {
    case .lossless:
      return try EncodedArt(art, isIndexed: false)
    case .quality(let quality):
      return EncodedArt(
        bytes: try ImageEncoder.jpeg(
          art.animation.canvases[0], quality: quality, colors: art.colors), isIndexed: false)
    case .palette(let colors, let tolerance):
      // The noise of dithered GIFs would take most of the colors.
      let images = reduction.canvases(
        maximumColors: colors - 1, distinctBits: art.format == .gif ? 5 : 8,
        tolerance: Float(tolerance))
      return try EncodedArt(art.with(images: images), isIndexed: allowsPalette)
    }
  }
}

/// Art as a file.
struct EncodedArt {
  /// The file.
  var bytes: [UInt8]
  /// Whether a PNG or APNG has a palette.
  var isIndexed: Bool

  init(bytes: [UInt8], isIndexed: Bool) {
    self.bytes = bytes
    self.isIndexed = isIndexed
  }

  /// Encodes the pixels of art without loss.
  ///
  /// - Parameter isIndexed: whether a PNG or APNG gets a palette, if it has at most 256 colors.
  init(_ art: Artwork, isIndexed: Bool) throws(ImageError) {
    self.isIndexed = false
    switch art.format {
    case .gif:
      bytes = try ImageEncoder.gif(
        art.animation, loopCount: art.loopCount, colors: art.colors)
    case .jpeg: bytes = try ImageEncoder.jpeg(art.animation.canvases[0], colors: art.colors)
    case .png, .apng:
      if isIndexed,
        let bytes = try ImageEncoder.indexedPNG(
          art.animation, plays: art.plays, hiddenImage: art.hiddenImage, colors: art.colors)
      {
        self.bytes = bytes
        self.isIndexed = true
      } else if let plays = art.plays {
        bytes = try ImageEncoder.apng(
          art.animation, plays: plays, hiddenImage: art.hiddenImage, colors: art.colors)
      } else {
        bytes = try ImageEncoder.png(art.animation.canvases[0], colors: art.colors)
      }
    }
  }
}
