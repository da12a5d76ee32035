internal import ImageCodecs

extension Artwork {
  /// libjpeg's quality for a JPEG that is encoded again. Its art should not get visibly worse.
  private static let jpegQuality = 95

  /// Encodes the art without loss, apart from what its format cannot store.
  ///
  /// - Parameters:
  ///   - inRGB: whether a PNG has neither a palette nor gray, as icons must.
  ///   - optimizer: encodes PNG and APNG files.
  func encoded(inRGB: Bool, with optimizer: LosslessOptimizer) throws(ImageError) -> [UInt8] {
    var optimizer = optimizer
    optimizer.allowsPalette = (format == .png || isIndexed) && !inRGB
    optimizer.allowsGray = !inRGB
    guard format == .jpeg else { return try encoded(with: optimizer) }
    return try ImageEncoder.jpeg(
      animation.canvases[0], quality: Self.jpegQuality, colors: colors)
  }
}
