internal import Basics
package import ImageContainers
package import Pixels

/// Estimates the size of a PNG's or APNG's image data after lossless compression with `ImageEncoder`.
///
/// A sample is compressed, at libdeflate's level 1: 8 rows of every 64, of the first canvas, of up to 3
/// later ones over the previous one, and of the hidden image. The rest is assumed to shrink as much. For 79
/// real and generated files of more than 500,000 bytes, the estimate was 19% too small to 51% too large and
/// took a quarter of the time of decoding; compressing everything takes 27 times that.
///
/// Not available for GIF, JPEG and 16 bits per channel, which the encoder does not write.
package struct Recompression {
  /// The estimated size of the image data so far, in bytes; nil once it is not smaller than the file's.
  package private(set) var byteCount: Int? = 0
  /// The size of the file's own image data, in bytes.
  package let ownByteCount: Int

  private let isGray: Bool
  private let isAnimated: Bool
  /// The indices of the canvases after the first that are compressed.
  private let laterCanvases: Set<Int>
  /// The size in the file of all frames after the first, divided by that of `laterCanvases`.
  private let laterScale: Double
  private var canvasCount = 0
  private var storage: PNGLayout?
  /// The rows of the previous canvas that are needed; nil if the next one is not compressed over it.
  private var before: Bitmap?

  /// The maximum number of pixels of a measured canvas. No sticker has more.
  static let maximumPixels = 1 << 20
  /// The maximum decoded size of a measured animation, in bytes. A larger one would take many seconds.
  static let maximumDecodedBytes = 200_000_000
  /// The maximum number of canvases after the first in a sample.
  private static let sampledCanvases = 3

  /// Prepares the estimate; nil if it is impossible or too expensive.
  package init?(of container: ImageContainer, isAnimated: Bool) {
    guard case .png(let png) = container, let header = png.header, header.bitDepth <= 8,
      let canvas = container.canvas,
      canvas.decodedBytes(frames: 1) <= Self.maximumPixels * 4,
      canvas.decodedBytes(frames: max(1, container.frameTable.count)) <= Self.maximumDecodedBytes
    else { return nil }
    let still = png.imageData.reduce(0) { $0 + $1.count }
    let frames = png.animation?.frames.map { $0.entry.byteCount } ?? []
    let showsStill = png.animation?.defaultImageIsFrame ?? true
    ownByteCount = isAnimated ? frames.reduce(showsStill ? 0 : still, +) : still
    let later = max(0, frames.count - 1)
    let count = min(later, Self.sampledCanvases)
    // The middle canvas of each of `count` equal parts.
    laterCanvases = Set((0..<count).map { 1 + later * (2 * $0 + 1) / (2 * count) })
    let compressed = laterCanvases.reduce(0) { $0 + frames[$1] }
    laterScale = Double(frames.dropFirst().reduce(0, +)) / Double(max(1, compressed))
    isGray = header.colorType == .gray || header.colorType == .grayAlpha
    self.isAnimated = isAnimated
  }

  /// Adds the static image that is not part of the animation, after the last canvas.
  package mutating func addHidden(_ image: Bitmap) {
    before = nil
    compress(image)
  }

  package mutating func add(_ canvas: Bitmap) {
    guard byteCount != nil else { return }
    if canvasCount == 0 || before != nil { compress(canvas) }
    canvasCount += 1
    before = laterCanvases.contains(canvasCount) ? Self.rows(of: canvas) : nil
  }

  /// Returns the rows that are compressed: the 8 in the middle of every 64, or all of fewer than 64. Filters
  /// and repetitions need neighbors.
  private static func rows(of canvas: Bitmap) -> Bitmap {
    let (distance, count) = (64, 8)
    let (width, height) = (canvas.width, canvas.height)
    guard height >= distance else { return canvas }
    let starts = Array(stride(from: (distance - count) / 2, through: height - count, by: distance))
    return Bitmap(
      width: width, height: starts.count * count,
      samples: starts.flatMap { canvas.samples[$0 * width * 4..<($0 + count) * width * 4] })
  }

  /// Compresses a canvas, over the previous one if that is kept.
  private mutating func compress(_ canvas: Bitmap) {
    guard let soFar = byteCount else { return }
    do {
      let image = Self.rows(of: canvas)
      let hasAlpha = isAnimated || AlphaStatistics(of: image).opaque < image.width * image.height
      let layout = storage ?? PNGLayout(gray: isGray, alpha: hasAlpha)
      let drafts =
        before.map { FrameDraft.drafts(of: image, over: $0, layout).map { $0.pixels } } ?? [image]
      let candidates = drafts.map(layout.rows)
      storage = layout
      let size = try QuickCompression().smallest(candidates, level: 1).byteCount
      let scale = Double(canvas.height) / Double(image.height) * (before == nil ? 1 : laterScale)
      let sum = soFar + Int(clamping: Double(size) * scale)
      byteCount = sum < ownByteCount ? sum : nil
    } catch {
      byteCount = nil
    }
  }
}

extension Recompression {
  /// The share of a canvas's image data as PNG that clearing its hidden color saves, 0 to 1, for the same rows; nil if
  /// it is too large.
  package static func shareOfHiddenColor(in canvas: Bitmap) -> Double? {
    guard canvas.width * canvas.height <= maximumPixels else { return nil }
    let image = rows(of: canvas)
    var cleared = image
    cleared.clearHiddenColor()
    func byteCount(_ image: Bitmap) throws(ImageError) -> Double {
      let rows = PNGLayout(gray: false, alpha: true).rows(of: image)
      return Double(try QuickCompression().smallest([rows], level: 1).byteCount)
    }
    guard let own = try? byteCount(image), let least = try? byteCount(cleared) else { return nil }
    return max(0, 1 - least / own)
  }
}
