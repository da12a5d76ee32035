internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels

/// The ways to encode the images of art, from the best at level 0 to the smallest. Between two whole levels
/// are mixtures of both.
struct EncodingScale {
  /// The art as it is encoded at any level.
  let art: Artwork
  private(set) var levels: [Encoding] = []
  private let plain: Source
  /// Whether a GIF without loss has a palette for each frame, because one for all is not enough.
  private var needsLocalPalettes = false
  /// The art without weak noise, and the largest difference that counts as such.
  private var smooth: (smoothing: UInt8, source: Source)?

  /// Art with its colors.
  private struct Source {
    let art: Artwork
    let reduction: PaletteReduction

    init(_ art: Artwork) {
      self.art = art
      // A JPEG has no palette.
      reduction = PaletteReduction(of: art.format == .jpeg ? CanvasList() : art.images)
    }
  }

  private init(_ art: Artwork) {
    self.art = art.format == .gif ? art.hardened : art
    plain = Source(self.art)
  }

  /// Creates the scale of a file that has to be as good as possible.
  ///
  /// - Parameter hidesDifferences: whether differences make the art smaller. In smooth art, they can make it larger.
  init(of art: Artwork, hidesDifferences: Bool) {
    self.init(art)
    if art.format == .gif, !plain.reduction.hasAtMost(colors: 255) {
      needsLocalPalettes = ImageEncoder.canHaveLocalPalettes(self.art.animation.canvases)
    }
    levels =
      (needsLocalPalettes ? [.lossless] : [])
      + Self.levels(of: art.format, plain.reduction, hidesDifferences)
  }

  /// Creates the scale of a smaller copy of art, which has whole levels only.
  init(copying art: Artwork) {
    self.init(art)
    // The transparent color counts, which an opaque still does not need.
    let extra = needsClear ? 0 : 1
    let palettes = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4].map {
      Encoding.colors($0 + extra)
    }
    levels =
      switch art.format {
      case .png: [palettes[0], .lossless] + palettes
      case .apng: [.lossless] + palettes
      case .gif: palettes
      case .jpeg: stride(from: 90, through: 30, by: -10).map { .quality($0) }
      }
  }

  /// Creates the scale of a lossless WebP file, for whose colors those of an APNG are a good choice.
  init(webP art: Artwork) {
    self.init(art)
    levels = Self.levels(of: .apng, plain.reduction, art.animation.canvases.count > 1)
  }

  /// The scale of WebP files with loss.
  var lossy: EncodingScale {
    var scale = self
    scale.levels = stride(from: 100, through: 0, by: -10).map { .quality($0) }
    return scale
  }

  /// The least difference of two numbers of codes. Colors are counted again for each, which takes a large part of the
  /// time of a GIF.
  private var smoothingStep: UInt8 { art.format == .gif ? 2 : 1 }

  /// Two probe encodings of a PNG or APNG: if the second is smaller, small differences can be hidden in its art.
  static func comparison(in format: ImageFormat) -> (plain: Encoding, different: Encoding) {
    format == .apng
      ? (.colors(64), .palette(colors: 64, Tolerance(flat: 3, texture: 10), smoothing: 10))
      : (.lossless, .rounded(Tolerance(flat: 2, texture: 4)))
  }
  /// The smallest result's level.
  var last: Double { Double(levels.count - 1) }
  /// The level of a palette that a file can have, without other loss; nil if there is none.
  var paletteLevel: Double? { levels.firstIndex(of: .colors(256)).map { Double($0) } }
  /// Whether a palette has a transparent color: frames need it for pixels that do not change.
  var needsClear: Bool {
    plain.reduction.hasTransparency || art.format == .apng || art.format == .gif
  }

  private static func levels(
    of format: ImageFormat, _ reduction: PaletteReduction, _ hidesDifferences: Bool
  ) -> [Encoding] {
    func palette(
      _ colors: Int, _ flat: Float = 0, _ texture: Float = 0, smoothing: UInt8 = 0
    ) -> Encoding {
      .palette(
        colors: colors, Tolerance(flat: flat, texture: texture),
        smoothing: smoothing)
    }
    let rounded: [Encoding] = [
      (0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 7), (6, 10), (9, 15),
    ].map { .rounded(Tolerance(flat: $0.0, texture: $0.1)) }
    switch format {
    case .jpeg: return stride(from: 100, through: 30, by: -5).map { .quality($0) }
    case .png:
      // A palette of all colors is part of the lossless encoding.
      guard !reduction.hasAtMost(colors: 255) else {
        return [.lossless]
          + [128, 64, 32, 16].filter { !reduction.hasAtMost(colors: $0 - 1) }.map { palette($0) }
      }
      return [.lossless] + (hidesDifferences ? rounded : [])
        + [256, 128, 64, 32, 16].map { palette($0) }
    case .apng:
      // Files in full color are several times as large. Art of many hues, such as videos, loses less by rounding than with
      // thousands of colors.
      let isColorful = reduction.error(ofColors: 256) > 1.5
      // Smooth art that is too large with rounding can have thousands of colors.
      let fullColor =
        (isColorful ? rounded : []) + (isColorful && hidesDifferences ? [] : [palette(2048)])
        + [palette(512)]
      let best = [.lossless] + (reduction.hasAtMost(colors: 255) ? [] : fullColor)
      guard hidesDifferences else {
        return best + [256, 192, 128, 96, 64, 48, 32, 16].map { palette($0) }
      }
      return best + [
        palette(256), palette(256, 1, 2), palette(256, 1, 3, smoothing: 4),
        palette(256, 2, 6, smoothing: 10), palette(192, 2, 8, smoothing: 10),
        palette(128, 3, 10, smoothing: 10), palette(64, 3, 10, smoothing: 10),
        palette(48, 5, 10, smoothing: 10), palette(32, 8, 12, smoothing: 10),
        palette(16, 12, 16, smoothing: 10),
      ]
    case .gif:
      // Art of many hues looks better with more colors and larger differences. The factors were found by trial, on ten
      // of the GIFs in Tests/Measurements/Fixing.md.
      let hues = min(4, max(1, reduction.error(ofColors: 64) / 0.9))
      func reduced(_ colors: Float, _ flat: Float, _ texture: Float) -> Encoding {
        palette(
          min(256, Int(clamping: colors * hues)), flat * (1 + 0.25 * (hues - 1)),
          texture * (1 + 0.1 * (hues - 1)), smoothing: 10)
      }
      return [
        reduction.hasAtMost(colors: 255) ? .lossless : palette(256),
        palette(256, 1, 3, smoothing: 4), palette(256, 2, 6, smoothing: 10),
        palette(256, 3, 12, smoothing: 10), reduced(128, 3.5, 15.5), reduced(64, 4, 16),
        reduced(40, 5, 17), reduced(24, 6, 17), reduced(16, 8, 16), reduced(8, 10, 20),
      ]
    }
  }

  /// Returns the encoding at a level of 0 to `last`, and its level: the next whole one if nothing is between both.
  func encoding(at level: Double) -> (Encoding, level: Double) {
    let index = min(Int(clamping: level), levels.count - 1)
    let share = Float(level) - Float(index)
    guard share > 0, index + 1 < levels.count else { return (levels[index], Double(index)) }
    let next = levels[index + 1]
    if let mixed = levels[index].mixed(with: next, share, smoothingStep: smoothingStep) {
      return (mixed, level)
    }
    return (next, Double(index + 1))
  }

  /// Encodes the art.
  ///
  /// - Parameter optimizer: encodes PNG and APNG. The pixels of a quick one's file are not checked.
  mutating func encode(
    _ encoding: Encoding, with optimizer: LosslessOptimizer
  ) throws(ImageError) -> EncodedArt {
    switch (encoding, art.format) {
    case (.quality(let quality), _):
      return EncodedArt(
        bytes: try ImageEncoder.jpeg(
          art.animation.canvases[0], quality: quality, colors: art.colors))
    case (.palette(let colors, let tolerance, let smoothing), .gif):
      return try EncodedArt(
        gif: source(smoothing).art, palette: palette(colors, smoothing), tolerance,
        isChecked: optimizer.effort != .quick)
    case (.lossless, .gif):
      if needsLocalPalettes,
        let bytes = ImageEncoder.gif(
          withLocalPalettes: art.animation, loop: art.loop ?? .unstated, colors: art.colors)
      {
        return EncodedArt(bytes: bytes, art)
      }
      return try EncodedArt(
        gif: art, palette: plain.reduction.palette(maximumColors: 255), .none,
        isChecked: optimizer.effort != .quick)
    case (.palette, _), (.rounded, _), (.lossless, _):
      return try EncodedArt(shown(encoding), with: optimizer)
    }
  }

  /// Returns what a PNG or APNG of an encoding shows.
  mutating func shown(_ encoding: Encoding) -> Artwork {
    if case .rounded(let tolerance) = encoding {
      var before: (original: Bitmap, shown: Bitmap)?
      // Only whole codes are rounded. Fractions become one code more in as many of the frames.
      var extra: Float = 0
      return art.with(
        images: art.images.map { image in
          let tolerance = Tolerance(
            flat: tolerance.flat + extra, texture: tolerance.texture + extra)
          let shown = image.roundingResiduals(upTo: tolerance, after: before)
          before = (image, shown)
          extra = (extra + 0.618).truncatingRemainder(dividingBy: 1)
          return shown
        })
    }
    guard case .palette(let colors, let tolerance, let smoothing) = encoding else { return art }
    var reducer = PaletteReduction.Reducer(to: palette(colors, smoothing), tolerance)
    return art.with(images: source(smoothing).art.images.map { reducer.reduced($0) })
  }

  /// Returns the visible colors of a palette.
  ///
  /// - Parameter colors: their largest number, counting the transparent one.
  mutating func palette(_ colors: Int, _ smoothing: UInt8 = 0) -> [Pixel] {
    source(smoothing).reduction.palette(
      maximumColors: colors - 1, distinctBits: art.format != .gif ? 8 : smoothing > 0 ? 6 : 5)
  }

  private mutating func source(_ smoothing: UInt8) -> Source {
    guard smoothing > 0 else { return plain }
    if let smooth, smooth.smoothing == smoothing { return smooth.source }
    let source = Source(art.with(images: art.images.map { $0.smoothed(upTo: smoothing) }))
    smooth = (smoothing, source)
    return source
  }
}

/// Art as a file. It has no pixels, because many files of the same art are compared.
struct EncodedArt {
  var bytes: [UInt8]
  /// The canvases that the file shows; nil for a JPEG, a WebP or an estimate, which are not checked.
  private var digests: [CanvasDigest]?

  /// Whether it is a PNG or APNG with a palette.
  var isIndexed: Bool { ImageContainer(bytes)?.isIndexed ?? false }

  /// - Parameter shown: nil for a JPEG or WebP.
  init(bytes: [UInt8], _ shown: Artwork? = nil) {
    (self.bytes, digests) = (bytes, shown?.images.map { CanvasDigest(of: $0) })
  }

  /// Encodes the pixels of a PNG or APNG without loss.
  init(_ art: Artwork, with optimizer: LosslessOptimizer) throws(ImageError) {
    if optimizer.effort != .quick { digests = art.images.map { CanvasDigest(of: $0) } }
    bytes = try art.encoded(with: optimizer)
  }

  fileprivate init(
    gif art: Artwork, palette: [Pixel], _ tolerance: Tolerance, isChecked: Bool
  ) throws(ImageError) {
    var digests: [CanvasDigest] = []
    bytes = try ImageEncoder.gif(
      art.animation, loop: art.loop ?? .unstated, palette: palette, tolerance: tolerance,
      colors: art.colors, show: isChecked ? { digests.append(CanvasDigest(of: $0)) } : nil)
    self.digests = isChecked ? digests : nil
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
