package import Timing

/// The operation on a frame's area after the frame is shown (APNG dispose_op, GIF disposal method).
package enum DisposeOperation: String, Sendable {
  /// The canvas is unchanged.
  case none
  /// The frame's area becomes transparent.
  case background
  /// The frame's area is restored to what it was before the frame.
  case previous
}

/// The operation that draws a frame on the canvas (APNG blend_op; always `over` in a GIF).
package enum BlendOperation: String, Sendable {
  /// The frame replaces its area, alpha included.
  case source
  /// The frame is composited over its area.
  case over
}

/// A frame as the file stores it, before compositing.
package struct FrameEntry: Sendable, Equatable {
  /// The frame's left edge on the canvas, in pixels.
  package var x: Int
  /// The frame's top edge on the canvas, in pixels.
  package var y: Int
  /// The frame's width in pixels.
  package var width: Int
  /// The frame's height in pixels.
  package var height: Int
  /// The time the frame is shown, as stored, with a denominator of 100 for 0; always hundredths in a GIF.
  package var delay: Delay
  package var dispose: DisposeOperation
  package var blend: BlendOperation
  /// The offset of the frame's control data, or of its image without any, in bytes.
  package var offset: Int
  /// The size of the frame's compressed image data, in bytes.
  package var byteCount: Int

  package init(
    x: Int, y: Int, width: Int, height: Int, delay: Delay, dispose: DisposeOperation,
    blend: BlendOperation, offset: Int, byteCount: Int
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.delay = delay
    self.dispose = dispose
    self.blend = blend
    self.offset = offset
    self.byteCount = byteCount
  }

  static func still(width: Int, height: Int, offset: Int, byteCount: Int) -> FrameEntry {
    FrameEntry(
      x: 0, y: 0, width: width, height: height, delay: .zero, dispose: .none, blend: .source,
      offset: offset, byteCount: byteCount)
  }
}
