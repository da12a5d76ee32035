package import StickerFit

/// A scaled image that was encoded with loss in order to be no larger in bytes than the
/// art, or that is larger nevertheless.
public struct ReducedImage: Sendable, Equatable {
  /// The file, relative to the output folder.
  public let file: String
  /// The size of the file, in bytes.
  public let bytes: Int
  /// The size of the art, in bytes.
  public let artBytes: Int
  /// The loss of quality; nil for none.
  package let loss: ScaledCopy.Loss?

  /// The PSNR of the worst frame, in decibels; nil if no color was lost or if it is a JPEG.
  public var decibels: Double? { loss?.decibels }
}
