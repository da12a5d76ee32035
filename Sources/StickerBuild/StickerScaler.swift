internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerModel

/// Makes the @2x and @1x versions of one sticker, each from the @3x art.
struct StickerScaler {
  /// One version of a sticker.
  struct Version {
    /// Pixels a point: 3, 2 or 1.
    var scale: Int
    var width: Int
    var height: Int
    var bytes: [UInt8]
  }

  /// Why a sticker cannot be scaled, in one sentence without a full stop.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let container: ImageContainer
  private let bytes: [UInt8]
  private let canvas: CanvasSize
  private let canvases: [Bitmap]
  private let hiddenImage: Bitmap?
  private let isAnimated: Bool

  /// Decodes the art. `bytes` is the file, whole.
  init(_ bytes: [UInt8], limits: DecodingLimits) throws(Failure) {
    guard let container = ImageContainer(bytes), let canvas = container.canvas else {
      throw Failure(description: "it is not a PNG, APNG, GIF or JPEG")
    }
    var decoder = ImageDecoder(container, bytes: bytes, limits: limits)
    var canvases: [Bitmap] = []
    while let canvas = decoder.nextCanvas() { canvases.append(canvas) }
    hiddenImage = decoder.hiddenImage()
    // A frame that is missing would make a shorter animation, and nobody would notice.
    guard !canvases.isEmpty, decoder.defects.isEmpty else {
      let defect = decoder.defects.first ?? container.defects.first
      throw Failure(description: defect?.message ?? "there is no image")
    }
    self.container = container
    self.bytes = bytes
    self.canvas = canvas
    self.canvases = canvases
    isAnimated = decoder.isAnimated
  }

  /// The format of every version: an APNG whose animation is broken is a PNG.
  var format: ImageFormat {
    container.format == .apng && !isAnimated ? .png : container.format
  }

  /// How it plays; nil for a still image.
  var animation: Manifest.Animation? {
    guard isAnimated else { return nil }
    return Manifest.Animation(
      delaysMilliseconds: frames.map(\.delayMilliseconds), plays: plays)
  }

  private var frames: [FrameEntry] { Array(container.frameTable.prefix(canvases.count)) }

  private var plays: Int {
    switch container.loop {
    case .forever: 0
    case .times(let plays): plays
    case .unstated, nil: 1
    }
  }

  /// The art as it is, then two thirds and one third of it.
  func versions() throws(Failure) -> [Version] {
    var versions = [
      Version(scale: 3, width: canvas.width, height: canvas.height, bytes: bytes)
    ]
    for scale in [2, 1] {
      let width = max(1, (canvas.width * scale + 1) / 3)
      let height = max(1, (canvas.height * scale + 1) / 3)
      let resampler = Resampler(
        fromWidth: canvas.width, fromHeight: canvas.height, toWidth: width, toHeight: height)
      do {
        versions.append(
          Version(scale: scale, width: width, height: height, bytes: try encode(resampler)))
      } catch {
        throw Failure(description: "@\(scale)x cannot be encoded: \(error)")
      }
    }
    return versions
  }

  private func encode(_ resampler: Resampler) throws(CodecFailure) -> [UInt8] {
    let colors = ColorDescription(of: container, bytes: bytes)
    let small = canvases.map(resampler.resample)
    let delays = frames.map {
      CanvasAnimation.Delay(numerator: $0.delayNumerator, denominator: $0.delayDenominator)
    }
    switch format {
    case .png:
      return try ImageEncoder.png(small[0], colors: colors)
    case .apng:
      return try ImageEncoder.apng(
        CanvasAnimation(canvases: small, delays: delays), plays: plays,
        hiddenImage: hiddenImage.map(resampler.resample), colors: colors)
    case .gif:
      var loopCount: Int?
      if case .gif(let gif) = container { loopCount = gif.loopCount }
      return try ImageEncoder.gif(
        CanvasAnimation(canvases: small, delays: delays), loopCount: loopCount, colors: colors)
    case .jpeg:
      return try ImageEncoder.jpeg(small[0], colors: colors)
    }
  }
}
