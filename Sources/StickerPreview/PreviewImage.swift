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
  /// How much larger a GIF may be as an APNG. Measured on three of Noto Emoji's: 2.0.
  private static let growthOfGIF = 2.2

  /// Reads and decodes an image again, as far as it can be decoded, and scales it down until it fits.
  /// Nil if it shows nothing, cannot be read, or has changed since it was linted.
  ///
  /// - Parameter ceiling: the size of the largest file, in bytes.
  init?(of asset: AssetFacts, limits: DecodingLimits, ceiling: Int) {
    guard
      let file = try? asset.assembled
        ?? StickerFiles(reading: asset.source, limits: limits).image(),
      file.sha256 == asset.contentHash, var decoder = try? ImageDecoder(file.bytes, limits: limits)
    else { return nil }
    let isGIF = decoder.format == .gif
    var frames: [FrameEntry] = []
    var canvases: [Bitmap] = []
    var resampler: Resampler?
    var defects: [Defect] = []
    while let canvas = decoder.nextFrame(collecting: &defects)?.canvas {
      if canvases.isEmpty {
        // Not before: the table of a file that exceeds a limit may have millions of entries.
        frames = decoder.isAnimated ? decoder.container.frameTable : []
        let pixels = canvas.width * canvas.height * max(1, frames.count)
        // Probably fits: encoding an animation twice takes seconds.
        resampler = Self.resampler(
          of: canvas,
          by: min(
            Double(Self.longestSide) / Double(max(canvas.width, canvas.height)),
            Self.factor(from: pixels, to: Self.mostPixels),
            Self.factor(from: file.bytes.count, to: ceiling, growth: isGIF ? Self.growthOfGIF : 1)))
      }
      canvases.append(resampler?.resample(canvas) ?? canvas)
    }
    let delays = zip(canvases, frames).map { _, frame in
      CanvasAnimation.Delay(seconds: decoder.format.played(frame.delayMilliseconds) / 1000)
    }
    let (isJPEG, isAnimated) = (decoder.format == .jpeg, decoder.isAnimated)
    let plays = decoder.loop?.numPlays ?? 0
    // A PNG cannot store the profile of a GIF.
    let colors =
      isGIF ? ColorDescription() : ColorDescription(of: decoder.container, bytes: file.bytes)
    func encoded() throws(ImageError) -> [UInt8] {
      if isAnimated {
        return try ImageEncoder.apng(
          CanvasAnimation(canvases: canvases, delays: delays), plays: plays, colors: colors)
      }
      return try isJPEG
        ? ImageEncoder.jpeg(canvases[0], colors: colors)
        : ImageEncoder.png(canvases[0], colors: colors)
    }
    guard !canvases.isEmpty, var bytes = try? encoded() else { return nil }
    while bytes.count > ceiling,
      let smaller = Self.resampler(
        of: canvases[0], by: Self.factor(from: bytes.count, to: ceiling, growth: 1.2))
    {
      canvases = canvases.map(smaller.resample)
      guard let next = try? encoded() else { return nil }
      bytes = next
    }
    self.init(
      type: isJPEG ? "image/jpeg" : "image/png", data: Base64.text(of: bytes),
      width: canvases[0].width, height: canvases[0].height, isAnimated: isAnimated)
  }

  /// The factor for the sides of an image with which its bytes or pixels become fewer.
  ///
  /// - Parameter growth: how much larger the count may become for other reasons.
  private static func factor(from count: Int, to most: Int, growth: Double = 1) -> Double {
    (Double(most) / (Double(count) * growth)).squareRoot()
  }

  /// Scales canvases of the size of one by a factor; nil if that does not make them smaller.
  private static func resampler(of canvas: Bitmap, by factor: Double) -> Resampler? {
    let width = max(1, Int(Double(canvas.width) * factor))
    let height = max(1, Int(Double(canvas.height) * factor))
    guard width < canvas.width || height < canvas.height else { return nil }
    return Resampler(
      fromWidth: canvas.width, fromHeight: canvas.height, toWidth: width, toHeight: height)
  }
}
