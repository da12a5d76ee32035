package import Pixels
package import Timing

/// Encodes images in at most a number of bytes, with as little loss as possible.
///
/// The ways to encode an image are tried from the best to the smallest, until one fits.
package struct FittingEncoder {
  /// The format of the files, with what else they store.
  package enum Format: Sendable {
    /// - Parameter prefersPalette: whether a palette without visible loss is preferred to full color.
    case png(prefersPalette: Bool)
    /// Frames are in full color if they fit, because some viewers play palettes incorrectly. The hidden image is
    /// not a frame.
    case apng(LoopCount, hiddenImage: Bitmap?)
    case gif(LoopCount)
    case jpeg
  }

  package struct Result: Sendable {
    package var bytes: [UInt8]
    /// The loss that was needed to fit; nil for none.
    package var loss: Loss?
  }

  /// The difference from the best image that the format allows.
  package enum Loss: Sendable, Equatable {
    /// It was reduced to a number of colors. `decibels` is the fidelity of the worst frame.
    case palette(colors: Int, decibels: Double)
    /// It was encoded at a lower JPEG quality than usual.
    case quality(Int)

    /// The fidelity of the worst frame, in decibels, if colors were lost.
    package var decibels: Double? {
      if case .palette(_, let decibels) = self { decibels } else { nil }
    }
  }

  /// The fidelity in decibels from which a loss is invisible: the mean error is below one code.
  package static let invisibleLoss = 50.0
  /// The quality of a JPEG that fits.
  private static let usualQuality = 90

  /// A way to encode an image.
  private enum Attempt {
    case fullColor(ImageEncoder.Effort)
    /// All colors, if they fit into a palette.
    case exactPalette
    /// At most a number of colors, if the fidelity in decibels is reached.
    case palette(Int, atLeast: Double)
    case quality(Int)
  }

  private let format: Format
  private let colors: ColorDescription
  /// The size of the largest file, in bytes.
  private let ceiling: Int
  /// The maximum number of frames that are encoded at the same time.
  private let jobs: Int

  package init(_ format: Format, colors: ColorDescription, ceiling: Int, jobs: Int = 1) {
    self.format = format
    self.colors = colors
    self.ceiling = ceiling
    self.jobs = jobs
  }

  /// Returns the best result of the canvases, one for a still image, that fits, or the smallest if none does.
  package func encode(_ animation: CanvasAnimation) throws(ImageError) -> Result {
    var image = FittedImage(animation, format)
    var smallest: Result?
    for attempt in attempts {
      // The highest compression saves a few percent and takes many times as long.
      if case .fullColor(.smallest) = attempt, let smallest,
        smallest.bytes.count > ceiling + ceiling / 4
      {
        continue
      }
      guard let result = try encode(&image, attempt) else { continue }
      if result.bytes.count <= ceiling { return result }
      if result.bytes.count < smallest?.bytes.count ?? .max { smallest = result }
    }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    return smallest
  }

  private var attempts: [Attempt] {
    let fullColor = [Attempt.fullColor(.quick), .fullColor(.smallest)]
    let palettes = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4].map {
      Attempt.palette($0, atLeast: 0)
    }
    return switch format {
    case .png(prefersPalette: true):
      [.exactPalette, .palette(256, atLeast: Self.invisibleLoss)] + fullColor + palettes
    case .png(prefersPalette: false): [.exactPalette] + fullColor + palettes
    case .apng: fullColor + [.exactPalette] + palettes
    case .gif: palettes
    case .jpeg: stride(from: Self.usualQuality, through: 30, by: -10).map { .quality($0) }
    }
  }

  /// Nil if the attempt does not apply to the image.
  private func encode(
    _ image: inout FittedImage, _ attempt: Attempt
  ) throws(ImageError) -> Result? {
    switch attempt {
    case .fullColor(let effort):
      return Result(bytes: try bytes(of: image.canvases, image.delays, palette: nil, effort))
    case .exactPalette:
      guard !colors.isGray, let palette = image.exactPalette else { return nil }
      return Result(bytes: try bytes(of: image.canvases, image.delays, palette: palette, .quick))
    case .palette(let count, let minimum):
      let reduced = image.reduced(to: count)
      guard reduced.decibels >= minimum else { return nil }
      let bytes = try bytes(
        of: reduced.canvases, image.delays, palette: colors.isGray ? nil : reduced.palette, .quick)
      // A GIF never has more colors.
      var isUsual = reduced.decibels == .infinity
      if case .gif = format, count == 256 { isUsual = true }
      return Result(
        bytes: bytes,
        loss: isUsual
          ? nil : .palette(colors: reduced.palette.count, decibels: reduced.decibels))
    case .quality(let quality):
      return Result(
        bytes: try ImageEncoder.jpeg(image.canvases[0], quality: quality, colors: colors),
        loss: quality == Self.usualQuality ? nil : .quality(quality))
    }
  }

  /// - Parameter canvases: those of `FittedImage`.
  private func bytes(
    of canvases: CanvasList, _ delays: [Delay], palette: [Pixel]?,
    _ effort: ImageEncoder.Effort
  ) throws(ImageError) -> [UInt8] {
    let frames = canvases.selecting(delays.indices)
    let animation = CanvasAnimation(canvases: frames, delays: delays)
    var isAnimated = false
    if case .apng = format { isAnimated = true }
    let layout = palette.map { PNGLayout.indexed(PNGPalette($0, isAnimated: isAnimated)) }
    let hiddenImage = canvases.count > frames.count ? canvases.last : nil
    var optimizer = LosslessOptimizer()
    optimizer.allowsPalette = false
    optimizer.mergesFrames = false
    optimizer.jobs = jobs
    switch format {
    case .png where effort == .quick:
      return try PNGEncoding.still(frames[0], layout: layout, colors)
    case .png: return try optimizer.png(frames[0], colors: colors)
    case .apng(let loop, _) where effort == .quick:
      return try PNGEncoding.animation(
        animation, layout: layout, loop: loop, hiddenImage: hiddenImage, colors, jobs: jobs)
    case .apng(let loop, _):
      return try optimizer.apng(animation, loop: loop, hiddenImage: hiddenImage, colors: colors)
    case .gif(let loop): return try GIFEncoding.encode(animation, loop: loop, colors)
    case .jpeg: return try ImageEncoder.jpeg(frames[0], colors: colors)
    }
  }
}

/// An image with the histogram of its colors, which is computed once and only if it is needed.
private struct FittedImage {
  /// The canvases, then the hidden image if there is one.
  let canvases: CanvasList
  let delays: [Delay]
  /// Whether a palette needs a transparent color even if all pixels are visible: frames use it for
  /// pixels that do not change.
  private let isAnimated: Bool
  private let distinctBits: UInt32

  private lazy var histogram = {
    var histogram = ColorHistogram()
    for canvas in canvases { histogram.add(canvas) }
    return histogram
  }()

  init(_ animation: CanvasAnimation, _ format: FittingEncoder.Format) {
    delays = animation.delays
    var images = animation.canvases
    switch format {
    case .png, .jpeg: (isAnimated, distinctBits) = (false, 8)
    case .apng(_, let hiddenImage):
      if let hiddenImage { images.append(hiddenImage) }
      (isAnimated, distinctBits) = (true, 8)
    case .gif:
      images = images.map(GIFEncoding.hardened)
      (isAnimated, distinctBits) = (true, GIFEncoding.distinctBits)
    }
    canvases = images
  }

  /// The palette of all colors, if there are at most 256.
  var exactPalette: [Pixel]? {
    mutating get {
      let needsClear = histogram.hasTransparency
      guard let colors = histogram.colors(atMost: needsClear ? 255 : 256) else { return nil }
      return needsClear || isAnimated && colors.count < 256 ? [.clear] + colors : colors
    }
  }

  /// The canvases in at most `count` colors, and the fidelity of the worst one.
  mutating func reduced(
    to count: Int
  ) -> (canvases: CanvasList, palette: [Pixel], decibels: Double) {
    let needsClear = histogram.hasTransparency || isAnimated
    let colors = histogram.palette(
      maximumColors: needsClear ? count - 1 : count, distinctBits: distinctBits)
    let palette = needsClear ? [.clear] + colors : colors
    guard !colors.isEmpty else { return (canvases, palette, .infinity) }
    var matcher = PaletteMatcher(palette: colors)
    var decibels = Double.infinity
    let reduced = canvases.map { canvas in
      let reduced = matcher.reduced(canvas)
      decibels = min(decibels, reduced.fidelity(to: canvas))
      return reduced
    }
    return (reduced, palette, decibels)
  }
}
