package import ImageContainers
package import Pixels

/// The decoded art of a sticker.
package struct Artwork: Sendable {
  /// The format of the file.
  package private(set) var format: ImageFormat
  /// The canvases and their delays; a still image has one.
  package var animation: CanvasAnimation
  /// An APNG's static image that is not a frame.
  package var hiddenImage: Bitmap?
  /// How many times the animation plays, 0 for forever.
  private let numPlays: Int?
  /// A GIF's loop count as stored; nil without a loop block.
  package private(set) var loopCount: Int?
  /// Whether a PNG or APNG has a palette.
  package let isIndexed: Bool
  /// The file's color information.
  package var colors: ColorDescription

  /// Decodes a file.
  package init(_ file: [UInt8], limits: DecodingLimits) throws(ImageError) {
    var decoder = try ImageDecoder(file, limits: limits)
    var canvases: [Bitmap] = []
    while let frame = try decoder.nextFrame() { canvases.append(frame.canvas) }
    guard !canvases.isEmpty else { throw .codecFailed("no frame can be decoded") }
    hiddenImage = try decoder.hiddenImage()
    let container = decoder.container
    // An APNG with an invalid animation is a PNG.
    format = container.format == .apng && !decoder.isAnimated ? .png : container.format
    colors = ColorDescription(of: container, bytes: file)
    let delays = container.frameTable.prefix(canvases.count).map {
      CanvasAnimation.Delay(numerator: $0.delayNumerator, denominator: $0.delayDenominator)
    }
    // A still image may have no entry in a frame table.
    animation = CanvasAnimation(
      canvases: canvases,
      delays: delays.count == canvases.count
        ? delays : canvases.map { _ in .init(numerator: 0, denominator: 1) })
    numPlays = container.loop?.numPlays
    if case .gif(let gif) = container { loopCount = gif.loopCount } else { loopCount = nil }
    if case .png(let png) = container {
      isIndexed = png.header?.colorType == .indexed
    } else {
      isIndexed = false
    }
  }

  /// How many times an APNG plays, 0 for forever; nil for other formats.
  package var plays: Int? { format == .apng ? numPlays : nil }

  /// All images of the file: the canvases, then the hidden image if there is one.
  package var images: [Bitmap] { animation.canvases + (hiddenImage.map { [$0] } ?? []) }

  /// The longer side of the canvas, in pixels.
  package var side: Int { max(animation.canvases[0].width, animation.canvases[0].height) }

  /// Makes a GIF an APNG of the same pixels and timing.
  package mutating func becomeAPNG() {
    format = .apng
    loopCount = nil
    // A GIF's block for a profile is no chunk.
    colors = ColorDescription()
  }

  /// Returns the art with other pixels, in the order of `images`.
  package func with(images: [Bitmap]) -> Artwork {
    var result = self
    result.animation.canvases = Array(images.prefix(animation.canvases.count))
    if hiddenImage != nil { result.hiddenImage = images.last }
    return result
  }

  /// Returns the art with a longer side of `side` px.
  package func scaled(toSide side: Int) -> Artwork {
    let canvas = animation.canvases[0]
    let (width, height) = (canvas.width, canvas.height)
    guard side != self.side else { return self }
    func scaled(_ length: Int) -> Int { max(1, (length * side * 2 + self.side) / (self.side * 2)) }
    let resampler = Resampler(
      fromWidth: width, fromHeight: height, toWidth: scaled(width), toHeight: scaled(height))
    return with(images: images.map(resampler.resample))
  }
}
