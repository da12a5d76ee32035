package import Pixels

extension ImageEncoder {
  /// Encodes a PNG or APNG with one palette for all canvases.
  ///
  /// - Parameters:
  ///   - animation: the canvases, one for a still image.
  ///   - plays: as for `apng`; nil for a still image.
  ///   - hiddenImage: as for `apng`.
  /// - Returns: nil if the canvases have more than 256 colors, or `colors` requires gray.
  /// - Throws: `codecFailed` if a side is out of range.
  package static func indexedPNG(
    _ animation: CanvasAnimation, plays: Int?, hiddenImage: Bitmap? = nil, colors: ColorDescription
  ) throws(ImageError) -> [UInt8]? {
    guard !colors.isGray else { return nil }
    var histogram = ColorHistogram()
    for canvas in animation.canvases { histogram.add(canvas) }
    if let hiddenImage { histogram.add(hiddenImage) }
    let needsClear = histogram.hasTransparency
    guard let visible = histogram.colors(atMost: needsClear ? 255 : 256) else { return nil }
    // Frames leave unchanged pixels clear, if there is an index for that.
    let hasClear = needsClear || plays != nil && visible.count < 256
    let palette = PNGPalette(hasClear ? [.clear] + visible : visible)
    guard let plays else {
      return try PNGEncoding.still(animation.canvases[0], palette: palette, colors)
    }
    return try PNGEncoding.animation(
      animation, palette: palette, plays: plays, hiddenImage: hiddenImage, colors, jobs: 1)
  }
}
