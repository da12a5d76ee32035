package import ImageContainers
package import Pixels

/// How many bytes a PNG's or APNG's image data takes when it is compressed again as `ImageEncoder`
/// does it, with every canvas the same pixel for pixel.
///
/// Canvases are compressed as they come and only the one before is kept. A GIF and a JPEG cannot be
/// measured so, nor can 16 bits a channel, which are not written.
package struct Recompression {
  /// The bytes of the image data so far; nil once it is known to take no fewer than the file has.
  package private(set) var byteCount: Int? = 0
  /// The bytes of the file's own image data.
  package let ownByteCount: Int

  private let isGray: Bool
  private let isAnimated: Bool
  private var storage: PNGEncoding.Storage?
  private var before: Bitmap?

  /// Canvases of more pixels are not measured: none is a sticker's.
  static let mostPixels = 1 << 20
  /// Animations of more bytes, decoded, are not measured: they would take many seconds.
  static let mostDecodedBytes = 200_000_000

  /// Prepares to measure; nil where that is impossible or would cost too much.
  package init?(of container: ImageContainer, isAnimated: Bool) {
    guard case .png(let png) = container, let header = png.header, header.bitDepth <= 8,
      let canvas = container.canvas,
      canvas.decodedBytes(frames: 1) <= Self.mostPixels * 4,
      canvas.decodedBytes(frames: max(1, container.frameTable.count)) <= Self.mostDecodedBytes
    else { return nil }
    let still = png.imageData.reduce(0) { $0 + $1.count }
    let frames = png.animation?.frames.reduce(0) { $0 + $1.entry.byteCount } ?? 0
    let showsStill = png.animation?.defaultImageIsFrame ?? true
    ownByteCount = isAnimated ? frames + (showsStill ? 0 : still) : still
    isGray = header.colorType == .gray || header.colorType == .grayAlpha
    self.isAnimated = isAnimated
  }

  /// Adds the static image that an animation hides, after the last canvas.
  package mutating func addHidden(_ image: Bitmap) {
    before = nil
    add(image)
  }

  /// Adds the next canvas.
  package mutating func add(_ canvas: Bitmap) {
    guard let soFar = byteCount else { return }
    do {
      let hasAlpha =
        isAnimated || AlphaStatistics(of: canvas).opaque < canvas.width * canvas.height
      let layout = PNGEncoding.Layout(gray: isGray, alpha: hasAlpha)
      let storage = try storage ?? PNGEncoding.Storage(for: canvas, layout)
      self.storage = storage
      let sum = soFar + (try PNGEncoding.byteCount(of: canvas, over: before, storage))
      byteCount = sum < ownByteCount ? sum : nil
    } catch {
      byteCount = nil
    }
    before = canvas
  }
}
