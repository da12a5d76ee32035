public import Pixels
public import Timing

/// A frame of an image as a viewer shows it.
public struct DecodedFrame: Sendable, Equatable {
  /// The full canvas after the frame is drawn.
  public var canvas: Bitmap
  /// The frame's position in the animation, from 0.
  public var index: Int
  /// A part of the canvas that contains all changes since the previous frame; nil without any.
  package var changedArea: PixelRect?
  /// How long the frame is shown, exactly as the file states it; 0 for a still image.
  public var delay: Delay
}
