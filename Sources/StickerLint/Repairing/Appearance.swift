internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels

/// The visible content of a file: its canvases without the color of transparent pixels, how long each is shown, and how
/// often.
struct Appearance: Equatable {
  private struct Shown: Equatable {
    var canvas: CanvasDigest
    /// In microseconds.
    var duration: Int
  }

  /// The canvases in playback order. Equal ones in succession are one.
  private var shown: [Shown] = []
  private let hiddenImage: CanvasDigest?
  /// The number of plays, 0 for forever; nil for a still image.
  private let plays: Int?

  /// Decodes a file.
  init(of file: [UInt8], limits: DecodingLimits) throws(ImageError) {
    var decoder = try ImageDecoder(file, limits: limits)
    while let frame = try decoder.nextFrame() {
      let canvas = CanvasDigest(of: frame.canvas)
      let duration = Int(clamping: (frame.delay.milliseconds * 1000).rounded())
      if shown.last?.canvas == canvas {
        shown[shown.count - 1].duration += duration
      } else {
        shown.append(Shown(canvas: canvas, duration: duration))
      }
    }
    hiddenImage = try decoder.hiddenImage().map { CanvasDigest(of: $0) }
    let isStill = shown.count == 1
    if isStill { shown[0].duration = 0 }
    plays = isStill ? nil : decoder.loop?.plays
  }
}
