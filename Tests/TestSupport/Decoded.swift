import ImageCodecs
import ImageContainers
import Pixels

/// A file decoded as far as possible.
package struct Decoded {
  /// The parsed file.
  package var container: ImageContainer
  /// The canvases that a viewer shows.
  package var canvases: [Bitmap] = []
  /// The static image of an animation, if it is not a frame.
  package var hiddenImage: Bitmap?
  /// The defects found while decoding.
  package var decodingDefects: [Defect] = []
  /// Whether more than the static image is played.
  package var isAnimated: Bool

  /// All defects, the container's first.
  package var defects: [Defect] { container.defects + decodingDefects }

  /// Decodes a file of a sticker format.
  package init(_ bytes: [UInt8], limits: DecodingLimits = .init()) throws {
    var decoder = try ImageDecoder(bytes, limits: limits)
    container = decoder.container
    isAnimated = decoder.isAnimated
    while let frame = decoder.nextFrame(collecting: &decodingDefects) {
      canvases.append(frame.canvas)
    }
    hiddenImage = decoder.hiddenImage(collecting: &decodingDefects)
  }
}
