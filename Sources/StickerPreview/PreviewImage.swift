internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerLint
internal import StickerPacks

/// A sticker's image for the page: decoded by stickerpack and encoded again, without metadata.
struct PreviewImage: Encodable, Sendable {
  /// The MIME type of the data.
  var type: String
  /// The file in Base64.
  var data: String
  /// Its width in pixels, at most that of the art.
  var width: Int
  /// Its height in pixels.
  var height: Int
  /// Whether it is an APNG, whose delays are those that iOS applies.
  var isAnimated: Bool
}

extension PreviewImage {
  /// The longer side of the largest image in pixels: Messages shows no sticker larger.
  private static let longestSide = 618
  /// The number of pixels of all frames together: 36 frames of 408 × 408. Browsers keep 4 bytes for
  /// each while they play.
  private static let mostPixels = 6_000_000
  /// How much larger a GIF is as an APNG, measured on the animations of Noto Emoji: 1.9 to 2.8.
  private static let growthOfGIF = 2.4

  /// Reads and decodes an image again, as far as it can be decoded, and scales it down until it fits.
  /// Nil if it shows nothing, cannot be read, or has changed since it was linted.
  ///
  /// - Parameter ceiling: the size of the largest file, in bytes.
  init?(of asset: AssetFacts, limits: DecodingLimits, ceiling: Int) {
    guard
      let file = try? asset.assembled
        ?? StickerFiles(reading: asset.source, limits: limits).image(),
      file.sha256 == asset.contentHash,
      var decoder = try? ImageDecoder(file.bytes, limits: limits),
      let canvas = decoder.canvasSize
    else { return nil }
    let frames = decoder.isAnimated ? decoder.container.frameTable : []
    let isGIF = decoder.format == .gif
    // A size that probably fits: encoding an animation twice takes seconds.
    var resampler = Self.resampler(
      from: canvas,
      by: min(
        Double(Self.longestSide) / Double(max(canvas.width, canvas.height)),
        Self.side(
          Self.mostPixels, of: canvas.width * canvas.height * max(1, frames.count)),
        Self.side(ceiling, of: file.bytes.count, growth: isGIF ? Self.growthOfGIF : 1)))
    var canvases: [Bitmap] = []
    var defects: [Defect] = []
    while let frame = decoder.nextFrame(collecting: &defects) {
      canvases.append(resampler?.resample(frame.canvas) ?? frame.canvas)
    }
    guard !canvases.isEmpty else { return nil }
    let delays = frames.map { frame in
      CanvasAnimation.Delay(
        seconds: decoder.format.played(frame.delayMilliseconds) / 1000)
    }
    let isJPEG = decoder.format == .jpeg
    // A GIF's profile has another form than that of a PNG.
    let colors =
      isGIF
      ? ColorDescription() : ColorDescription(of: decoder.container, bytes: file.bytes)
    while true {
      let bytes =
        if isJPEG {
          try? ImageEncoder.jpeg(canvases[0], colors: colors)
        } else if frames.isEmpty {
          try? ImageEncoder.png(canvases[0], colors: colors)
        } else {
          try? ImageEncoder.apng(
            CanvasAnimation(canvases: canvases, delays: Array(delays.prefix(canvases.count))),
            plays: decoder.loop?.plays ?? 0, colors: colors)
        }
      guard let bytes else { return nil }
      let size = CanvasSize(width: canvases[0].width, height: canvases[0].height)
      resampler = Self.resampler(from: size, by: Self.side(ceiling, of: bytes.count, growth: 1.2))
      guard bytes.count > ceiling, let resampler else {
        self.init(
          type: isJPEG ? "image/jpeg" : "image/png", data: Base64.text(of: bytes),
          width: size.width, height: size.height, isAnimated: !frames.isEmpty)
        return
      }
      canvases = canvases.map(resampler.resample)
    }
  }

  /// The factor for the sides of an image with which `count` bytes or pixels become `most`.
  ///
  /// - Parameter growth: how much larger the count may become for other reasons.
  private static func side(_ most: Int, of count: Int, growth: Double = 1) -> Double {
    (Double(most) / (Double(count) * growth)).squareRoot()
  }

  /// Scales canvases of a size by a factor; nil if that does not make them smaller.
  private static func resampler(from size: CanvasSize, by scale: Double) -> Resampler? {
    let width = max(1, Int(Double(size.width) * scale))
    let height = max(1, Int(Double(size.height) * scale))
    guard width < size.width || height < size.height else { return nil }
    return Resampler(
      fromWidth: size.width, fromHeight: size.height, toWidth: width, toHeight: height)
  }
}

extension LoopCount {
  /// The number of plays in an APNG; 0 is forever.
  var plays: Int {
    switch self {
    case .forever: 0
    case .times(let plays): plays
    case .unstated: 1
    }
  }
}
