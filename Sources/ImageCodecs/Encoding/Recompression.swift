internal import Basics
package import ImageContainers
package import Pixels

/// Estimates the size of a PNG's or APNG's image data after lossless compression with `ImageEncoder`.
///
/// A sample is compressed: 8 rows of every 64, of the first canvas, of up to 3 later ones over
/// the previous one, and of the hidden image. The rest is assumed to shrink as much. For a still image, samples of other
/// rows follow until it is clear whether a tenth is saved, so art that the optimizer has compressed is not promised
/// another tenth.
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
  /// The rows of the previous canvas that are needed; nil if the next one is not compressed over it.
  private var before: Bitmap?

  /// The maximum number of pixels of a measured canvas. No sticker has more.
  static let maximumPixels = 1 << 20
  /// The maximum decoded size of a measured animation, in bytes. A larger one would take many seconds.
  static let maximumDecodedBytes = 200_000_000
  /// The maximum number of canvases after the first in a sample.
  private static let sampledCanvases = 3
  /// The size in bytes below which image data is not measured: it would have to shrink by half.
  private static let leastBytes = 8192
  /// The share of the image data that is worth a report.
  private static let share = 0.1
  /// The optimizer's size as a share of a sample's, which lacks what repeats elsewhere and has a low level. For 146
  /// stickers of public packs, it was 0.72 to 1.06 of the size of all rows at this level.
  private static let gain = 0.95
  /// For a number of samples of a still image, each a sixteenth of the rows, how far the estimate has to be below the
  /// wanted size, or above it, to be clear. With fewer than 4, a size was up to twice too large or too small.
  private static let steps: [(count: Int, below: Double, above: Double)] = [
    (1, .infinity, 1.1), (2, .infinity, 1.05), (4, 1.05, 1), (8, 1.04, 1),
  ]
  /// The level of samples of still images, and of all rows where samples are not clear.
  private static let (level, wholeLevel) = (1, 6)
  /// As there, for the sample of an animation.
  private static let animationMargin = 0.15

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
    if ownByteCount < Self.leastBytes { return nil }
  }

  /// Whether the estimate of a file is worth its time: of any large one, and of a smaller one if its structure says that
  /// its encoder did little. All numbers are of Tests/Measurements/Fixing.md.
  package static func isPromising(
    _ container: ImageContainer, _ bytes: [UInt8], isAnimated: Bool
  ) -> Bool {
    if bytes.count >= (isAnimated ? 500_000 : 65_536) { return true }
    guard bytes.count >= 16_384, case .png(let png) = container, let canvas = container.canvas,
      let data = png.imageData.first, data.count > 1, data.upperBound <= bytes.count
    else { return false }
    if isAnimated {
      // Where all frames store the whole canvas, no program compared them.
      return png.animation?.frames.allSatisfy {
        $0.entry.width == canvas.width && $0.entry.height == canvas.height
      } ?? false
    }
    // An estimate finds nothing in 27 stills with a palette, and something in 6 of 53 that state zlib's default level
    // (FLEVEL of RFC 1950).
    return png.header?.colorType != .indexed && bytes[data.lowerBound + 1] >> 6 != 2
  }

  /// Adds the static image that is not part of the animation, after the last canvas.
  package mutating func addHidden(_ image: Bitmap) {
    before = nil
    compress(image)
  }

  /// Adds the next canvas.
  package mutating func add(_ canvas: Bitmap) {
    guard byteCount != nil else { return }
    if !isAnimated {
      byteCount = try? Self.estimate(canvas, isGray, own: ownByteCount)
      return
    }
    if canvasCount == 0 || before != nil { compress(canvas) }
    canvasCount += 1
    before = laterCanvases.contains(canvasCount) ? Self.rows(of: canvas) : nil
  }

  /// The estimate after the last image; nil if it is not smaller than the file's by enough.
  package var result: Int? {
    guard isAnimated, let byteCount else { return byteCount }
    let most = Double(byteCount) * (1 + Self.animationMargin)
    return most <= Double(ownByteCount) * (1 - Self.share) ? byteCount : nil
  }

  /// Returns the estimated size of a still image, by as many samples as are needed; nil if it is not smaller by enough.
  private static func estimate(
    _ canvas: Bitmap, _ isGray: Bool, own: Int
  ) throws(ImageError) -> Int? {
    let wanted = Double(own) * (1 - share)
    // Hidden color, which another rule reports, is not cleared.
    let first = rows(of: canvas, sample: 0)
    var layout = layout(of: first, isGray)
    // One strategy for all rows, by the middle ones.
    let middle = PixelRect(
      x: 0, y: first.height / 16 * 8, width: first.width, height: min(8, first.height))
    let compression = try QuickCompression(
      of: layout.rows(of: first.cropped(to: middle)), worst: 1, level: level)
    var isWhole = first.height == canvas.height
    if case .rgba = layout { isWhole = true }
    if !isWhole {
      // Other rows may have more colors, which takes long to see and never makes the image smaller.
      let size = try compression.smallest([layout.rows(of: first)], level: level).byteCount
      let estimate = gain * Double(size) * Double(canvas.height) / Double(first.height)
      if estimate > wanted * steps[0].above { return nil }
      layout = self.layout(of: canvas, isGray)
    }
    var (sum, height, done) = (0, 0, 0)
    for step in first.height == canvas.height ? [] : steps {
      for sample in done..<step.count {
        let image = rows(of: canvas, sample: sample)
        sum += try compression.smallest([layout.rows(of: image)], level: level).byteCount
        height += image.height
      }
      done = step.count
      let size =
        gain * Double(sum) * Double(canvas.height) / Double(height) + Double(layout.chunks.count)
      if size * step.below <= wanted { return Int(clamping: size) }
      if size > wanted * step.above { return nil }
    }
    let size = try compression.smallest([layout.rows(of: canvas)], level: wholeLevel).byteCount
    return Double(size + layout.chunks.count) <= wanted ? size + layout.chunks.count : nil
  }

  private static func layout(of image: Bitmap, _ isGray: Bool) -> PNGLayout {
    var colors = ColorDescription()
    colors.isGray = isGray
    let layouts = ColorSurvey(of: [image], isEstimate: true).layouts(
      isAnimated: false, colors, allowsPalette: true, allowsGray: true)
    return layouts[layouts.count - 1]
  }

  /// Returns the rows that are compressed: the 8 in the middle of every 64, or all of fewer than 64. Filters and repetitions
  /// need neighbors.
  ///
  /// - Parameter sample: 0 to 15 for 8 other rows of every 128 each, far from those of the samples before.
  private static func rows(of canvas: Bitmap, sample: Int? = nil) -> Bitmap {
    let (distance, count) = (sample == nil ? 64 : 128, 8)
    let (width, height) = (canvas.width, canvas.height)
    guard height >= distance else { return canvas }
    let place = sample.map { [8, 0, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15][$0] * count }
    let first = place ?? (distance - count) / 2
    let starts = Array(stride(from: first, through: height - count, by: distance))
    return Bitmap(
      width: width, height: starts.count * count,
      samples: starts.flatMap { canvas.samples[$0 * width * 4..<($0 + count) * width * 4] })
  }

  /// Compresses a canvas, over the previous one if that is kept.
  private mutating func compress(_ canvas: Bitmap) {
    guard let soFar = byteCount else { return }
    do {
      let image = Self.rows(of: canvas)
      let layout = PNGLayout(gray: isGray, alpha: true)
      let drafts =
        before.map { FrameDraft.drafts(of: image, over: $0, layout).map { $0.pixels } } ?? [image]
      let candidates = drafts.map(layout.rows)
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
