/// What happens to a frame's area after the frame is shown (APNG dispose_op, GIF disposal method).
package enum DisposeOperation: String, Sendable, Codable {
  /// The canvas is unchanged.
  case none
  /// The frame's area becomes transparent.
  case background
  /// The frame's area is restored to what it was before the frame.
  case previous
}

/// How a frame is drawn on the canvas (APNG blend_op; always `over` in a GIF).
package enum BlendOperation: String, Sendable, Codable {
  /// The frame replaces its area, alpha included.
  case source
  /// The frame is composited over its area.
  case over
}

/// A frame as the file stores it, before compositing.
package struct FrameEntry: Sendable, Equatable, Codable {
  /// The frame's left edge on the canvas, in pixels.
  package var x: Int
  /// The frame's top edge on the canvas, in pixels.
  package var y: Int
  /// The frame's width in pixels.
  package var width: Int
  /// The frame's height in pixels.
  package var height: Int
  /// The delay's numerator, as stored; 0 for a still image.
  package var delayNumerator: Int
  /// The delay's denominator: as stored in an APNG, with 100 for 0; always 100 in a GIF.
  package var delayDenominator: Int
  /// What happens to the frame's area after the frame is shown.
  package var dispose: DisposeOperation
  /// How the frame is drawn on the canvas.
  package var blend: BlendOperation
  /// The offset of the frame's control data, or of its image without any, in bytes.
  package var offset: Int
  /// The size of the frame's compressed image data, in bytes.
  package var byteCount: Int

  /// How long the frame is shown, in milliseconds, unrounded.
  package var delayMilliseconds: Double {
    Double(delayNumerator) * 1000 / Double(max(1, delayDenominator))
  }

  /// Creates an entry.
  package init(
    x: Int, y: Int, width: Int, height: Int, delayNumerator: Int, delayDenominator: Int,
    dispose: DisposeOperation, blend: BlendOperation, offset: Int, byteCount: Int
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.delayNumerator = delayNumerator
    self.delayDenominator = delayDenominator
    self.dispose = dispose
    self.blend = blend
    self.offset = offset
    self.byteCount = byteCount
  }

  /// Creates the entry of a still image.
  static func still(width: Int, height: Int, offset: Int, byteCount: Int) -> FrameEntry {
    FrameEntry(
      x: 0, y: 0, width: width, height: height, delayNumerator: 0, delayDenominator: 100,
      dispose: .none, blend: .source, offset: offset, byteCount: byteCount)
  }
}
