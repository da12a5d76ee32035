package import ImageContainers

/// A sticker as destinations judge it: a decoded image, or the header of a WebP file.
package struct MeasuredSticker: Sendable {
  /// The format; nil if it is not judged.
  package var format: FileFormat?
  package var canvas: CanvasSize?
  /// Nil for a format that is not read here: destinations have other limits for it.
  package var byteCount: Int?
  package var isAnimated: Bool
  /// The number of frames; nil if it is unknown.
  package var frameCount: Int?
  /// The duration of one play, in milliseconds; nil if it is unknown.
  package var duration: Double?
  /// The shortest delay of a frame, in milliseconds; nil if it is unknown.
  package var shortestDelay: Double?
  package var loop: LoopCount?
  /// Whether pixels are transparent, or may be in a file that is not decoded; nil if it is unknown.
  package var hasTransparency: Bool?
  /// Whether an animated PNG has a palette.
  package var hasPalette = false
  /// Whether the pixels were decoded.
  package var isDecoded: Bool
  /// The label that a list would have.
  package var label = ""
  package var emojiCount = 0
  package var keywords: [String] = []

  package init(
    format: FileFormat?, canvas: CanvasSize?, byteCount: Int?, isAnimated: Bool,
    isDecoded: Bool
  ) {
    (self.format, self.canvas, self.byteCount) = (format, canvas, byteCount)
    (self.isAnimated, self.isDecoded) = (isAnimated, isDecoded)
  }

  /// Creates one of which only a few properties are judged.
  package init(
    format: FileFormat? = nil, canvas: CanvasSize? = nil, byteCount: Int? = nil,
    label: String = ""
  ) {
    self.init(
      format: format, canvas: canvas, byteCount: byteCount, isAnimated: false, isDecoded: true)
    self.label = label
  }
}

/// A pack as destinations judge it.
package struct MeasuredPack: Sendable {
  package var stickerCount: Int
  package var animatedCount: Int
  /// The bytes of the archive; nil before a build, and where there is none.
  package var archiveBytes: Int?

  package init(stickerCount: Int, animatedCount: Int, archiveBytes: Int? = nil) {
    (self.stickerCount, self.animatedCount) = (stickerCount, animatedCount)
    self.archiveBytes = archiveBytes
  }
}
