package import Timing

/// The header of a WebP file. A lint does not decode such files.
package struct WebPHeader: Sendable, Equatable {
  package var canvas: CanvasSize
  /// The number of frames; 1 for a still image.
  package var frameCount: Int
  /// The duration of one play, in milliseconds; nil for a still image.
  package var duration: Double?
  /// The shortest delay of a frame, in milliseconds; nil for a still image.
  package var shortestDelay: Double?
  /// The number of plays; nil for a still image.
  package var loop: LoopCount?
  /// Whether it can have transparent pixels.
  package var hasAlpha: Bool

  /// Nil for other formats, and for files that are damaged before their size is known.
  package init?(_ bytes: [UInt8]) {
    guard case .unsupported(let format) = FileSignature(of: bytes), format.isWebP,
      let file = try? WebPFile(bytes), let canvas = file.canvas
    else { return nil }
    (self.canvas, hasAlpha, frameCount) = (canvas, file.hasAlpha, 1)
    guard format.isAnimated else { return }
    let delays = file.frames.map { $0.entry.delay.milliseconds }
    (frameCount, duration, shortestDelay) = (delays.count, delays.reduce(0, +), delays.min())
    loop = file.loop
  }
}
