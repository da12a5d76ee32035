package import Pixels

/// Encodes canvases in each of the sticker formats.
package enum ImageEncoder {
  /// A still PNG of 8 bits a channel, without alpha where nothing is see-through.
  package static func png(
    _ bitmap: Bitmap, colors: ColorDescription = .init()
  ) throws(CodecFailure) -> [UInt8] {
    try PNGEncoding.still(bitmap, colors)
  }

  /// An animated PNG that stores only what changes from frame to frame.
  ///
  /// Its colors are never put into a palette: iOS 17.0 decodes the alpha of such files wrongly
  /// (SDWebImage, issue 3605), and some apps do not play them at all.
  ///
  /// - Parameters:
  ///   - effort: how long the encoder looks for fewer bytes; the pixels are the same.
  ///   - plays: how often it plays, 0 forever.
  ///   - hiddenImage: a static image that is not a frame, for viewers that do not animate.
  package static func apng(
    _ animation: CanvasAnimation, plays: Int, hiddenImage: Bitmap? = nil,
    colors: ColorDescription = .init(), effort: Effort = .quick
  ) throws(CodecFailure) -> [UInt8] {
    try PNGEncoding.animation(
      animation, plays: plays, hiddenImage: hiddenImage, colors, effort)
  }

  /// How long an encoder looks for fewer bytes.
  package enum Effort: Sendable {
    /// Each frame is stored over the one before it.
    case quick
    /// Each way of disposing and blending is tried for each frame, and each is compressed as far as
    /// it goes.
    case smallest
  }

  /// A GIF with one palette of at most 255 colors and pixels that are either seen or not.
  ///
  /// - Parameter loopCount: the loop block's count, 0 forever; nil writes no loop block.
  package static func gif(
    _ animation: CanvasAnimation, loopCount: Int?, colors: ColorDescription = .init()
  ) throws(CodecFailure) -> [UInt8] {
    try GIFEncoding.encode(animation, loopCount: loopCount, colors)
  }

  /// A baseline JPEG without chroma subsampling; alpha is ignored.
  ///
  /// - Parameter quality: libjpeg's 1 to 100.
  package static func jpeg(
    _ bitmap: Bitmap, quality: Int = 90, colors: ColorDescription = .init()
  ) throws(CodecFailure) -> [UInt8] {
    try JPEGEncoding.encode(bitmap, quality: quality, colors)
  }
}
