internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerLint
internal import StickerPacks

/// An animated sticker in a small size.
struct MovingThumbnail: Sendable {
  private var frames: [Bitmap] = []
  /// The time after each frame, in milliseconds.
  private var ends: [Double] = []

  /// The time of one loop, in milliseconds.
  var duration: Double { ends.last ?? 0 }

  /// The times at which the frame changes, in milliseconds.
  ///
  /// - Parameter end: the end of the time in question. The animation is repeated until then.
  func changes(before end: Double) -> [Double] {
    stride(from: 0, to: end, by: duration).flatMap { start in ends.map { start + $0 } }
      .filter { $0 < end }
  }

  /// The frame at a time, in milliseconds.
  func frame(at time: Double) -> Bitmap {
    let time = time.truncatingRemainder(dividingBy: duration)
    return frames[ends.firstIndex { time < $0 } ?? frames.count - 1]
  }

  /// Reads an animation again, which plays at the delays that iOS applies. Nil if the sticker does not move or
  /// has changed since it was linted.
  ///
  /// - Parameter side: as in `Bitmap(thumbnailOf:fitting:limits:)`.
  init?(
    of asset: AssetFacts, fitting side: Int, limits: DecodingLimits, _ profile: PlatformProfile
  ) {
    guard asset.image?.isAnimated == true, let file = asset.readAgain(limits: limits),
      var decoder = try? ImageDecoder(file.bytes, limits: limits)
    else { return nil }
    var defects: [Defect] = []
    var resampler: Resampler?
    while let frame = decoder.nextFrame(collecting: &defects) {
      let canvas = frame.canvas
      if frames.isEmpty {
        resampler = Resampler(
          shrinking: canvas, by: Double(side) / Double(max(canvas.width, canvas.height)))
      }
      frames.append(resampler?.resample(canvas) ?? canvas)
      ends.append(duration + profile.played(frame.delay.milliseconds, in: decoder.format))
    }
    guard frames.count > 1 else { return nil }
  }
}
