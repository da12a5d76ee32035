public import Pixels
public import Timing

/// Encodes canvases in the sticker formats.
public enum ImageEncoder {
  /// Encodes a still PNG of 8 bits per channel, without alpha if all pixels are opaque.
  ///
  /// - Parameters:
  ///   - bitmap: the image, with sides of at least 1 px.
  ///   - colors: the color information to store, of a PNG; none means sRGB.
  /// - Throws: `codecFailed` if a side is out of range.
  public static func png(
    _ bitmap: Bitmap, colors: ColorDescription = .init()
  ) throws(ImageError) -> [UInt8] {
    try PNGEncoding.still(bitmap, colors.describing([bitmap]))
  }

  /// Encodes an animated PNG whose frames store only the changed area.
  ///
  /// It never has a palette: iOS 17.0 decodes the alpha of such files incorrectly (SDWebImage, issue
  /// 3605), and some apps do not play them.
  ///
  /// - Parameters:
  ///   - animation: the canvases and their delays.
  ///   - loop: the number of plays, at most 2,147,483,647.
  ///   - hiddenImage: a static image that is not a frame, for viewers that do not play animations.
  ///   - colors: the color information to store, of a PNG; none means sRGB.
  ///   - effort: the time spent on a smaller file. Does not affect the pixels.
  /// - Throws: `codecFailed` if a side is out of range.
  public static func apng(
    _ animation: CanvasAnimation, loop: LoopCount, hiddenImage: Bitmap? = nil,
    colors: ColorDescription = .init(), effort: Effort = .quick
  ) throws(ImageError) -> [UInt8] {
    let colors = colors.describing(animation.canvases).describing(hiddenImage.map { [$0] } ?? [])
    if effort == .quick {
      return try PNGEncoding.animation(
        animation, loop: loop, hiddenImage: hiddenImage, colors, jobs: 1)
    }
    var optimizer = LosslessOptimizer()
    optimizer.effort = effort
    optimizer.allowsPalette = false
    optimizer.mergesFrames = false
    return try optimizer.apng(animation, loop: loop, hiddenImage: hiddenImage, colors: colors)
  }

  /// The time that the encoder spends on a smaller file.
  public enum Effort: Sendable {
    /// Each frame is stored over the previous one.
    case quick
    /// Disposal and blending operations, filters and layouts are tried for each frame, and the best are
    /// compressed at the highest level. The color of transparent pixels is not kept.
    case smallest
    /// As before, with more filters at the highest level, and with zopfli: 1% smaller for pictures and up to
    /// 9% for indexed animations, in 5 to 12 times the time.
    case maximum
  }

  /// Encodes a GIF without partial transparency, with one palette for all frames.
  ///
  /// If the canvases have more than 255 colors, each frame has a palette of its own. Only if the changes in a
  /// frame have more than that, all canvases are reduced to 255 colors.
  ///
  /// - Parameters:
  ///   - animation: the canvases, with sides of 1 to 65,535 px, and their delays, which are rounded to
  ///     hundredths of a second.
  ///   - loop: the number of plays, at most 65,536. A single play has no loop block.
  ///   - colors: the color information to store, of a GIF; none means sRGB.
  /// - Throws: `codecFailed` if a side is out of range.
  public static func gif(
    _ animation: CanvasAnimation, loop: LoopCount, colors: ColorDescription = .init()
  ) throws(ImageError) -> [UInt8] {
    try GIFEncoding.encode(animation, loop: loop, colors)
  }

  /// Encodes a GIF with a palette for each frame; nil if the changes in a frame have more than 255 colors.
  package static func gif(
    withLocalPalettes animation: CanvasAnimation, loop: LoopCount, colors: ColorDescription
  ) -> [UInt8]? {
    GIFEncoding.withLocalPalettes(animation, loop: loop, colors)
  }

  /// Whether a GIF of canvases can have a palette for each frame.
  package static func canHaveLocalPalettes(_ canvases: CanvasList) -> Bool {
    GIFEncoding.canHaveLocalPalettes(canvases)
  }

  /// Encodes a GIF in the colors of a palette.
  ///
  /// - Parameters:
  ///   - palette: at most 255 opaque colors.
  ///   - tolerance: for another color of the palette, or for leaving a pixel as it was. Differences do not accumulate.
  ///   - show: called with each canvas that the file shows; nil for none.
  package static func gif(
    _ animation: CanvasAnimation, loop: LoopCount, palette: [Pixel], tolerance: Tolerance,
    colors: ColorDescription, show: ((Bitmap) -> Void)?
  ) throws(ImageError) -> [UInt8] {
    try GIFEncoding.encode(animation, loop: loop, palette: palette, tolerance, colors, show: show)
  }

  /// Encodes a baseline JPEG without chroma subsampling. Ignores alpha.
  ///
  /// - Parameters:
  ///   - bitmap: the image, with sides of 1 to 65,500 px.
  ///   - quality: libjpeg's quality, 1 to 100.
  ///   - colors: the color information to store, of a JPEG; none means sRGB.
  /// - Throws: `codecFailed` if a side is out of range.
  public static func jpeg(
    _ bitmap: Bitmap, quality: Int = 90, colors: ColorDescription = .init()
  ) throws(ImageError) -> [UInt8] {
    var jpeg = try Shim.encodeJPEG(
      bitmap.samples, width: bitmap.width, height: bitmap.height, quality: quality)
    // libjpeg writes SOI and a JFIF segment of 18 bytes; application segments follow.
    jpeg.insert(contentsOf: colors.segments, at: 2 + 18)
    return jpeg
  }
}
