package import ImageContainers
package import Pixels

/// Measures the image data of a PNG or APNG after lossless compression with `ImageEncoder`.
///
/// Canvases are compressed one after the other, and only the previous one is kept. Not available for
/// GIF, JPEG and 16 bits per channel, which the encoder does not write.
package struct Recompression {
  /// The size of the image data so far, in bytes; nil once it is not smaller than the file's.
  package private(set) var byteCount: Int? = 0
  /// The size of the file's own image data, in bytes.
  package let ownByteCount: Int

  private let isGray: Bool
  private let isAnimated: Bool
  private var storage: (layout: PNGLayout, compression: QuickCompression)?
  private var before: Bitmap?

  /// The maximum number of pixels of a measured canvas. No sticker has more.
  static let maximumPixels = 1 << 20
  /// The maximum decoded size of a measured animation, in bytes. A larger one would take many seconds.
  static let maximumDecodedBytes = 200_000_000

  /// Prepares the measurement; nil if it is impossible or too expensive.
  package init?(of container: ImageContainer, isAnimated: Bool) {
    guard case .png(let png) = container, let header = png.header, header.bitDepth <= 8,
      let canvas = container.canvas,
      canvas.decodedBytes(frames: 1) <= Self.maximumPixels * 4,
      canvas.decodedBytes(frames: max(1, container.frameTable.count)) <= Self.maximumDecodedBytes
    else { return nil }
    let still = png.imageData.reduce(0) { $0 + $1.count }
    let frames = png.animation?.frames.reduce(0) { $0 + $1.entry.byteCount } ?? 0
    let showsStill = png.animation?.defaultImageIsFrame ?? true
    ownByteCount = isAnimated ? frames + (showsStill ? 0 : still) : still
    isGray = header.colorType == .gray || header.colorType == .grayAlpha
    self.isAnimated = isAnimated
  }

  /// Adds the static image that is not part of the animation, after the last canvas.
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
      let layout = storage?.layout ?? PNGLayout(gray: isGray, alpha: hasAlpha)
      let drafts =
        before.map { FrameDraft.drafts(of: canvas, over: $0, layout).map(\.pixels) } ?? [canvas]
      let candidates = drafts.map(layout.rows)
      let compression = try storage?.compression ?? QuickCompression(of: candidates[0])
      storage = (layout, compression)
      let choice = try compression.smallest(candidates)
      let sum =
        soFar + (try compression.compressed(candidates[choice.index], choice.strategy).count)
      byteCount = sum < ownByteCount ? sum : nil
    } catch {
      byteCount = nil
    }
    before = canvas
  }
}
