import ImageCodecs
import ImageContainers
import Pixels
import Testing

/// A file decoded to its end.
package struct Decoded {
  /// The walked file.
  package var container: ImageContainer
  /// What a viewer shows, frame by frame.
  package var canvases: [Bitmap] = []
  /// The static image of an animation that does not show it.
  package var hiddenImage: Bitmap?
  /// What went wrong after the walk.
  package var decodeDefects: [Defect]
  /// Whether more than the static image is played.
  package var isAnimated: Bool

  /// All complaints, the container's first.
  package var defects: [Defect] { container.defects + decodeDefects }

  /// Decodes bytes that begin as a sticker format does.
  package init(_ bytes: [UInt8], limits: DecodingLimits = .init()) throws {
    container = try #require(ImageContainer(bytes))
    var decoder = ImageDecoder(container, bytes: bytes, limits: limits)
    while let canvas = decoder.nextCanvas() { canvases.append(canvas) }
    hiddenImage = decoder.hiddenImage()
    decodeDefects = decoder.defects
    isAnimated = decoder.isAnimated
  }
}
