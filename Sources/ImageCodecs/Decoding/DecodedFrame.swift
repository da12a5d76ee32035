package import Pixels

/// A frame of an image as a viewer shows it.
package struct DecodedFrame: Sendable, Equatable {
  /// The full canvas after the frame is drawn.
  package var canvas: Bitmap
  /// The frame's position in the animation, from 0.
  package var index: Int
  /// How long the frame is shown, in milliseconds, unrounded; 0 for a still image.
  package var delayMilliseconds: Double
}
