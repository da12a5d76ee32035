package import Pixels

extension Artwork {
  /// Encodes the art in its own format with little effort. A JPEG gets the usual quality.
  ///
  /// - Parameters:
  ///   - palette: the colors of all pixels of a PNG or APNG, at most 256; nil for full color, or for gray if all pixels
  ///     are.
  ///   - jobs: the maximum number of frames of an APNG that are encoded at the same time.
  /// - Throws: `codecFailed` if a side is out of range.
  package func encoded(palette: [Pixel]? = nil, jobs: Int = 1) throws(ImageError) -> [UInt8] {
    let still = animation.canvases[0]
    let layout =
      palette.map { .indexed(PNGPalette($0, isAnimated: format == .apng)) } ?? fullColorLayout
    switch (format, loop) {
    case (.apng, let loop?):
      return try PNGEncoding.animation(
        animation, layout: layout, loop: loop, hiddenImage: hiddenImage, colors, jobs: jobs)
    // Without a loop, it was a still GIF.
    case (.apng, nil), (.png, _): return try PNGEncoding.still(still, layout: layout, colors)
    case (.gif, _): return try GIFEncoding.encode(animation, loop: loop ?? .unstated, colors)
    case (.jpeg, _): return try ImageEncoder.jpeg(still, colors: colors)
    }
  }

  /// The layout without a palette of a PNG or APNG; nil for another format.
  private var fullColorLayout: PNGLayout? {
    guard format == .png || format == .apng else { return nil }
    return ColorSurvey(of: images, isEstimate: true).layouts(
      isAnimated: format == .apng, colors, allowsPalette: false, allowsGray: true
    ).first
  }

  /// Encodes the art without loss, apart from what its format cannot store: a PNG or APNG in few bytes, another file as
  /// without an optimizer.
  package func encoded(with optimizer: LosslessOptimizer) throws(ImageError) -> [UInt8] {
    switch (format, loop) {
    case (.apng, let loop?):
      try optimizer.apng(animation, loop: loop, hiddenImage: hiddenImage, colors: colors)
    case (.apng, nil), (.png, _): try optimizer.png(animation.canvases[0], colors: colors)
    case (.gif, _), (.jpeg, _): try encoded()
    }
  }
}
