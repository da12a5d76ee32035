internal import Basics
package import ImageContainers
package import Pixels
package import Timing

/// The decoded art of a sticker.
package struct Artwork: Sendable {
  package private(set) var format: ImageFormat
  /// The canvases and their delays; a still image has one.
  package var animation: CanvasAnimation
  /// An APNG's static image that is not a frame.
  package var hiddenImage: Bitmap?
  /// The number of plays; nil for a still PNG or JPEG, and a still GIF without a loop block.
  package private(set) var loop: LoopCount?
  /// Whether a PNG or APNG has a palette.
  package let isIndexed: Bool
  package var colors: ColorDescription
  /// Remarks about changes of the art, as parts of sentences.
  package var remarks: [String] = []
  /// The limits of the canvases, including those that are made from this art.
  private let limits: DecodingLimits

  package init(_ file: [UInt8], limits: DecodingLimits) throws(ImageError) {
    var decoder = try ImageDecoder(file, limits: limits)
    var canvases = CanvasList()
    while let frame = try decoder.nextFrame() { try canvases.appendWithinLimit(frame.canvas) }
    guard !canvases.isEmpty else { throw .codecFailed("no frame can be decoded") }
    self.init(canvases, hiddenImage: try decoder.hiddenImage(), of: decoder, limits: limits)
  }

  /// Creates art of a file's canvases, at least one, or of what was made from them.
  ///
  /// - Parameter decoder: the file's, which has decoded all frames.
  package init(
    _ canvases: CanvasList, hiddenImage: Bitmap?, of decoder: ImageDecoder, limits: DecodingLimits
  ) {
    let container = decoder.container
    // An APNG with an invalid animation is a PNG.
    format = container.format == .apng && !decoder.isAnimated ? .png : container.format
    colors = decoder.colors
    let delays = container.frameTable.prefix(canvases.count).map { $0.delay }
    // A still image may have no entry in a frame table.
    animation = CanvasAnimation(
      canvases: canvases,
      delays: delays.count == canvases.count
        ? delays : canvases.indices.map { _ in .zero })
    loop = format == .png ? nil : container.loop
    isIndexed = container.isIndexed
    (self.hiddenImage, self.limits) = (hiddenImage, limits)
  }

  /// Decodes a WebP file, as the art of a PNG or APNG.
  ///
  /// - Throws: if it is damaged or exceeds a limit, or this program has no libwebp.
  package init(webP file: [UInt8], limits: DecodingLimits) throws(ImageError) {
    var decoder = try WebPDecoder(file, limits: limits)
    if let canvas = decoder.file.canvas,
      let defect = limits.defect(ofCanvas: canvas, frames: max(1, decoder.file.frames.count))
    {
      throw .limitExceeded(defect)
    }
    var canvases = CanvasList()
    var delays: [Delay] = []
    while let frame = try decoder.nextFrame() {
      try canvases.appendWithinLimit(frame.canvas)
      delays.append(frame.delay)
    }
    self.init(CanvasAnimation(canvases: canvases, delays: delays), loop: decoder.file.loop)
  }

  /// Creates art without a file: a PNG of one canvas, or an APNG of more.
  package init(
    _ animation: CanvasAnimation, loop: LoopCount = .forever, colors: ColorDescription = .init()
  ) {
    self.animation = animation
    self.colors = colors
    format = animation.canvases.count > 1 ? .apng : .png
    self.loop = format == .apng ? loop : nil
    isIndexed = false
    limits = DecodingLimits()
  }

  /// All images of the file: the canvases, then the hidden image if there is one.
  package var images: CanvasList {
    var images = animation.canvases
    if let hiddenImage { images.append(hiddenImage) }
    return images
  }

  /// The longer side of the canvas, in pixels.
  package var side: Int { max(animation.canvases[0].width, animation.canvases[0].height) }

  /// Makes a GIF an APNG of the same pixels and timing.
  package mutating func becomeAPNG() {
    format = .apng
  }

  /// Makes a GIF a PNG, or an APNG if it has several frames.
  package mutating func becomePNG() {
    becomeAPNG()
    guard animation.canvases.count == 1 else { return }
    format = .png
    loop = nil
  }

  /// Makes a PNG or APNG a GIF, which has hard edges. Delays are rounded to hundredths of a second, so each frame begins
  /// within 5 ms of its time.
  package mutating func becomeGIF() {
    format = .gif
    hiddenImage = nil
    animation.canvases = hardened.animation.canvases
    var (time, shown) = (0.0, 0)
    animation.delays = animation.delays.map { delay in
      let delay = delay.storable
      time += 100 * Double(delay.numerator) / Double(delay.denominator)
      let hundredths = max(0, Int(clamping: time.rounded()) - shown)
      shown += hundredths
      return Delay(numerator: hundredths, denominator: 100)
    }
  }

  /// The art with only opaque and fully transparent pixels, as a GIF stores it.
  package var hardened: Artwork {
    guard images.contains(where: { AlphaStatistics(of: $0).translucent > 0 }) else { return self }
    return with(images: images.map(GIFEncoding.hardened))
  }

  /// Returns the art with other pixels, in the order of `images`.
  package func with(images: CanvasList) -> Artwork {
    var result = self
    result.animation.canvases = images.selecting(animation.canvases.indices)
    if hiddenImage != nil { result.hiddenImage = images.last }
    return result
  }

  /// Returns the art with a longer side of `side` px. Pixel art keeps its blocks.
  ///
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func scaled(toSide side: Int) throws(ImageError) -> Artwork {
    guard side != self.side else { return self }
    let resampler = Resampler(
      from: animation.canvases[0], toSide: side,
      blocks: format == .jpeg ? nil : PixelBlocks(of: images))
    return try making(resampler.targetSize, resampler.resample)
  }

  /// Returns pixel art with blocks of one size, on canvases of the same size.
  package func evened(_ blocks: PixelBlocks) throws(ImageError) -> Artwork {
    try making((animation.canvases[0].width, animation.canvases[0].height), blocks.evened)
  }

  /// Returns the art on canvases of another size, which is checked before any of them is made.
  func making(
    _ size: (width: Int, height: Int), _ make: (Bitmap) -> Bitmap
  ) throws(ImageError) -> Artwork {
    let canvas = CanvasSize(clampingWidth: size.width, height: size.height)
    if let defect = limits.defect(ofCanvas: canvas, frames: images.count) {
      throw .limitExceeded(defect)
    }
    var made = CanvasList()
    for image in images { try made.appendWithinLimit(make(image)) }
    return with(images: made)
  }
}

extension Artwork {
  package var bounds: PixelRect { animation.canvases[0].bounds }

  /// The bounds of the visible pixels of all canvases; nil if there is none.
  package var visibleArea: PixelRect? {
    animation.canvases.reduce(nil) { area, canvas in
      guard let own = canvas.visibleArea else { return area }
      return area?.union(own) ?? own
    }
  }

  /// Returns the art on canvases of another size, with an area of the old ones in the center. What is
  /// outside of the old ones is transparent.
  ///
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func shown(
    _ area: PixelRect, inWidth width: Int, height: Int
  ) throws(ImageError) -> Artwork {
    let frame = PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
    guard frame != bounds else { return self }
    return try making((width, height)) { $0.shown(in: frame) }.fittingPalette(of: self)
  }

  /// Returns the art in as many colors as a palette has, if the original has a palette, which a transparent
  /// margin may overfill. Without one, the file is several times as large.
  private func fittingPalette(of original: Artwork) -> Artwork {
    guard isIndexed, PaletteReduction(of: original.images).hasAtMost(colors: 256) else {
      return self
    }
    let reduction = PaletteReduction(of: images)
    guard !reduction.hasAtMost(colors: 255) else { return self }
    var reducer = PaletteReduction.Reducer(to: reduction.palette(maximumColors: 255))
    return with(images: images.map { reducer.reduced($0) })
  }
}
