import ImageCodecs
import ImageContainers
import Pixels
import Testing

/// A file decoded to its end.
public struct Decoded {
  /// The walked file.
  public var container: ImageContainer
  /// What a viewer shows, frame by frame.
  public var canvases: [Bitmap] = []
  /// The static image of an animation that does not show it.
  public var hiddenImage: Bitmap?
  /// What went wrong after the walk.
  public var decodeDefects: [Defect]
  /// Whether more than the static image is played.
  public var isAnimated: Bool

  /// All complaints, the container's first.
  public var defects: [Defect] { container.defects + decodeDefects }

  /// Decodes bytes that begin as a sticker format does.
  public init(_ bytes: [UInt8], limits: DecodingLimits = .init()) throws {
    container = try #require(ImageContainer(bytes))
    var decoder = ImageDecoder(container, bytes: bytes, limits: limits)
    while let canvas = decoder.nextCanvas() { canvases.append(canvas) }
    hiddenImage = decoder.hiddenImage()
    decodeDefects = decoder.defects
    isAnimated = decoder.isAnimated
  }
}
